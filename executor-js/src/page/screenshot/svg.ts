/** Drawings: copied with their attributes, and with the computed paint wherever a style sheet decided it. */
import { attr, htmlTag, rootOf } from "../dom.js";
import * as p from "../pristine.js";
import { classes } from "./emit.js";
import { elementKid, readKids } from "./kids.js";
import type { ElementKid, Picture, Place } from "./picture.js";
import { FONT_FAMILY, SVG_INHERITED, SVG_OWN, SVG_TEXT } from "./properties.js";
import { emitLines } from "./lines.js";
import { ownStyle, reader, textStyle, UNKNOWN } from "./styles.js";
import { escapeXml, isXmlName } from "./xml.js";

const SVG_NS = "http://www.w3.org/2000/svg";
const DROPPED = /^(?:on|data-|aria-)|^(?:class|style|href|xlink:href|id|xmlns|src|tabindex|role|focusable)/;

type Values = ReadonlyMap<string, string>;

export function emitSvg(pic: Picture, place: Place, kid: ElementKid, css: string, style: string): void {
  const { el, v } = kid;
  pic.painted++;
  const math = p.localName(el) === "math";
  if (math) {
    const text = textStyle(v, place.text, pic.resources.resolve(place.sheet.doc));
    pic.out.push(
      `<math xmlns="http://www.w3.org/1998/Math/MathML"${classes(pic, css + text.css)}${attributes(pic, el)} style="${place.mode === "native" ? "" : style}">`,
    );
    copyMath(pic, el);
    pic.out.push("</math>");
    return;
  }
  const values = paint(v, new Map(), true);
  const overflow = v("overflow-x") === "visible" ? "overflow:visible;" : "overflow:hidden;";
  pic.out.push(
    `<svg xmlns="${SVG_NS}"${attributes(pic, el)}${classes(pic, css + overflow + values.css)} style="${style}">`,
  );
  children(pic, place, el, values.values, 0);
  pic.out.push("</svg>");
}

function attributes(pic: Picture, el: Element): string {
  let text = "";
  const id = attr(el, "id");
  if (id !== "") text += ` id="${pic.resources.id(rootOf(el), id)}"`;
  for (const name of p.getAttributeNames(el)) {
    if (DROPPED.test(name) || !isXmlName(name) || (name.includes(":") && !name.startsWith("xml:"))) continue;
    const value = attr(el, name);
    text += ` ${name}="${escapeXml(value.includes("url(") ? pic.resources.local(rootOf(el), value) : value)}"`;
  }
  return text;
}

/** The paint of a shape as far as it differs from what its parent passes on. */
function paint(
  v: (name: string) => string,
  parent: Values,
  text: boolean,
  el?: Element,
): { css: string; values: Values } {
  let css = "";
  const values = new Map<string, string>();
  for (const name of text ? [...SVG_INHERITED, ...SVG_TEXT] : SVG_INHERITED) {
    const value = v(name);
    values.set(name, value);
    if (value !== parent.get(name) && value !== "" && !(el !== undefined && saysCurrent(el, name)))
      css += `${name}:${value};`;
  }
  return { css, values };
}

/** A paint that follows the colour of whoever uses the shape. */
const saysCurrent = (el: Element, name: string): boolean =>
  (name === "fill" || name === "stroke") && attr(el, name) === "currentColor";

const LIMIT = 6000;

function children(pic: Picture, place: Place, el: Element, values: Values, depth: number): void {
  if (depth > 60) return;
  const nodes = p.childNodes(el);
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as Node;
    const type = p.nodeType(node);
    if (type === 3 || type === 4) {
      const value = p.nodeValue(node) ?? "";
      pic.out.push(escapeXml(value));
    } else if (type === 1) shape(pic, place, node as Element, values, depth);
  }
}

const IGNORED = new Set([
  "script",
  "style",
  "title",
  "desc",
  "metadata",
  "animate",
  "animateTransform",
  "animateMotion",
  "set",
]);
const TEXTUAL = new Set(["text", "tspan", "textPath"]);

