/**
 * Writes what is marked as a document of its own: every box at its measured place, so that nothing is laid out a second
 * time but the lines of text, which the browser breaks as before because their width is the same to 1/64 px.
 */
import { attr, htmlTag, treeParent } from "../dom.js";
import * as p from "../pristine.js";
import { emitControl, emitMaskedBox, isControl } from "./form-controls.js";
import { STRAIGHT, straightened } from "./frames.js";
import { fieldsetFrame, tableBorders } from "./frames-of-boxes.js";
import { hasColumns, readKids, type Kids } from "./kids.js";
import { emitKid, emitLines, hasNotes, noteFloat, ordinal, partClasses, roleOf } from "./lines.js";
import { facesAway, measure, type Laid } from "./measure.js";
import { omit, outOfFlow, type Anchor, type ElementKid, type Picture, type Place } from "./picture.js";
import { innerDisplay, isLined, placement } from "./placement.js";
import { COLUMNS, DIRECTION, FLEX, GRID, WRITING_MODE } from "./properties.js";
import { pads, visibility } from "./pseudo.js";
import * as r from "./reads.js";
import { emitReplaced, isReplaced } from "./replaced.js";
import type { Sliced } from "./slices.js";
import { localBox } from "./space.js";
import {
  borders,
  num,
  ownStyle,
  padding,
  px,
  reader,
  say,
  sides,
  textStyle,
  type Inherited,
  type OwnStyle,
  type Read,
  type Sides,
} from "./styles.js";
import { escapeXml } from "./xml.js";

/** Deeper nesting than this is cut: neither a parser nor this recursion goes on for ever. */
const MAX_DEPTH = 500;

export function* emitElement(pic: Picture, place: Place, kid: ElementKid): Sliced<void> {
  const mark = pic.out.length;
  if (pic.top.get(place.sheet.doc)?.has(kid.el) === true) return;
  try {
    if (pic.due()) yield;
    yield* emitBox(pic, place, kid);
  } catch {
    pic.out.length = mark;
    emptyBox(pic, place, kid, measure(pic, place, kid.el, kid.v, false));
    omit(pic, place, p.clientBox(kid.el), "element_failed");
  }
}

const emptyBox = (pic: Picture, place: Place, kid: ElementKid, laid: Laid): void =>
  void pic.out.push(`<div style="${placement(place, kid, laid, "flow-root")}"></div>`);

function* emitBox(pic: Picture, place: Place, kid: ElementKid): Sliced<void> {
  const { el, v, display } = kid;
  const hidden = !kid.marked || v("opacity") === "0" || place.depth > MAX_DEPTH || facesAway(el, v);
  const replaced = isReplaced(el);
  if (isLined(place, kid) && !/block|flex|grid|table/.test(display) && !replaced && !isControl(el)) {
    yield* emitInline(pic, place, kid);
    return;
  }
  if (hidden && (/^(?:flow|grid)$/.test(place.mode) || outOfFlow(kid.position))) return;
  const laid = measure(pic, place, el, v, true);
  if (hidden) emptyBox(pic, place, kid, laid);
  else if (isControl(el) && (yield* emitControl(pic, place, kid, laid))) return;
  else if (pic.masks.covers(el)) emitMaskedBox(pic, place, kid, laid);
  else if (replaced) yield* emitReplaced(pic, place, kid, laid);
  else yield* emitPlain(pic, place, kid, laid);
}

function* emitPlain(pic: Picture, place: Place, kid: ElementKid, laid: Laid): Sliced<void> {
  const { el, v, display } = kid;
  const below = isLined(place, kid) && display === "inline-table" ? belowRow(place, kid, laid) : null;
  if (below !== null) {
    // A box whose content floats has no line that could be its baseline: it stands on its lower edge.
    const style = `${placement(place, kid, laid, "inline-block")}vertical-align:${px(-below)}`;
    pic.out.push(`<div style="${style}"><div style="float:left">`);
    yield* emitPlain(pic, { ...place, mode: "flow", x: laid.x, y: laid.y, lift: 0 }, kid, laid);
    pic.out.push("</div></div>");
    return;
  }
  // Beside a float everything is laid out again: a box of its own would have to give way as a whole.
  const beside = place.mode === "native" && place.floats.length > 0 && /^(?:block|list-item)$/.test(display);
  const kids = readKids(pic, place.sheet, el, v, display, beside);
  const tag = htmlTag(el);
  const collapsed = /^(?:inline-)?table(?:-cell)?$/.test(display) && v("border-collapse") === "collapse";
  const first = tag === "fieldset" ? p.firstElementChild(el) : null;
  const framed = first !== null && htmlTag(first) === "legend";
  const own: OwnStyle = {
    ...ownStyle(v, {
      resolve: pic.resources.resolve(place.sheet.doc),
      viewport: el === place.sheet.scroller || tag === "html",
      noBackground: el === place.sheet.canvasOwner,
      noBorder: collapsed || framed,
      ruled: /^(?:table|td|th)$/.test(tag) && p.closest(el, "table[border]") !== null,
    }),
    framed,
  };
  pic.resources.track(own.css, place.sheet, laid.client);
  const name = openBox(pic, place, kid, laid, kids, own, "div", "", "");
  if (framed) fieldsetFrame(pic, el, v, laid, kids.inside === "lines");
  const borders =
    collapsed && display !== "table-cell"
      ? (into: Place): void => tableBorders(pic, into, el, laid)
      : undefined;
  yield* emitKids(pic, insidePlace(pic, place, kid, laid, kids, own), kid, kids, laid, own, borders);
  pic.out.push(`</${name}>`);
}

