/** The declarations that put a box where it was measured. */
import { htmlTag } from "../dom.js";
import * as p from "../pristine.js";
import type { Kids } from "./kids.js";
import type { Laid } from "./measure.js";
import { outOfFlow, type ElementKid, type Place } from "./picture.js";
import * as r from "./reads.js";
import { num, px, reader, type Read } from "./styles.js";

/** `display` of the emitted box. */
export function innerDisplay(place: Place, kid: ElementKid, kids: Kids): string {
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
