/** Content that does not come from the tree: images, canvases, videos, frames, drawings. */
import { attr, htmlTag, innerDocument } from "../dom.js";
import * as p from "../pristine.js";
import { classes } from "./emit.js";
import { emitFrame } from "./frames.js";
import type { Laid } from "./measure.js";
import { omit, type ElementKid, type Picture, type Place } from "./picture.js";
import { leafDisplay, placement } from "./placement.js";
import { pads, visibility } from "./pseudo.js";
import * as r from "./reads.js";
import type { Found } from "./resources.js";
import type { Sliced } from "./slices.js";
import { ownStyle, padding, say, textStyle, type Sides } from "./styles.js";
import { emitSvg } from "./svg.js";
import { escapeXml } from "./xml.js";

const isDrawing = (el: Element): boolean => /^(?:svg|math)$/.test(p.localName(el));

export const isReplaced = (el: Element): boolean =>
  isDrawing(el) ||
  /^(?:img|canvas|video|audio|iframe|frame|object|embed)$/.test(htmlTag(el)) ||
  (htmlTag(el) === "input" && p.inputType(el as HTMLInputElement) === "image");

export function* emitReplaced(pic: Picture, place: Place, kid: ElementKid, laid: Laid): Sliced<void> {
  const { el, v } = kid;
  const { doc } = place.sheet;
  const tag = htmlTag(el);
  const own = ownStyle(v, { resolve: pic.resources.resolve(doc) });
  const css = own.css + pads(v) + visibility(v, place);
  const style = placement(place, kid, laid, leafDisplay(place, kid));
  const box = (look = ""): void =>
    void pic.out.push(`<div${classes(pic, css)} style="${style}overflow:hidden;${look}">`);
  const show = (found: Found | null): void => {
    if (found !== null && "token" in found) {
      pic.painted++;
      pic.out.push(
        `<img${classes(pic, css + say(v, "object-fit object-position image-rendering"))} style="${style}" src="${found.token}"/>`,
      );
      return;
    }
    box(found === null ? "" : "background:#e4e7eb;");
    pic.out.push("</div>");
    if (found === null) return;
    pic.painted++;
    omit(pic, place, laid.client, found.reason);
  };
  if (isDrawing(el)) {
    yield* emitSvg(pic, place, kid, css, style);
    return;
  }
  const pad = padding(v);
  const side = (length: number, seen: number, i: 0 | 1): number =>
    Math.max(1, (length - rim(own.border, i) - rim(pad, i)) * Math.max(1, seen / length || 1));
  const size = {
    width: side(laid.width, laid.client.width, 1),
    height: side(laid.height, laid.client.height, 0),
  };
  switch (tag) {
    case "input":
      show({ token: pic.resources.url((el as HTMLInputElement).src, doc) });
      break;
    case "img": {
      const image = el as HTMLImageElement;
      if (r.naturalWidth(image) > 0 && r.complete(image))
        show(pic.resources.image(image, doc, size, v("object-fit")));
      else if (!r.complete(image) || (r.currentSrc(image) || attr(image, "src") || attr(image, "alt")) === "")
        show(null);
      else {
        // A broken image shows its text and an icon by itself; an address that cannot load makes it do so again.
        const text = textStyle(v, place.text, pic.resources.resolve(doc));
        pic.painted++;
        pic.out.push(
          `<img${classes(pic, css + text.css)} style="${style}" alt="${escapeXml(attr(image, "alt"))}" src="data:image/png,x"/>`,
        );
      }
      break;
    }
    case "canvas": {
      const canvas = el as HTMLCanvasElement;
      const found = pic.resources.pixels(
        canvas,
        r.canvasWidth(canvas),
        r.canvasHeight(canvas),
        "tainted_canvas",
      );
      if (found !== null && "token" in found)
        pic.resources.track(found.token, place.sheet, laid.client, "empty_canvas");
      show(found);
      break;
    }
    case "video": {
      const video = el as HTMLVideoElement;
      const [width, height] = video.readyState < 2 ? [0, 0] : [r.videoWidth(video), r.videoHeight(video)];
      const scale = Math.min(1, Math.max(size.width / width, size.height / height));
      const poster = r.videoPoster(video);
      show(
        pic.resources.pixels(video, width * scale, height * scale, "cross_origin_video") ??
          (poster === "" ? null : { token: pic.resources.url(poster, doc) }),
      );
      break;
    }
    case "iframe":
    case "frame":
      if (innerDocument(el) === null) show({ reason: "cross_origin_frame" });
      else {
        box();
        yield* emitFrame(pic, place, kid, laid, own);
        pic.out.push("</div>");
      }
      break;
    default:
      show({ reason: tag === "audio" ? "media_controls" : "embedded_content" });
  }
}

/** Two opposite sides together: above and below, or left and right. */
const rim = (sides: Sides, i: 0 | 1): number => sides[i] + (sides[i + 2] as number);
