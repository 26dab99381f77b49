/** Drawings: copied with their attributes, and with the computed paint wherever a style sheet decided it. */
import { attr, htmlTag, rootOf, treeParent } from "../dom.js";
import * as p from "../pristine.js";
import { classes, emitElement } from "./emit.js";
import { elementKid } from "./kids.js";
import { mark } from "./mark.js";
import type { DocumentSheet, ElementKid, Picture, Place } from "./picture.js";
import { SVG_INHERITED, SVG_OWN } from "./properties.js";
import type { Sliced } from "./slices.js";
import { IDENTITY, space } from "./space.js";
import { num, reader, say, sayUnusual, textStyle, UNKNOWN, type Read } from "./styles.js";
import { escapeXml, isXmlName } from "./xml.js";

const DROPPED = /^(?:on|data-|aria-|class$|style|href|xlink:href|id$|xmlns|src|tabindex|role|focusable)/;
const IGNORED = /^(?:script|style|title|desc|metadata|animate.*|set|annotation.*)$/;
const FONTS = /^(?:text|tspan|textPath)$/;

/** Shapes in one picture, and how deep they are nested. */
const MOST = 6000;
const DEEPEST = 60;

/** Values of the paint properties as they hold inside a written shape. */
type Values = readonly string[];

export function* emitSvg(
  pic: Picture,
  place: Place,
  kid: ElementKid,
  css: string,
  style: string,
): Sliced<void> {
  const { el, v } = kid;
  pic.painted++;
  if (p.localName(el) === "math") {
    const { css: text } = textStyle(v, place.text, pic.resources.resolve(place.sheet.doc));
    const own = place.mode === "native" ? "" : style;
    const open = `${attributes(pic, el)}${classes(pic, css + text)} style="${own}"`;
    pic.out.push(`<math xmlns="http://www.w3.org/1998/Math/MathML"${open}>`);
    yield* children(pic, place, el, undefined, 0);
    pic.out.push("</math>");
    return;
  }
  const { css: look, values } = paint(v, []);
  const overflow = `overflow:${v("overflow-x") === "visible" ? "visible" : "hidden"};`;
  pic.out.push(
    `<svg xmlns="http://www.w3.org/2000/svg"${attributes(pic, el)}${classes(pic, css + overflow + look)} style="${style}">`,
  );
  yield* children(pic, place, el, values, 0);
  pic.out.push("</svg>");
}

function attributes(pic: Picture, el: Element): string {
  let text = "";
  const id = attr(el, "id");
  if (id !== "") text += ` id="${pic.resources.id(rootOf(el), id)}"`;
  for (const name of p.getAttributeNames(el)) {
    if (DROPPED.test(name) || !isXmlName(name) || /^(?!xml:).*:/.test(name)) continue;
    text += ` ${name}="${escapeXml(pic.resources.local(rootOf(el), attr(el, name)))}"`;
  }
  return text;
}

/** The paint of a shape as far as it differs from what its parent passes on. */
function paint(v: Read, parent: Values): { css: string; values: Values } {
  let css = "";
  const color = v("color");
  const values = SVG_INHERITED.map((name, i) => {
    const value = v(name);
    // What follows the colour does so wherever the shape is used.
    if (value !== parent[i] && value !== "")
      css += `${name}:${i > 0 && value === color ? "currentcolor" : value};`;
    return value;
  });
  return { css, values };
}

/** Children of a shape; without values those of a formula, which style sheets hardly touch. */
function* children(
  pic: Picture,
  place: Place,
  el: Element,
  values: Values | undefined,
  depth: number,
): Sliced<void> {
  for (let node = p.firstChild(el); node !== null && depth < DEEPEST; node = p.nextSibling(node)) {
    const type = p.nodeType(node);
    if (type === 3 || type === 4) pic.out.push(escapeXml(p.nodeValue(node) ?? ""));
    else if (type === 1) yield* shape(pic, place, node as Element, values, depth + 1);
  }
}

