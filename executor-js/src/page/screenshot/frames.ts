/** Documents: the top one, and those of same-origin frames, which are drawn into a box of their own. */
import { attr, htmlTag, innerDocument } from "../dom.js";
import * as p from "../pristine.js";
import { canvasOwner, canvasStyle } from "./background.js";
import { classes, emitElement } from "./emit.js";
import type { Laid } from "./measure.js";
import { elementKid } from "./kids.js";
import { mark } from "./mark.js";
import type { DocumentSheet, ElementKid, Picture, Place } from "./picture.js";
import { TEXT } from "./properties.js";
import { IDENTITY, space } from "./space.js";
import { padding, px, reader, textStyle, UNKNOWN, type OwnStyle } from "./styles.js";
import { emitTopLayer, topLayer } from "./top-layer.js";
import { escapeXml } from "./xml.js";

/** Marks a document and notes what its canvas and its viewport take from the root and the body. */
export function openDocument(
  pic: Picture,
  doc: Document,
  view: p.Box,
  left: number,
  top: number,
  scale: number,
): DocumentSheet | null {
  const root = p.documentElement(doc);
  if (root === null) return null;
  const marks = mark(root, { isSdkNode: pic.isSdkNode, view, tick: pic.tick });
  const v = reader(root);
  const body = p.bodyOf(doc);
  const scroller = v("overflow-x") !== "visible" || v("overflow-y") !== "visible" ? root : body;
  return { doc, marks, left, top, scale, view, canvasOwner: canvasOwner(doc), scroller, scopes: pic.scopes };
}

/** Writes a document as a box of the size of its view, whose corner is the view's. */
export function emitDocument(pic: Picture, sheet: DocumentSheet, style: string, canvas: string): void {
  const root = p.documentElement(sheet.doc);
  if (root === null) return;
  const v = reader(root);
  const text = textStyle(v, UNKNOWN, pic.resources.resolve(sheet.doc));
  const language = attr(root, "lang");
  const background = canvasStyle(pic, sheet);
  if (background !== "") pic.painted++;
  const css = `${text.css}${canvas}`;
  pic.out.push(
    `<div class="${pic.sheet.classOf(css)}"${language === "" ? "" : ` lang="${escapeXml(language)}"`} style="${style}">`,
  );
  if (background !== "")
    pic.out.push(
      `<div class="${pic.sheet.classOf(`position:absolute;left:0;top:0;width:100%;height:100%;z-index:-2147483648;${background}`)}"></div>`,
    );
  const here = { space: space(IDENTITY), x: sheet.view.x, y: sheet.view.y };
  const place: Place = {
    ...here,
    mode: "grid",
    lift: 0,
    text: text.inside,
    visible: "visible",
    abs: here,
    fixed: here,
    depth: 0,
    floats: [],
    sheet,
  };
  pic.out.push(`<div style="display:flex;align-items:flex-start;direction:ltr;writing-mode:horizontal-tb;">`);
  const straight: Place = {
    ...place,
    text: place.text.map((value, i) =>
      TEXT[i] === "direction" ? "ltr" : TEXT[i] === "writing-mode" ? "horizontal-tb" : value,
    ),
  };
  pic.top.set(sheet.doc, topLayer(sheet));
  const kid = elementKid(pic, sheet, root);
  if (kid !== null) emitElement(pic, straight, kid);
  emitTopLayer(pic, straight);
  pic.out.push("</div></div>");
}

/** A same-origin frame: its document in a clipped box, painted from a rounded offset as the browser does. */
export function emitFrame(
  pic: Picture,
  place: Place,
  kid: ElementKid,
  laid: Laid,
  own: OwnStyle,
  css: string,
  style: string,
): void {
  const doc = innerDocument(kid.el);
  pic.out.push(`<div${classes(pic, css)} style="${style}overflow:hidden;">`);
  const window = doc === null ? null : p.defaultView(doc);
  if (doc !== null && window !== null && htmlTag(kid.el) !== "object") {
    const pad = padding(kid.v);
    const width = laid.width - own.border[1] - own.border[3] - pad[1] - pad[3];
    const height = laid.height - own.border[0] - own.border[2] - pad[0] - pad[2];
    const scale = laid.width === 0 ? 1 : (laid.client.width / laid.width) * place.sheet.scale;
    const left = place.sheet.left + (laid.client.x + (own.border[3] + pad[3])) * place.sheet.scale;
    const top = place.sheet.top + (laid.client.y + (own.border[0] + pad[0])) * place.sheet.scale;
    // Only the part of the frame that the outer view shows has to be looked at.
    const outer = place.sheet.view;
    const x0 = Math.max(0, (outer.x - laid.client.x) / (scale / place.sheet.scale) - own.border[3]);
    const y0 = Math.max(0, (outer.y - laid.client.y) / (scale / place.sheet.scale) - own.border[0]);
    const x1 = Math.min(width, (outer.x + outer.width - laid.client.x) / (scale / place.sheet.scale));
    const y1 = Math.min(height, (outer.y + outer.height - laid.client.y) / (scale / place.sheet.scale));
    const seen = { x: x0, y: y0, width: Math.max(0, x1 - x0), height: Math.max(0, y1 - y0) };
    const inner = openDocument(pic, doc, seen, left, top, scale);
    if (inner !== null) {
      const whole = { ...inner, view: { x: 0, y: 0, width, height } };
      const round = laid.inner.straight
        ? `margin:${px(Math.round(laid.iy + own.border[0] + pad[0]) - (laid.iy + own.border[0] + pad[0]))} 0 0 ${px(Math.round(laid.ix + own.border[3] + pad[3]) - (laid.ix + own.border[3] + pad[3]))};`
        : "";
      const dark = reader(p.documentElement(doc) as Element)("color-scheme").includes("dark");
      const opaque = dark !== pic.dark ? "background-color:Canvas;" : "";
      emitDocument(
        pic,
        whole,
        `width:${px(width)};height:${px(height)};contain:strict;position:relative;${round}${opaque}`,
        "",
      );
    }
  }
  pic.out.push("</div>");
}