function shape(pic: Picture, place: Place, el: Element, parent: Values, depth: number): void {
  const tag = p.localName(el);
  if (IGNORED.has(tag) || !isXmlName(tag)) return;
  if (++pic.shapes > LIMIT) return;
  if ((pic.shapes & 255) === 0) pic.tick();
  const v = reader(el);
  if (v("display") === "none") return;
  const { css, values } = paint(v, parent, TEXTUAL.has(tag) || tag === "g" || tag === "svg", el);
  let style = css;
  const resolve = (value: string): string => pic.resources.local(rootOf(el), value);
  for (const [name, initial] of SVG_OWN) {
    const value = v(name);
    if (value !== "" && value !== initial)
      style += `${name}:${value.includes("url(") ? resolve(value) : value};`;
  }
  if (style.includes("url(")) style = resolve(style);
  const transform = v("transform");
  if (transform !== "none" && !p.hasAttribute(el, "transform"))
    style += `transform:${transform};transform-origin:${v("transform-origin")};transform-box:${v("transform-box")};`;
  for (const [name, property] of [
    ["translate", v("translate")],
    ["rotate", v("rotate")],
    ["scale", v("scale")],
  ] as const) {
    if (property !== "none" && property !== "")
      style += `${name}:${property};transform-origin:${v("transform-origin")};transform-box:${v("transform-box")};`;
  }
  if (TEXTUAL.has(tag)) pic.fonts.use(place.sheet.doc, v("font-family"), "");
  const name = style === "" ? "" : ` class="${pic.sheet.classOf(style)}"`;
  if (tag === "foreignObject") {
    pic.out.push(`<foreignObject${attributes(pic, el)}${name}>`);
    foreign(pic, place, el);
    pic.out.push("</foreignObject>");
    return;
  }
  const href = p.getAttribute(el, "href") ?? attr(el, "xlink:href");
  if (tag === "use") {
    use(pic, place, el, href, name, values, depth);
    return;
  }
  let link = "";
  if (href !== "") {
    if (href.startsWith("#")) link = ` href="#${pic.resources.id(rootOf(el), href.slice(1))}"`;
    else if (tag === "image" || tag === "feImage")
      link = ` href="${pic.resources.url(href, place.sheet.doc)}"`;
  }
  pic.out.push(`<${tag}${attributes(pic, el)}${name}${link}>`);
  children(pic, place, el, values, depth + 1);
  pic.out.push(`</${tag}>`);
}

/** HTML inside a drawing: laid out by itself as lines do. */
function foreign(pic: Picture, place: Place, el: Element): void {
  const nodes = p.childNodes(el);
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as Node;
    if (p.nodeType(node) !== 1 || htmlTag(node as Element) === "") continue;
    const kid = elementKid(pic, place.sheet, node as Element);
    if (kid === null) continue;
    const v = kid.v;
    const resolve = pic.resources.resolve(place.sheet.doc);
    const own = ownStyle(v, { resolve });
    const text = textStyle(v, UNKNOWN, resolve);
    const kids = readKids(pic, place.sheet, kid.el, v, kid.display);
    const css = `${text.css}${own.css}display:${kid.display};width:${v("width")};height:${v("height")};padding:${v("padding")};margin:${v("margin")};box-sizing:${v("box-sizing")};align-items:${v("align-items")};justify-content:${v("justify-content")};flex-direction:${v("flex-direction")};gap:${v("gap")};`;
    pic.fonts.use(place.sheet.doc, text.inside[FONT_FAMILY] ?? "", "");
    pic.out.push(`<div xmlns="http://www.w3.org/1999/xhtml" class="${pic.sheet.classOf(css)}">`);
    emitLines(
      pic,
      { ...place, mode: "native", text: text.inside, visible: v("visibility") },
      kid,
      kids,
      undefined,
      own,
    );
    pic.out.push("</div>");
  }
}

/** `use` shows a copy that no interface lets one read: what it names is written in its place. */
function use(
  pic: Picture,
  place: Place,
  el: Element,
  href: string,
  name: string,
  values: Values,
  depth: number,
): void {
  const target = href.startsWith("#")
    ? (p.byId(rootOf(el), decodeURIComponent(href.slice(1))) ?? p.byId(place.sheet.doc, href.slice(1)))
    : null;
  if (depth > 20) return;
  const x = attr(el, "x") || "0";
  const y = attr(el, "y") || "0";
  const own = attr(el, "transform");
  const move = x === "0" && y === "0" ? "" : ` translate(${parseFloat(x) || 0} ${parseFloat(y) || 0})`;
  pic.out.push(`<g${name}${own !== "" || move !== "" ? ` transform="${escapeXml(own + move)}"` : ""}>`);
  const tag = target === null ? "" : p.localName(target);
  if (target === null) {
    if (!href.startsWith("#") && href !== "")
      pic.out.push(pic.resources.sprite(href, place.sheet.doc, attributesOf(el)));
  } else if (tag === "symbol" || tag === "svg") {
    const size = ` width="${escapeXml(attr(el, "width") || attr(target, "width") || "100%")}" height="${escapeXml(attr(el, "height") || attr(target, "height") || "100%")}"`;
    const box = p.getAttribute(target, "viewBox");
    const ratio = p.getAttribute(target, "preserveAspectRatio");
    pic.out.push(
      `<svg${size}${box === null ? "" : ` viewBox="${escapeXml(box)}"`}${ratio === null ? "" : ` preserveAspectRatio="${escapeXml(ratio)}"`}${presentation(target)}>`,
    );
    copied(pic, place, target, values, depth);
    pic.out.push("</svg>");
  } else copy(pic, place, target, depth + 1);
  pic.out.push("</g>");
}