function* shape(
  pic: Picture,
  place: Place,
  el: Element,
  parent: Values | undefined,
  depth: number,
): Sliced<void> {
  const tag = p.localName(el);
  if (IGNORED.test(tag) || !isXmlName(tag) || ++pic.shapes > MOST) return;
  if (pic.due()) yield;
  let style = "";
  let values = parent;
  if (parent !== undefined) {
    const v = reader(el);
    if (v("display") === "none") return;
    ({ css: style, values } = paint(v, parent));
    style += sayUnusual(v, SVG_OWN);
    if (/^(?:stop|fe)/.test(tag))
      style += say(v, "stop-color stop-opacity flood-color flood-opacity lighting-color");
    const moved = sayUnusual(
      v,
      `${p.hasAttribute(el, "transform") ? "" : "transform "}translate rotate scale`,
    );
    if (moved !== "") style += moved + say(v, "transform-origin transform-box");
    style = pic.resources.local(rootOf(el), style);
    if (FONTS.test(tag)) pic.fonts.use(place.sheet.doc, v("font-family"));
  }
  const href = p.getAttribute(el, "href") ?? attr(el, "xlink:href");
  let link = "";
  if (tag === "use" && !/^(?:#|$)/.test(href)) {
    pic.out.push(pic.resources.sprite(href, place.sheet.doc, attributes(pic, el) + classes(pic, style)));
    return;
  }
  if (href.startsWith("#")) link = ` href="${pic.resources.reference(rootOf(el), href)}"`;
  else if (/mage$/.test(tag) && href !== "") link = ` href="${pic.resources.url(href, place.sheet.doc)}"`;
  pic.out.push(`<${tag}${attributes(pic, el)}${classes(pic, style)}${link}>`);
  if (tag === "foreignObject") yield* foreign(pic, place, el);
  else yield* children(pic, place, el, values, depth);
  pic.out.push(`</${tag}>`);
}

/** HTML inside a drawing, which may show it larger or smaller than it is laid out. */
function* foreign(pic: Picture, place: Place, el: Element): Sliced<void> {
  const client = p.clientBox(el);
  const scale = client.width / num(reader(el)("width")) || 1;
  const here = { space: space([scale, 0, 0, scale, client.x, client.y]), x: 0, y: 0 };
  const marks = yield* mark(el, { ...pic, view: place.sheet.view });
  const sheet = { ...place.sheet, marks };
  const into: Place = {
    ...place,
    ...here,
    mode: "flow",
    abs: here,
    fixed: here,
    text: UNKNOWN,
    visible: "",
    sheet,
  };
  pic.out.push('<div xmlns="http://www.w3.org/1999/xhtml">');
  for (let child = p.firstElementChild(el); child !== null; child = p.nextElementSibling(child)) {
    const kid = htmlTag(child) === "" ? null : elementKid(pic, sheet, child);
    if (kid !== null) yield* emitElement(pic, into, kid);
  }
  pic.out.push("</div>");
}

/** Definitions that drawings use from elsewhere (symbols, gradients, filters), once each, at the end. */
export function* emitDefinitions(pic: Picture, sheet: DocumentSheet): Sliced<void> {
  const here = { space: space(IDENTITY), x: 0, y: 0 };
  const place: Place = {
    ...here,
    mode: "flow",
    lift: 0,
    text: UNKNOWN,
    visible: "visible",
    abs: here,
    fixed: here,
    depth: 0,
    floats: [],
    sheet,
  };
  pic.out.push(
    `<svg xmlns="http://www.w3.org/2000/svg" style="position:absolute;width:0;height:0;overflow:hidden"><defs>`,
  );
  // A definition may need others: the set grows while it is walked.
  for (const el of pic.definitions) {
    const parent = treeParent(el);
    yield* shape(pic, place, el, parent === null ? [] : paint(reader(parent), []).values, 0);
  }
  pic.out.push("</defs></svg>");
}
