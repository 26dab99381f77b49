/**
 * Writes what is marked as a document of its own: every box at its measured place, so that nothing is laid out a second
 * time but the lines of text, which the browser breaks as before because their width is the same to 1/64 px.
 */
import { attr, htmlTag, isHtml } from "../dom.js";
import * as p from "../pristine.js";
import { backgroundFor } from "./background.js";
import { emitControl, emitMaskedBox, isControl } from "./form-controls.js";
import { readKids, type Kids } from "./kids.js";
import { columnsOf, emitLines, emitText, noteFloat, ordinal, partClasses } from "./lines.js";
import { fieldsetFrame, tableBorders } from "./frames-of-boxes.js";
import { omit, outOfFlow, type ElementKid, type Picture, type Place, type Anchor } from "./picture.js";
import { emitPseudo } from "./pseudo.js";
import { DIRECTION, FLEX, GRID, WRITING_MODE } from "./properties.js";
import * as r from "./reads.js";
import { emitReplaced, isReplaced } from "./replaced.js";
import { innerSpace, localBox, ownTransform, space as newSpace, type Space } from "./space.js";
import {
  isCommon,
  num,
  ownStyle,
  padding,
  px,
  reader,
  textStyle,
  type OwnStyle,
  type Read,
} from "./styles.js";
import { escapeXml } from "./xml.js";

/** An element measured: its border box where it is laid out, and the coordinates inside it. */
export interface Laid {
  readonly client: p.Box;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** The space of its content and the border-box corner in it. */
  readonly inner: Space;
  readonly ix: number;
  readonly iy: number;
  /** Lengths of the element itself are written divided by this (`zoom`). */
  readonly zoom: number;
}

/** Deeper nesting than this is cut: neither a parser nor this recursion goes on for ever. */
const MAX_DEPTH = 500;

export function emitElement(pic: Picture, place: Place, kid: ElementKid): void {
  const mark = pic.out.length;
  if (pic.top.get(place.sheet.doc)?.has(kid.el) === true) return;
  try {
    pic.tick();
    emitBox(pic, place, kid);
  } catch (error) {
    if (pic.resources.isExpired(error)) throw error;
    pic.out.length = mark;
    const client = p.clientBox(kid.el);
    pic.out.push(
      `<div style="${placement(place, kid, measure(pic, place, kid.el, kid.v, false), "block")}"></div>`,
    );
    omit(pic, place, client, "element_failed");
  }
}

function emitBox(pic: Picture, place: Place, kid: ElementKid): void {
  const { el, v, display } = kid;
  const lined = place.mode === "native" && !outOfFlow(kid.position) && kid.float === "none";
  const hidden = !kid.marked || v("opacity") === "0" || place.depth > MAX_DEPTH;
  if (lined && /^(?:inline|ruby|ruby-text|ruby-base)$/.test(display) && !isReplaced(el) && !isControl(el)) {
    emitInline(pic, place, kid);
    return;
  }
  if (hidden && (place.mode === "flow" || place.mode === "grid" || outOfFlow(kid.position))) return;
  const laid = measure(pic, place, el, v, true);
  if (hidden) {
    pic.out.push(`<div style="${placement(place, kid, laid, "flow-root")}"></div>`);
    return;
  }
  if (isControl(el) && emitControl(pic, place, kid, laid)) return;
  if (pic.masks.covers(el)) {
    emitMaskedBox(pic, place, kid, laid);
    return;
  }
  if (isReplaced(el)) {
    emitReplaced(pic, place, kid, laid);
    return;
  }
  const kids = readKids(pic, place.sheet, el, v, display);
  const tag = htmlTag(el);
  const noBackground = el === place.sheet.canvasOwner;
  const collapsed =
    display === "table-cell" || display === "table" ? v("border-collapse") === "collapse" : false;
  const framed = tag === "fieldset" && hasLegend(el);
  const style = ownStyle(v, {
    resolve: pic.resources.resolve(place.sheet.doc),
    viewport: el === place.sheet.scroller || tag === "html",
    noBackground,
    noBorder: collapsed || framed,
    ruled: /^(?:table|td|th)$/.test(tag) && p.closest(el, "table[border]") !== null,
    background: (css) => backgroundFor(css, v, laid, place),
  });
  const own: OwnStyle = framed ? { ...style, framed } : style;
  pic.resources.track(own.css, place.sheet, laid.client);
  const name = openBox(pic, place, kid, laid, kids, own, "div", "", "");
  if (framed) fieldsetFrame(pic, el, v, laid, kids.inside === "lines");
  const borders =
    collapsed && display.endsWith("table")
      ? (into: Place): void => tableBorders(pic, into, el, laid)
      : undefined;
  emitKids(pic, insidePlace(pic, place, kid, laid, kids, own), kid, kids, laid, own, borders);
  pic.out.push(`</${name}>`);
}