const attributesOf = (el: Element): string =>
  ["width", "height"]
    .map((key) => (p.hasAttribute(el, key) ? ` ${key}="${escapeXml(attr(el, key))}"` : ""))
    .join("");

const PRESENTATION = /^(?:fill|stroke|opacity|color|clip-rule|font|text-anchor|stop-|transform)/;

const presentation = (el: Element): string =>
  p
    .getAttributeNames(el)
    .filter((name) => PRESENTATION.test(name))
    .map((name) => ` ${name}="${escapeXml(attr(el, name))}"`)
    .join("");

function copied(pic: Picture, place: Place, target: Element, _values: Values, depth: number): void {
  const nodes = p.childNodes(target);
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as Node;
    if (p.nodeType(node) === 3) pic.out.push(escapeXml(p.nodeValue(node) ?? ""));
    else if (p.nodeType(node) === 1) copy(pic, place, node as Element, depth + 1);
  }
}

/** A referenced shape as its own attributes and inline style say: what it inherits comes from the place of use. */
function copy(pic: Picture, place: Place, el: Element, depth: number): void {
  const tag = p.localName(el);
  if (IGNORED.has(tag) || !isXmlName(tag) || ++pic.shapes > LIMIT || depth > 40) return;
  const style = attr(el, "style");
  if (tag === "use") {
    use(pic, place, el, p.getAttribute(el, "href") ?? attr(el, "xlink:href"), "", new Map(), depth);
    return;
  }
  const sheetStyle = p.isConnected(el) ? ruleStyle(el) : "";
  const text = sheetStyle + style;
  pic.out.push(
    `<${tag}${attributes(pic, el)}${text === "" ? "" : ` style="${escapeXml(pic.resources.local(rootOf(el), text))}"`}>`,
  );
  copied(pic, place, el, new Map(), depth);
  pic.out.push(`</${tag}>`);
}

/** What style sheets add to a referenced shape: the difference to its own parent, unless an attribute says it. */
function ruleStyle(el: Element): string {
  if (attr(el, "class") === "") return "";
  const parent = p.parentNode(el);
  if (parent === null || p.nodeType(parent) !== 1) return "";
  const v = reader(el);
  const up = reader(parent as Element);
  let css = "";
  for (const name of ["fill", "stroke", "stroke-width", "opacity", "fill-opacity"]) {
    if (v(name) !== up(name) && !p.hasAttribute(el, name) && v(name) !== v("color"))
      css += `${name}:${v(name)};`;
  }
  return css;
}

/** Definitions that drawings use from elsewhere (gradients, filters, clip paths), once each, at the end. */
export function emitDefinitions(pic: Picture, place: Place): void {
  const written = new Set<Element>();
  for (let round = 0; round < 4; round++) {
    const open = [...pic.definitions.keys()].filter((el) => !written.has(el));
    if (open.length === 0) return;
    pic.out.push(`<svg xmlns="${SVG_NS}" style="position:absolute;width:0;height:0;overflow:hidden"><defs>`);
    for (const el of open) {
      written.add(el);
      shape(pic, place, el, new Map(), 0);
    }
    pic.out.push("</defs></svg>");
  }
}

function copyMath(pic: Picture, el: Element): void {
  const nodes = p.childNodes(el);
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as Node;
    if (p.nodeType(node) === 3) pic.out.push(escapeXml(p.nodeValue(node) ?? ""));
    else if (p.nodeType(node) === 1) {
      const child = node as Element;
      const tag = p.localName(child);
      if (!isXmlName(tag) || tag.startsWith("annotation")) continue;
      pic.out.push(`<${tag}${attributes(pic, child)}>`);
      copyMath(pic, child);
      pic.out.push(`</${tag}>`);
    }
  }
}
