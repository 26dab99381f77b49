/**
 * Writes what is marked as a document of its own: every box at its measured place, so that nothing is laid out a second
 * time but the lines of text, which the browser breaks as before because their width is the same to 1/64 px.
 */
import { attr, htmlTag } from "../dom.js";
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
import { localBox } from "./space.js";
import { measure, type Laid } from "./measure.js";
import { innerDisplay, placement } from "./placement.js";
import { num, ownStyle, padding, px, reader, textStyle, type OwnStyle, type Read } from "./styles.js";
import { escapeXml } from "./xml.js";

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
