/** Content that does not come from the tree: images, canvases, videos, frames, drawings. */
import { attr, htmlTag, innerDocument, isFrameElement } from "../dom.js";
import * as p from "../pristine.js";
import { classes } from "./emit.js";
import type { Laid } from "./measure.js";
import { placement } from "./placement.js";
import { emitFrame } from "./frames.js";
import { isInlineLevel, omit, outOfFlow, type ElementKid, type Picture, type Place } from "./picture.js";
import * as r from "./reads.js";
import { ownStyle, padding, px, reader, textStyle, type OwnStyle } from "./styles.js";
import { emitSvg } from "./svg.js";
import { escapeXml } from "./xml.js";

const REPLACED: ReadonlySet<string> = new Set([
  "img",
  "canvas",
  "video",
  "audio",
  "iframe",
  "frame",
  "object",
  "embed",
]);

export const isReplaced = (el: Element): boolean =>
  REPLACED.has(htmlTag(el)) ||
  p.localName(el) === "svg" ||
  p.localName(el) === "math" ||
  (htmlTag(el) === "input" && p.inputType(el as HTMLInputElement) === "image");

/** The flat look of a part that could not be drawn. */
const PLACEHOLDER = "background:#e4e7eb;";

export function displayFor(place: Place, kid: ElementKid): string {
  const lined =
    place.mode === "native" && !outOfFlow(kid.position) && kid.float === "none" && isInlineLevel(kid.display);
  return lined ? "inline-block" : "block";
}

export function emitReplaced(pic: Picture, place: Place, kid: ElementKid, laid: Laid): void {
  const { el, v } = kid;
  const tag = htmlTag(el);
  const own = ownStyle(v, { resolve: pic.resources.resolve(place.sheet.doc) });
  let css = own.css;
  const pad = padding(v);
  if (pad.some((n) => n !== 0)) css += `padding:${pad.map(px).join(" ")};`;
  if (v("visibility") !== place.visible) css += `visibility:${v("visibility")};`;
  const style = placement(place, kid, laid, displayFor(place, kid));
  const box = (extra: string): string =>
    `<div${classes(pic, css)} style="${style}overflow:hidden;${extra}"></div>`;
  const fail = (reason: string): void => {
    omit(pic, place, laid.client, reason);
    pic.painted++;
    pic.out.push(box(PLACEHOLDER));
  };
  if (p.localName(el) === "svg" || p.localName(el) === "math") {
    emitSvg(pic, place, kid, css, style);
    return;
  }
  switch (tag) {
    case "img":
    case "input":
      emitImage(pic, place, kid, laid, own, css, style, fail);
      return;
    case "canvas": {
      const canvas = el as HTMLCanvasElement;
      const token = pic.resources.canvas(canvas, size(laid, own, pad));
      if (token === null) pic.out.push(box(""));
      else if ("reason" in token) fail(token.reason);
      else pushImage(pic, css, style, v, token.token);
      return;
    }
    case "video": {
      const video = el as HTMLVideoElement;
      const token = pic.resources.video(video, size(laid, own, pad));
      if (token === null) {
        const poster = r.videoPoster(video);
        if (poster === "") pic.out.push(box(""));
        else pushImage(pic, css, style, v, pic.resources.url(poster, place.sheet.doc));
      } else if ("reason" in token) fail(token.reason);
      else pushImage(pic, css, style, v, token.token);
      return;
    }
    default:
  }
  if (isFrameElement(el)) {
    if (innerDocument(el) === null) fail("cross_origin_frame");
    else emitFrame(pic, place, kid, laid, own, css, style);
    return;
  }
  if (tag === "audio") fail("media_controls");
  else fail("embedded_content");
}

function size(
  laid: Laid,
  own: OwnStyle,
  pad: readonly [number, number, number, number],
): { width: number; height: number } {
  const sx = laid.width === 0 ? 1 : Math.max(1, laid.client.width / laid.width);
  const sy = laid.height === 0 ? 1 : Math.max(1, laid.client.height / laid.height);
  return {
    width: Math.max(1, (laid.width - own.border[1] - own.border[3] - pad[1] - pad[3]) * sx),
    height: Math.max(1, (laid.height - own.border[0] - own.border[2] - pad[0] - pad[2]) * sy),
  };
}

function pushImage(
  pic: Picture,
  css: string,
  style: string,
  v: (name: string) => string,
  token: string,
): void {
  pic.painted++;
  const fit = `object-fit:${v("object-fit")};object-position:${v("object-position")};image-rendering:${v("image-rendering")};`;
  pic.out.push(`<img${classes(pic, css + fit)} style="${style}" src="${token}"/>`);
}

function emitImage(
  pic: Picture,
  place: Place,
  kid: ElementKid,
  laid: Laid,
  own: OwnStyle,
  css: string,
  style: string,
  fail: (reason: string) => void,
): void {
  const image = kid.el as HTMLImageElement;
  if (htmlTag(image) === "input") {
    pushImage(pic, css, style, kid.v, pic.resources.url((kid.el as HTMLInputElement).src, place.sheet.doc));
    return;
  }
  const loaded = r.complete(image) && r.naturalWidth(image) > 0;
  if (!loaded) {
    const src = r.currentSrc(image) || attr(image, "src");
    if (r.complete(image) && src !== "") {
      // A broken image shows its text and an icon by itself; an address that cannot load makes it do so again.
      const text = textStyle(reader(image), place.text, pic.resources.resolve(place.sheet.doc));
      pic.painted++;
      pic.out.push(
        `<img${classes(pic, css + text.css)} style="${style}" alt="${escapeXml(attr(image, "alt"))}" src="data:image/png,x"/>`,
      );
    } else pic.out.push(`<div${classes(pic, css)} style="${style}"></div>`);
    return;
  }
  const found = pic.resources.image(
    image,
    place.sheet.doc,
    size(laid, own, padding(kid.v)),
    kid.v("object-fit"),
  );
  if ("reason" in found) fail(found.reason);
  else pushImage(pic, css, style, kid.v, found.token);
}