const hasLegend = (el: Element): boolean => {
  const first = r.firstElementChild(el);
  return first !== null && htmlTag(first) === "legend";
};

/** Writes the opening tag of a box with its own look, its place and what its children need. */
export function openBox(
  pic: Picture,
  place: Place,
  kid: ElementKid,
  laid: Laid,
  kids: Kids,
  own: OwnStyle,
  tag: string,
  attributes: string,
  extra: string,
): string {
  const { el, v, display } = kid;
  let css = own.css + extra;
  let inline = placement(
    place,
    kid,
    laid,
    innerDisplay(place, kid, kids),
    kids.inside === "lines" || kids.list.length === 0,
  );
  let parts = "";
  if (kids.inside === "lines") {
    const cell = /cell/.test(display);
    const shared = cell && v("border-collapse") === "collapse";
    const pad = shared ? sharedPadding(el, v) : own.framed ? innerPadding(v, 1) : padding(v);
    if (pad.some((n) => n !== 0)) css += `padding:${pad.map(px).join(" ")};`;
    if (cell) {
      const align = v("vertical-align");
      if (align !== "top" && kids.list.length > 0 && kids.list.every((child) => child.kind === "text"))
        css += cellShift(kid, laid, own, pad);
      else if (align === "middle") css += "align-content:center;";
      else if (align === "bottom") css += "align-content:end;";
      else if (align === "baseline") css += cellShift(kid, laid, own, pad);
    } else {
      const align = v("align-content");
      if (align !== "normal") css += `align-content:${align};`;
    }
    if (v("text-overflow") !== "clip") css += `text-overflow:${v("text-overflow")};`;
    const clamp = v("-webkit-line-clamp");
    if (clamp !== "none")
      inline += `display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:${clamp};`;
    css += columnsOf(v);
  } else if (kids.inside === "flex") {
    css += `padding:${padding(v).map(px).join(" ")};`;
    for (const name of display.includes("grid") ? GRID_AND_FLEX : FLEX) css += `${name}:${v(name)};`;
  }
  if (kids.inside === "items") css += "align-items:flex-start;";
  if (v("visibility") !== place.visible) css += `visibility:${v("visibility")};`;
  if (kids.inside === "lines" || kids.inside === "flex") {
    const text = textStyle(v, place.text, pic.resources.resolve(place.sheet.doc));
    css += text.css;
    textsOf.set(kid, text.inside);
  } else if (place.text[DIRECTION] !== "ltr" || place.text[WRITING_MODE] !== "horizontal-tb") {
    css += "direction:ltr;writing-mode:horizontal-tb;";
  }
  const item = tag === "div" && display.includes("list-item");
  if (kids.inside === "lines" || item)
    parts = partClasses(pic, el, v, display, kids.inside === "lines" && hasText(kids));
  if (item) css += LIST.map((name) => `${name}:${v(name)};`).join("");
  const name = item ? "li" : tag;
  if (own.paints) pic.painted++;
  pic.out.push(
    `<${name}${item ? ` value="${ordinal(pic, el)}"` : ""}${classes(pic, css, parts)}${lang(el)}${attributes} style="${inline}">`,
  );
  return name;
}

const LIST = ["list-style-type", "list-style-position", "list-style-image"];
const GRID_AND_FLEX = [...FLEX, ...GRID];
const textsOf = new WeakMap<ElementKid, readonly (string | undefined)[]>();

export function classes(pic: Picture, css: string, more = ""): string {
  const name = pic.sheet.classOf(css);
  const both = more === "" ? name : `${name} ${more}`;
  return both === "" ? "" : ` class="${both}"`;
}

const hasText = (kids: Kids): boolean => kids.list.some((child) => child.kind === "text");