/** How far an inline table hangs below the line: its first row stands there where no cell has a baseline. */
function belowRow(place: Place, kid: ElementKid, laid: Laid): number | null {
  if (kid.v("vertical-align") !== "baseline") return null;
  let row = p.firstElementChild(kid.el);
  while (row !== null && reader(row)("display").includes("group")) row = p.firstElementChild(row);
  if (row === null || reader(row)("display") !== "table-row") return null;
  for (let cell = p.firstElementChild(row); cell !== null; cell = p.nextElementSibling(cell))
    if (reader(cell)("vertical-align") === "baseline") return null;
  const box = localBox(place.space, p.clientBox(row));
  return laid.y + laid.height - box.y - box.height + num(kid.v("margin-bottom"));
}

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
  const { inside, list } = kids;
  const lines = inside === "lines";
  let css = own.css + extra;
  let inline = placement(place, kid, laid, innerDisplay(place, kid, kids), lines || list.length === 0);
  if (lines) {
    const cell = display.includes("cell");
    const shared = cell && v("border-collapse") === "collapse";
    const pad = shared ? sharedPadding(el, v) : own.framed === true ? innerPadding(v, 1) : padding(v);
    css += `padding:${pad.map(px).join(" ")};`;
    const align = v("vertical-align");
    const texts = list.length > 0 && list.every((child) => child.kind === "text");
    // A block that comes first is placed from the top, wherever the content was moved to.
    const lead = hasColumns(v) ? "" : list.map(roleOf).find((role) => role !== "");
    if (lead !== "block") {
      const moved = hasNotes(kids) && v("line-height") !== "normal";
      if (moved || (cell && (align === "baseline" || (align !== "top" && texts))))
        css += cellShift(kid, laid, own, pad);
      else if (!cell) css += say(v, "align-content", (value) => value === "normal");
      else if (align !== "top") css += `align-content:${align === "middle" ? "center" : "end"};`;
    }
    css +=
      say(v, "text-overflow text-box", (value) => /^(?:|clip|normal)$/.test(value)) +
      (hasColumns(v) ? say(v, COLUMNS) : "");
    const clamp = say(v, "-webkit-line-clamp", (value) => value === "none");
    if (clamp !== "") inline += `display:-webkit-box;-webkit-box-orient:vertical;${clamp}`;
  } else if (list.length === 0 && own.css.includes("content-box")) css += pads(v);
  else if (inside === "flex") css += say(v, `padding ${display.includes("grid") ? GRID : FLEX}`);
  else if (inside === "items") css += "align-items:flex-start;";
  css += visibility(v, place);
  if (lines || inside === "flex") {
    const text = textStyle(v, place.text, pic.resources.resolve(place.sheet.doc));
    css += text.css;
    textsOf.set(kid, text.inside);
  } else if (!isStraight(place.text)) {
    css += STRAIGHT;
    textsOf.set(kid, straightened(place.text));
  }
  const item = tag === "div" && display.includes("list-item");
  let parts = "";
  if (lines || item)
    parts = partClasses(pic, el, v, display, lines && list.some((child) => child.kind === "text"));
  if (item) css += say(v, "list-style");
  if (own.paints) pic.painted++;
  const name = item ? "li" : tag;
  const value = item ? ` value="${ordinal(pic, el)}"` : "";
  pic.out.push(`<${name}${value}${classes(pic, css, parts)}${lang(el)}${attributes} style="${inline}">`);
  return name;
}

const isStraight = (text: Inherited): boolean =>
  text[DIRECTION] === "ltr" && text[WRITING_MODE] === "horizontal-tb";

/** The text properties inside a box that was opened, where they are not those of its place. */
const textsOf = new WeakMap<ElementKid, Inherited>();

export function classes(pic: Picture, css: string, more = ""): string {
  const both = `${pic.sheet.classOf(css)} ${more}`.trim();
  return both && ` class="${both}"`;
}

/** Padding and the part of each border that counts as inside: a cell has half of a shared one in it. */
function innerPadding(v: Read, share: number): Sides {
  const border = borders(v);
  return padding(v).map((n, i) => n + (border[i] ?? 0) * share) as unknown as Sides;
}

