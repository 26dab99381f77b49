/** The declarations that put a box where it was measured. */
import { flatChildren, htmlTag, isElement } from "../dom.js";
import * as p from "../pristine.js";
import type { Kids } from "./kids.js";
import type { Laid } from "./measure.js";
import { isInlineLevel, outOfFlow, type ElementKid, type Place } from "./picture.js";
import { isBlank } from "./reads.js";
import { num, px, reader, say, sides, type Read } from "./styles.js";

/** A box that stands in a line. */
export const isLined = (place: Place, kid: ElementKid): boolean =>
  place.mode === "native" && !outOfFlow(kid.position) && kid.float === "none" && isInlineLevel(kid.display);

/** `display` of a box without children of its own. */
export const leafDisplay = (place: Place, kid: ElementKid): string =>
  isLined(place, kid) ? "inline-block" : "block";

/** `display` of the emitted box. */
export function innerDisplay(place: Place, kid: ElementKid, kids: Kids): string {
  const { inside } = kids;
  const flex =
    inside === "items" ? "flex" : inside === "flex" ? (/grid/.exec(kid.display)?.[0] ?? "flex") : "";
  if (isLined(place, kid)) return `inline-${flex || "block"}`;
  return kid.display.includes("list-item") ? "flow-root list-item" : flex || "flow-root";
}

/** Margins, or offsets among lines, that put a box of a known size at (x, y). */
export function at(place: Place, x: number, y: number, width: number, height: number, z = 1): string {
  if (place.mode !== "flow" && place.mode !== "grid")
    return `position:absolute;left:${px(x - place.abs.x)};top:${px(y - place.abs.y)};`;
  const dx = x - place.x / z;
  const dy = y + (place.lift - place.y) / z;
  return place.mode === "flow"
    ? `margin:${px(dy)} 0 ${px(-(dy + height))} ${px(dx)};`
    : `flex:none;margin:${px(dy)} ${px(-(dx + width))} 0 ${px(dx)};`;
}

/** The declarations that put a box at its measured place. */
export function placement(place: Place, kid: ElementKid, laid: Laid, display: string, lines = false): string {
  const { zoom: z, x, y, width, height } = laid;
  const { position, float, v } = kid;
  const out = outOfFlow(position);
  // Blocks that are cut into columns, and blocks whose lines flow around a float beside them, must stay plain blocks.
  const plain =
    display.startsWith("flow-root") &&
    place.mode === "native" &&
    float === "none" &&
    !out &&
    (place.columns === true || (place.floats.length > 0 && lines));
  const shown = plain ? display.replace("flow-root", "block") : display;
  let css = shown === "flow-root" ? "" : `display:${shown};`;
  if (z !== 1) css += `zoom:${z};`;
  css += `width:${px(width)};`;
  if (!(place.columns === true && plain)) css += `height:${px(height)};`;
  if (out) {
    const anchor = position === "fixed" ? place.fixed : place.abs;
    return `${css}position:${position};left:${px(x - anchor.x / z)};top:${px(y - anchor.y / z)};`;
  }
  if (position !== "static") css += "position:relative;";
  if (place.mode === "flow" && float !== "none") {
    const dx = x - place.x / z;
    return `${css}float:left;${at(place, x, y, width, height, z)}margin-right:${px(-(dx + width))};`;
  }
  if (place.mode === "flow" || place.mode === "grid") return css + at(place, x, y, width, height, z);
  if (position === "relative") css += say(v, "left top", (value) => !/^-?[\d.]+px$/.test(value));
  if (place.mode === "flex")
    return (
      `${css}flex:none;${say(v, "align-self order margin")}` +
      say(v, "grid-area justify-self", (value) => value === "auto")
    );
  css += say(v, "margin") + say(v, "float clear shape-outside", (value) => value === "none");
  if (float !== "none") css += say(v, "shape-margin");
  if (isLined(place, kid)) return css + say(v, "vertical-align");
  const { flow } = place;
  if (float !== "none")
    return flow === undefined || flow.bottom === null ? css : `${css}margin-top:${px(y - flow.bottom / z)};`;
  let moved = position === "relative" && v("top").endsWith("px") ? num(v("top")) : 0;
  if (position === "sticky" && flow !== undefined && flow.bottom !== null) {
    // Where it would be without sticking: below what comes before, or at the edge.
    const before = p.previousElementSibling(kid.el);
    const gap = before === null ? 0 : Math.max(collapsed(kid.el, v, 0), collapsed(before, reader(before), 2));
    moved = y - flow.bottom / z - gap;
    css += `top:${px(moved)};`;
  }
  // Between blocks the measured gap is the margin, whatever collapsed into it; next to a line it has to be worked out.
  const above =
    flow === undefined || flow.bottom === null ? collapsed(kid.el, v, 0) : y - moved - flow.bottom / z;
  const below = flow === undefined || flow.lineNext ? collapsed(kid.el, v, 2) + legendRoom(kid.el) : 0;
  if (flow !== undefined) flow.bottom = flow.lineNext ? null : (y - moved + height) * z;
  return `${css}margin-top:${px(above)};margin-bottom:${px(below)};`;
}

/** The content of a fieldset begins below its legend, with the padding in between. */
function legendRoom(el: Element): number {
  const parent = htmlTag(el) === "legend" ? p.parentNode(el) : null;
  return parent === null ? 0 : num(reader(parent as Element)("padding-top"));
}

/** A block's margin together with those of its first or last children that collapse through it. */
function collapsed(el: Element, v: Read, side: 0 | 2): number {
  let most = 0;
  let least = 0;
  for (let at: Element | null = el, read = v, depth = 0; depth < 20; depth++) {
    const margin = sides(read, "margin")[side];
    most = Math.max(most, margin);
    least = Math.min(least, margin);
    if (
      sides(read, "padding")[side] !== 0 ||
      sides(read, "border", "-width")[side] !== 0 ||
      read("overflow-y") !== "visible" ||
      !/^(?:block|list-item)$/.test(read("display"))
    )
      break;
    at = edgeBlock(at, side);
    if (at === null) break;
    read = reader(at);
    if (!/^(?:block|list-item|table|flex|grid|flow-root)$/.test(read("display"))) break;
  }
  return most + least;
}

function edgeBlock(el: Element, side: 0 | 2): Element | null {
  const all = flatChildren(el);
  for (let i = 0; i < all.length; i++) {
    const node = all[side === 0 ? i : all.length - 1 - i] as Node;
    if (!isElement(node)) {
      if (p.nodeType(node) === 3 && !isBlank(p.nodeValue(node) ?? "")) break;
      continue;
    }
    const v = reader(node);
    if (v("display") !== "none" && !outOfFlow(v("position")) && v("float") === "none") return node;
  }
  return null;
}