/** Padding and the part of each border that counts as inside: a cell has half of a shared one in it. */
function innerPadding(v: Read, share: number): readonly [number, number, number, number] {
  const part = (side: string): number => num(v(`border-${side}-width`)) * share;
  const [a, b, c, d] = padding(v);
  return [a + part("top"), b + part("right"), c + part("bottom"), d + part("left")];
}

/** Left and right of it the wider border of the two neighbours counts, half of it for each. */
function sharedPadding(el: Element, v: Read): readonly [number, number, number, number] {
  const [a, b, c, d] = innerPadding(v, 0.5);
  const more = (neighbour: Element | null, theirs: string, ours: string): number =>
    neighbour === null
      ? 0
      : Math.max(0, num(reader(neighbour)(`border-${theirs}-width`)) - num(v(`border-${ours}-width`))) / 2;
  return [
    a,
    b + more(r.nextElementSibling(el), "left", "right"),
    c,
    d + more(r.previousElementSibling(el), "right", "left"),
  ];
}

/** The language decides which glyphs a font gives. */
function lang(el: Element): string {
  const value = attr(el, "lang");
  return value === "" ? "" : ` lang="${escapeXml(value)}"`;
}

/** The place of an element's children. */
export function insidePlace(
  pic: Picture,
  place: Place,
  kid: ElementKid,
  laid: Laid,
  kids: Kids,
  own: OwnStyle,
): Place {
  const { v } = kid;
  const x = laid.ix + own.border[3];
  const y = laid.iy + own.border[0];
  const here: Anchor = { space: laid.inner, x, y };
  const text = textsOf.get(kid);
  const structural = text === undefined;
  pic.laid.set(kid.el, { space: laid.inner, x, y });
  const inherited =
    structural && (place.text[DIRECTION] !== "ltr" || place.text[WRITING_MODE] !== "horizontal-tb");
  return {
    space: laid.inner,
    x,
    y,
    mode:
      kids.inside === "lines"
        ? "native"
        : kids.inside === "flex"
          ? "flex"
          : kids.inside === "items"
            ? "grid"
            : "flow",
    lift: 0,
    text:
      text ??
      (inherited
        ? place.text.map((value, i) =>
            i === DIRECTION ? "ltr" : i === WRITING_MODE ? "horizontal-tb" : value,
          )
        : place.text),
    visible: v("visibility"),
    abs: own.positioned || own.holdsFixed ? here : place.abs,
    fixed: own.holdsFixed ? here : place.fixed,
    depth: place.depth + 1,
    // Among lines the real float is beside the block; elsewhere an empty one has to make the room.
    floats: startsContext(kid, own) || place.mode === "native" ? [] : place.floats,
    sheet: place.sheet,
  };
}

/** A block formatting context of its own: floats outside do not reach in. */
const startsContext = (kid: ElementKid, own: OwnStyle): boolean =>
  own.clips || kid.float !== "none" || outOfFlow(kid.position) || !/^(?:block|list-item)$/.test(kid.display);

export function emitKids(
  pic: Picture,
  inside: Place,
  kid: ElementKid,
  kids: Kids,
  laid: Laid,
  own: OwnStyle,
  last?: (into: Place) => void,
): void {
  if (kids.inside === "lines") {
    emitLines(pic, inside, kid, kids, laid, own);
    return;
  }
  let into = inside;
  if (inside.mode === "flow") {
    const lift = liftOf(inside, kids, last !== undefined);
    if (lift > 0) {
      pic.out.push(`<div class="up" style="margin-top:-${lift}px"></div>`);
      into = { ...inside, lift };
    }
  }
  for (const child of kids.list) {
    if (child.kind === "element") emitElement(pic, into, child);
    else if (child.kind === "pseudo") emitPseudo(pic, into, kid, child, kids);
    else emitText(pic, into, kid.el, child.node, child.owner);
    if (child.kind === "element") noteFloat(into, child);
  }
  last?.(into);
}

/** How far above the content the highest child lies, rounded up generously. */
function liftOf(inside: Place, kids: Kids, always: boolean): number {
  let least = always ? -1 : 0;
  for (const child of kids.list) {
    if (child.kind !== "element") continue;
    const box = localBox(inside.space, inside.sheet.marks.get(child.el) ?? p.clientBox(child.el));
    least = Math.min(least, box.y - inside.y, box.y + box.height - inside.y);
  }
  return least < 0 || !inside.space.identity
    ? 2 ** Math.ceil(Math.log2(Math.max(512, -least * 1.5 + 512)))
    : 0;
}