/** Left and right of it the wider border of the two neighbours counts, half of it for each. */
function sharedPadding(el: Element, v: Read): Sides {
  const [a, b, c, d] = innerPadding(v, 0.5);
  const more = (neighbour: Element | null, side: 1 | 3): number => {
    let rival = neighbour === null ? 0 : (borders(reader(neighbour))[4 - side] ?? 0);
    // At the edge it meets those of its row, its group and its table.
    for (let up = neighbour === null ? treeParent(el) : null; up !== null; up = treeParent(up)) {
      const read = reader(up);
      rival = Math.max(rival, borders(read)[side]);
      if (!/row|group/.test(read("display"))) break;
    }
    return Math.max(0, rival - borders(v)[side]) / 2;
  };
  return [a, b + more(p.nextElementSibling(el), 1), c, d + more(p.previousElementSibling(el), 3)];
}

/** The language decides which glyphs a font gives. */
export const lang = (el: Element): string => {
  const value = attr(el, "lang");
  return value && ` lang="${escapeXml(value)}"`;
};

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
  const here: Anchor = {
    space: laid.inner,
    x: laid.ix + own.border[3],
    y: laid.iy + own.border[0],
  };
  pic.laid.set(kid.el, here);
  // A block formatting context of its own: floats outside do not reach in.
  const context =
    own.clips ||
    kid.float !== "none" ||
    outOfFlow(kid.position) ||
    !/^(?:block|list-item)$/.test(kid.display);
  return {
    ...here,
    mode: ({ lines: "native", flex: "flex", items: "grid", blocks: "flow" } as const)[kids.inside],
    lift: 0,
    text: textsOf.get(kid) ?? place.text,
    visible: v("visibility"),
    abs: own.positioned || own.holdsFixed ? here : place.abs,
    fixed: own.holdsFixed ? here : place.fixed,
    depth: place.depth + 1,
    // Among lines the real float is beside the block; elsewhere an empty one has to make the room.
    floats: context ? [] : place.floats,
    shims: place.mode !== "native",
    sheet: place.sheet,
  };
}

export function* emitKids(
  pic: Picture,
  inside: Place,
  kid: ElementKid,
  kids: Kids,
  laid: Laid,
  own: OwnStyle,
  last?: (into: Place) => void,
): Sliced<void> {
  if (kids.inside === "lines") {
    yield* emitLines(pic, inside, kid, kids, laid, own);
    return;
  }
  let into = inside;
  const lift = inside.mode === "flow" ? liftOf(inside, kids, last !== undefined) : 0;
  if (lift > 0) {
    pic.out.push(`<div style="height:0;margin-top:-${lift}px"></div>`);
    into = { ...inside, lift };
  }
  for (const child of kids.list) {
    yield* emitKid(pic, into, kid, kids, child);
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
function* emitInline(pic: Picture, place: Place, kid: ElementKid): Sliced<void> {
  const { el, v, position } = kid;
  const resolve = pic.resources.resolve(place.sheet.doc);
  const text = textStyle(v, place.text, resolve);
  const tag = htmlTag(el);
  if (/^w?br$/.test(tag)) {
    pic.out.push(`<${tag}${classes(pic, text.css)}/>`);
    return;
  }
  const kids = readKids(pic, place.sheet, el, v, "inline");
  const own = ownStyle(v, { resolve });
  const [, right, , left] = sides(v, "margin");
  let css =
    `${text.css}${own.css}${visibility(v, place)}margin:0 ${px(right)} 0 ${px(left)};` +
    say(v, "display padding unicode-bidi vertical-align box-decoration-break");
  let { abs } = place;
  if (own.positioned || own.holdsFixed) {
    css += "position:relative;";
    if (position === "relative") css += say(v, "left top", (value) => /^(?:auto|0px)$/.test(value));
    const rect = p.getClientRects(el)[0];
    const box = localBox(place.space, rect === undefined ? p.clientBox(el) : p.boxOf(rect));
    abs = { space: place.space, x: box.x + own.border[3], y: box.y + own.border[0] };
  }
  if (own.paints) pic.painted++;
  pic.out.push(`<div${classes(pic, css)}${lang(el)}>`);
  const inside = { ...place, text: text.inside, visible: v("visibility"), abs, depth: place.depth + 1 };
  yield* emitLines(pic, inside, kid, kids, undefined, own);
  pic.out.push("</div>");
}

/** What a cell whose content sits on the row's baseline is pushed down by, from where its first line is. */
function cellShift(kid: ElementKid, laid: Laid, own: OwnStyle, pad: Sides): string {
  const range = p.createRange(p.ownerDocument(kid.el) as Document);
  p.selectNodeContents(range, kid.el);
  const first = r.rangeRects(range)[0];
  if (first === undefined) return "";
  const box = p.boxOf(first);
  const line = kid.v("line-height");
  const lead = line === "normal" ? 0 : Math.floor((num(line) - box.height) / 2);
  const shift = box.y - lead - (laid.client.y + own.border[0] + pad[0]);
  return shift > 0 ? `padding-top:${px(pad[0] + shift)};` : "";
}
