/** Documents: the top one, and those of same-origin frames, which are drawn into a box of their own. */
import { innerDocument } from "../dom.js";
import * as p from "../pristine.js";
import { canvasOwner, emitCanvas } from "./background.js";
import { emitElement, lang } from "./emit.js";
import type { Laid } from "./measure.js";
import { elementKid } from "./kids.js";
import { mark } from "./mark.js";
import type { DocumentSheet, ElementKid, Picture, Place } from "./picture.js";
import { DIRECTION, WRITING_MODE } from "./properties.js";
import type { Sliced } from "./slices.js";
import { IDENTITY, space } from "./space.js";
import { padding, px, reader, textStyle, UNKNOWN, type Inherited, type OwnStyle } from "./styles.js";
import { emitTopLayer, topLayer } from "./top-layer.js";

/** Marks a document and notes what its canvas and its viewport take from the root and the body. */
export function* openDocument(
  pic: Picture,
  doc: Document,
  view: p.Box,
  left: number,
  top: number,
  scale: number,
): Sliced<DocumentSheet | null> {
  const root = p.documentElement(doc);
  if (root === null) return null;
  pic.roots.add(doc);
  const marks = yield* mark(root, { ...pic, view });
  const v = reader(root);
  const scroller = v("overflow-x") !== "visible" || v("overflow-y") !== "visible" ? root : p.bodyOf(doc);
  pic.seen.push(marks);
  return { doc, marks, left, top, scale, view, canvasOwner: canvasOwner(doc), scroller };
}

/** Writes a document as a box of the size of its view, whose corner is the view's. */
export function* emitDocument(pic: Picture, sheet: DocumentSheet, style: string): Sliced<void> {
  const root = p.documentElement(sheet.doc) as Element;
  const text = textStyle(reader(root), UNKNOWN, pic.resources.resolve(sheet.doc));
  const { x, y, width, height } = sheet.view;
  pic.out.push(
    `<div class="${pic.sheet.classOf(text.css)}"${lang(root)} style="position:relative;width:${px(width)};height:${px(height)};${style}">`,
  );
  emitCanvas(pic, sheet);
  const here = { space: space(IDENTITY), x, y };
  const place: Place = {
    ...here,
    mode: "grid",
    lift: 0,
    text: straightened(text.inside),
    visible: "visible",
    abs: here,
    fixed: here,
    depth: 0,
    floats: [],
    sheet,
  };
  pic.out.push(`<div style="display:flex;align-items:flex-start;${STRAIGHT}">`);
  pic.top.set(sheet.doc, topLayer(sheet));
  const kid = elementKid(pic, sheet, root);
  if (kid !== null) yield* emitElement(pic, place, kid);
  yield* emitTopLayer(pic, place);
  pic.out.push("</div></div>");
}

/** Boxes are placed from the left and the top, whatever direction the text in them has. */
export const STRAIGHT = "direction:ltr;writing-mode:horizontal-tb;";

export const straightened = (text: Inherited): Inherited =>
  text.map((value, i) => (i === DIRECTION ? "ltr" : i === WRITING_MODE ? "horizontal-tb" : value));

/** A same-origin frame: its document in a clipped box, painted from a rounded offset as the browser does. */
export function* emitFrame(
  pic: Picture,
  place: Place,
  kid: ElementKid,
  laid: Laid,
  own: OwnStyle,
): Sliced<void> {
  const doc = innerDocument(kid.el);
  if (doc === null) return;
  const { client, ix, iy } = laid;
  const outer = place.sheet;
  const pad = padding(kid.v);
  const x = own.border[3] + pad[3];
  const y = own.border[0] + pad[0];
  const width = laid.width - x - own.border[1] - pad[1];
  const height = laid.height - y - own.border[2] - pad[2];
  const ratio = client.width / laid.width || 1;
  // Only the part of the frame that the outer view shows has to be looked at.
  const x0 = Math.max(0, (outer.view.x - client.x) / ratio - x);
  const y0 = Math.max(0, (outer.view.y - client.y) / ratio - y);
  const seen = {
    x: x0,
    y: y0,
    width: Math.max(0, Math.min(width, (outer.view.x + outer.view.width - client.x) / ratio) - x0),
    height: Math.max(0, Math.min(height, (outer.view.y + outer.view.height - client.y) / ratio) - y0),
  };
  const left = outer.left + (client.x + x * ratio) * outer.scale;
  const top = outer.top + (client.y + y * ratio) * outer.scale;
  const inner = yield* openDocument(pic, doc, seen, left, top, ratio * outer.scale);
  if (inner === null) return;
  const whole = (at: number): string => px(Math.round(at) - at);
  const round = laid.inner.straight ? `margin:${whole(iy + y)} 0 0 ${whole(ix + x)};` : "";
  const dark = reader(p.documentElement(doc) as Element)("color-scheme").includes("dark");
  yield* emitDocument(
    pic,
    { ...inner, view: { x: 0, y: 0, width, height } },
    `contain:strict;${round}${dark !== pic.dark ? "background:Canvas;" : ""}`,
  );
}