/** An inline box: it flows, and only what its own box paints is written. */
function emitInline(pic: Picture, place: Place, kid: ElementKid): void {
  const { el, v } = kid;
  const kids = readKids(pic, place.sheet, el, v, "inline");
  const resolve = pic.resources.resolve(place.sheet.doc);
  const own = ownStyle(v, { resolve });
  const text = textStyle(v, place.text, resolve);
  const tag = htmlTag(el);
  if (tag === "br" || tag === "wbr") {
    pic.out.push(`<${tag}${classes(pic, text.css)}/>`);
    return;
  }
  let css = `display:${v("display")};${text.css}${own.css}`;
  if (v("visibility") !== place.visible) css += `visibility:${v("visibility")};`;
  for (const side of ["left", "right", "top", "bottom"]) {
    const inner = v(`padding-${side}`);
    if (inner !== "0px") css += `padding-${side}:${inner};`;
    if (side === "top" || side === "bottom") continue;
    const outer = v(`margin-${side}`);
    if (outer !== "0px") css += `margin-${side}:${outer};`;
  }
  const bidi = v("unicode-bidi");
  if (bidi !== "normal") css += `unicode-bidi:${bidi};`;
  const align = v("vertical-align");
  if (align !== "baseline") css += `vertical-align:${align};`;
  if (v("box-decoration-break") === "clone") css += "box-decoration-break:clone;";
  let abs = place.abs;
  if (own.positioned || own.holdsFixed) {
    css += "position:relative;";
    if (kid.position === "relative")
      for (const side of ["left", "top"])
        if (v(side) !== "0px" && v(side) !== "auto") css += `${side}:${v(side)};`;
    const rects = r.clientRectsOf(el);
    const box = localBox(place.space, rects[0] === undefined ? p.clientBox(el) : p.boxOf(rects[0]));
    abs = { space: place.space, x: box.x + own.border[3], y: box.y + own.border[0] };
  }
  if (own.paints) pic.painted++;
  const inside: Place = {
    ...place,
    text: text.inside,
    visible: v("visibility"),
    abs,
    depth: place.depth + 1,
  };
  pic.out.push(`<div${classes(pic, css)}${lang(el)}>`);
  emitLines(pic, inside, kid, kids, undefined, own);
  pic.out.push("</div>");
}

/** Measures an element and its own transform. */
export function measure(pic: Picture, place: Place, el: Element, v: Read, transforms: boolean): Laid {
  const outer = place.space;
  const client = place.sheet.marks.get(el) ?? p.clientBox(el);
  const common = isCommon(v);
  const ratio = common ? 1 : num(v("zoom")) || 1;
  const scaled =
    ratio === 1
      ? outer
      : newSpace(
          [
            outer.map[0] * ratio,
            outer.map[1] * ratio,
            outer.map[2] * ratio,
            outer.map[3] * ratio,
            outer.map[4],
            outer.map[5],
          ],
          outer.zoom * ratio,
        );
  const own =
    transforms && !(common && v("transform") === "none") && isBoxed(el)
      ? ownTransform(v, ownSize(v, client).width, ownSize(v, client).height)
      : null;
  const flat =
    outer.flat !== undefined ||
    (own !== null && own.matrix === undefined) ||
    (!common && v("transform-style") === "preserve-3d");
  if (flat) {
    const size = ownSize(v, client);
    const at = flatCorner(pic, place, el);
    const inner = newSpace(outer.map, outer.zoom, el);
    return { client, x: at.x, y: at.y, ...size, inner, ix: 0, iy: 0, zoom: 1 };
  }
  if (own === null || own.matrix === undefined) {
    const local = localBox(scaled, client, outer.straight ? undefined : ownSize(v, client));
    const box = place.columns === true ? { ...local, ...ownSize(v, client) } : local;
    return { client, ...box, inner: scaled, ix: box.x, iy: box.y, zoom: ratio };
  }
  const size = ownSize(v, client);
  const middle = localBox(scaled, client);
  const centre = [middle.x + middle.width / 2, middle.y + middle.height / 2] as const;
  const {
    space: inner,
    x,
    y,
  } = innerSpace(
    scaled,
    centre,
    size.width,
    size.height,
    own as typeof own & { matrix: NonNullable<typeof own.matrix> },
    scaled.zoom,
  );
  return { client, x, y, ...size, inner, ix: 0, iy: 0, zoom: ratio };
}

const isBoxed = (el: Element): boolean =>
  isHtml(el) || p.localName(el) === "svg" || p.localName(el) === "math";

/** Border-box size as the style computes it, free of every transform. */
function ownSize(v: Read, client: p.Box): { width: number; height: number } {
  const width = v("width");
  const height = v("height");
  if (!width.endsWith("px") || !height.endsWith("px")) return { width: client.width, height: client.height };
  if (v("box-sizing") === "border-box") return { width: num(width), height: num(height) };
  const pad = padding(v);
  const border = ["top", "right", "bottom", "left"].map((side) => num(v(`border-${side}-width`))) as [
    number,
    number,
    number,
    number,
  ];
  return {
    width: num(width) + pad[1] + pad[3] + border[1] + border[3],
    height: num(height) + pad[0] + pad[2] + border[0] + border[2],
  };
}

/** Where a box below a 3D transform was laid out, from offsets, which know no transform. */
function flatCorner(pic: Picture, place: Place, el: Element): { x: number; y: number } {
  let x = 0;
  let y = 0;
  for (let at: Element | null = el; at !== null && isHtml(at);) {
    x += r.offsetLeft(at);
    y += r.offsetTop(at);
    const parent = r.offsetParent(at);
    const known = parent === null ? undefined : pic.laid.get(parent);
    if (known !== undefined && (known.space === place.space || known.space.flat === place.space.flat))
      return { x: known.x + x, y: known.y + y };
    at = parent;
    if (at !== null) {
      x += r.clientLeft(at);
      y += r.clientTop(at);
    }
  }
  const box = localBox(place.space, p.clientBox(el));
  return { x: box.x, y: box.y };
}

/** What a cell whose content sits on the row's baseline is pushed down by, from where its first line is. */
function cellShift(
  kid: ElementKid,
  laid: Laid,
  own: OwnStyle,
  pad: readonly [number, number, number, number],
): string {
  const range = p.createRange(p.ownerDocument(kid.el) as Document);
  p.selectNodeContents(range, kid.el);
  const rects = r.rangeRects(range);
  const first = rects[0];
  if (first === undefined) return "";
  const box = p.boxOf(first);
  const line = kid.v("line-height");
  const lead = line === "normal" ? 0 : Math.floor((num(line) - box.height) / 2);
  const shift = box.y - lead - (laid.client.y + own.border[0] + pad[0]);
  return shift > 0 ? `padding-top:${px(pad[0] + shift)};` : "";
}

/** `display` of the emitted box. */
function innerDisplay(place: Place, kid: ElementKid, kids: Kids): string {
  const inner =
    kids.inside === "items"
      ? "flex"
      : kids.inside === "flex"
        ? kid.display.includes("grid")
          ? "grid"
          : "flex"
        : "flow-root";
  const lined =
    place.mode === "native" &&
    !outOfFlow(kid.position) &&
    kid.float === "none" &&
    kid.display.startsWith("inline");
  if (lined) return inner === "flow-root" ? "inline-block" : `inline-${inner}`;
  if (kid.display.includes("list-item")) return "flow-root list-item";
  return inner;
}

/** The declarations that put a box at its measured place. */
export function placement(place: Place, kid: ElementKid, laid: Laid, display: string, lines = false): string {
  const z = laid.zoom;
  const { position, float, v } = kid;
  // Blocks that are cut into columns, and blocks whose lines flow around a float beside them, must stay plain blocks.
  const plain =
    display === "flow-root" &&
    place.mode === "native" &&
    float === "none" &&
    !outOfFlow(position) &&
    (place.columns === true || (place.floats.length > 0 && lines));
  let css = plain ? "display:block;" : display === "flow-root" ? "" : `display:${display};`;
  if (z !== 1) css += `zoom:${z};`;
  css += `width:${px(laid.width)};`;
  if (!(place.columns === true && plain)) css += `height:${px(laid.height)};`;
  if (outOfFlow(position)) {
    const anchor = position === "fixed" ? place.fixed : place.abs;
    const dx = laid.x - anchor.x / z;
    const dy = laid.y - anchor.y / z;
    return `${css}position:${position};left:${px(dx)};top:${px(dy)};`;
  }
  const positioned = position === "static" ? "" : "position:relative;";
  css += positioned;
  const dx = laid.x - place.x / z;
  const dy = laid.y - place.y / z + place.lift / z;
  if (place.mode === "flow") {
    const side = float === "none" ? "" : "float:left;";
    const right = float === "none" ? "0" : px(-(dx + laid.width));
    return `${css}${side}margin:${px(dy)} ${right} ${px(-(dy + laid.height))} ${px(dx)};`;
  }
  if (place.mode === "grid") return `${css}flex:none;margin:${px(dy)} ${px(-(dx + laid.width))} 0 ${px(dx)};`;
  const margins = ["top", "right", "bottom", "left"].map((side) => v(`margin-${side}`));
  if (place.mode === "flex") {
    css += `flex:none;align-self:${v("align-self")};order:${v("order")};margin:${margins.join(" ")};`;
    if (v("grid-column-start") !== "auto" || v("grid-row-start") !== "auto")
      css += `grid-area:${v("grid-row-start")}/${v("grid-column-start")}/${v("grid-row-end")}/${v("grid-column-end")};`;
    if (v("justify-self") !== "auto") css += `justify-self:${v("justify-self")};`;
    return css + offsets(kid);
  }
  if (float !== "none") css += `float:${float};`;
  if (v("clear") !== "none") css += `clear:${v("clear")};`;
  if (kid.display.startsWith("inline")) css += `vertical-align:${v("vertical-align")};`;
  else if (float === "none") {
    const { flow } = place;
    const moved = position === "relative" && v("top").endsWith("px") ? num(v("top")) : 0;
    // Between blocks the measured gap is the margin, whatever collapsed into it; next to a line it has to be worked out.
    margins[0] = px(
      flow === undefined || flow.bottom === null
        ? collapsed(kid.el, v, "top")
        : laid.y - moved - flow.bottom / z,
    );
    margins[2] =
      flow === undefined || flow.lineNext ? px(collapsed(kid.el, v, "bottom") + legendRoom(kid.el)) : "0";
    if (flow !== undefined) flow.bottom = flow.lineNext ? null : (laid.y - moved + laid.height) * z;
  }
  return `${css}margin:${margins.join(" ")};${offsets(kid)}`;
}

const offsets = (kid: ElementKid): string =>
  kid.position !== "relative"
    ? ""
    : ["left", "top"]
        .map((side) => (/^-?[\d.]+px$/.test(kid.v(side)) ? `${side}:${kid.v(side)};` : ""))
        .join("");

/** The content of a fieldset begins below its legend, with the padding in between. */
function legendRoom(el: Element): number {
  const parent = htmlTag(el) === "legend" ? p.parentNode(el) : null;
  return parent !== null && p.nodeType(parent) === 1 ? num(reader(parent as Element)("padding-top")) : 0;
}

/** A block's margin together with those of its first or last children that collapse through it. */
function collapsed(el: Element, v: Read, side: "top" | "bottom"): number {
  let most = 0;
  let least = 0;
  let at: Element | null = el;
  let read = v;
  for (let depth = 0; at !== null && depth < 20; depth++) {
    const margin = num(read(`margin-${side}`));
    most = Math.max(most, margin);
    least = Math.min(least, margin);
    if (
      num(read(`padding-${side}`)) !== 0 ||
      num(read(`border-${side}-width`)) !== 0 ||
      read("overflow-y") !== "visible"
    )
      break;
    if (
      !/^(?:block|list-item)$/.test(read("display")) ||
      outOfFlow(read("position")) ||
      read("float") !== "none"
    )
      break;
    const next: Element | null = edgeBlock(at, side);
    if (next === null) break;
    at = next;
    read = reader(next);
    if (
      !/^(?:block|list-item|table|flex|grid|flow-root)$/.test(read("display")) ||
      outOfFlow(read("position")) ||
      read("float") !== "none"
    )
      break;
  }
  return most + least;
}

function edgeBlock(el: Element, side: "top" | "bottom"): Element | null {
  const nodes = p.childNodes(el);
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[side === "top" ? i : nodes.length - 1 - i] as Node;
    const type = p.nodeType(node);
    if (type === 3 && !r.isBlank(p.nodeValue(node) ?? "")) return null;
    if (type === 1) return node as Element;
  }
  return null;
}
