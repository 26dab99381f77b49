/** Boxes that an element paints: what it holds, ways of hiding from sight, places that no scrolling reaches. */
import {
  attr,
  closestAcross,
  documentChain,
  documentOf,
  flatChildren,
  flatParent,
  frameElementOf,
  htmlTag,
  isElement,
  isPainted,
  isText,
  rootOf,
} from "./dom.js";
import { hasArea, intersect, union, type Box } from "./geometry.js";
import { clips, Layout } from "./layout.js";
import * as p from "./pristine.js";

const PAINTED_OPAQUE = { __proto__: null, visibilityProperty: true, opacityProperty: true };

/** Has a place in the rendered page: in a shown document, not under `display:none` or a closed `details`. Hidden by visibility counts as not rendered. */
export function isRendered(el: Element): boolean {
  const chain = documentChain(el);
  if (chain === null || !isPainted(el)) return false;
  for (const doc of chain) {
    const frame = frameElementOf(doc);
    if (frame !== null && !isPainted(frame)) return false;
  }
  return true;
}

/**
 * Painted box in the client coordinates of the element's own document, or null when it paints nothing there:
 * `display:contents` and boxes collapsed around floating children are judged by what they hold.
 */
export function paintedBox(el: Element): Box | null {
  const box = p.clientBox(el);
  if (hasArea(box)) return box.width <= 1 && box.height <= 1 ? null : box;
  return clips(el) ? null : contentBox(el, 3);
}

function contentBox(el: Element, depth: number): Box | null {
  let result: Box | null = null;
  const children = flatChildren(el);
  for (let i = 0; i < children.length && i < 30; i++) {
    const child = children[i];
    if (child === undefined) continue;
    if (isText(child)) {
      const range = p.createRange(documentOf(child));
      p.selectNodeContents(range, child);
      const box = p.boxOf(p.rangeClientRect(range));
      if (hasArea(box)) result = union(result, box);
    } else if (isElement(child) && isPainted(child)) {
      const box = p.clientBox(child);
      if (hasArea(box)) result = union(result, box);
      else if (depth > 0 && !clips(child)) result = union(result, contentBox(child, depth - 1));
    }
  }
  return result;
}

/**
 * Painted box of a visible element (own client coordinates), or null. Transparent is visible, for users do find
 * hover-revealed buttons, but transparent and dead to the pointer is not. Scrolled out of view is visible too.
 */
export function visibleBox(el: Element, layout = new Layout()): Box | null {
  if (htmlTag(el) === "area") return areaBox(el, layout);
  return isPainted(el) ? shownFrom(el, p.clientBox(el), layout) : null;
}

/** An area of an image map has no box of its own: its coordinates count from the corner of the image. */
function areaBox(area: Element, layout: Layout): Box | null {
  const name = attr(closestAcross(area, "map") ?? area, "name");
  const image =
    name === "" ? null : p.queryFirst(rootOf(area), `img[usemap="#${name.replace(/["\\]/g, "\\$&")}"]`);
  const box = image === null ? null : visibleBox(image, layout);
  if (box === null) return null;
  const n = (p.getAttribute(area, "coords") ?? "").split(",").map(Number);
  const [x = 0, y = 0, r = 0, b = 0] = n;
  switch ((p.getAttribute(area, "shape") ?? "rect").toLowerCase()) {
    case "default":
      return box;
    case "circle":
    case "circ":
      return intersect(box, { x: box.x + x - r, y: box.y + y - r, width: 2 * r, height: 2 * r });
    case "poly":
    case "polygon": {
      const xs = n.filter((_, i) => i % 2 === 0);
      const ys = n.filter((_, i) => i % 2 === 1);
      const left = Math.min(...xs);
      const top = Math.min(...ys);
      return intersect(box, {
        x: box.x + left,
        y: box.y + top,
        width: Math.max(...xs) - left,
        height: Math.max(...ys) - top,
      });
    }
    default:
      return intersect(box, { x: box.x + x, y: box.y + y, width: r - x, height: b - y });
  }
}

/** {@link visibleBox} for an element that is known not to be hidden, with its box. */
export function shownFrom(el: Element, client: Box, layout: Layout): Box | null {
  const box = hasArea(client) ? (client.width <= 1 && client.height <= 1 ? null : client) : paintedBox(el);
  if (box === null) return null;
  const style = p.computedStyle(el);
  const position = p.cssValue(style, "position");
  if (isCutAway(el, style, position) || isOffPage(el, box)) return null;
  // What a wrapper of a pixel cuts is hidden from sight, whatever the size of the control in it.
  const clip = layout.clip(el);
  return clip === null || (clip.width <= 1 && clip.height <= 1) ? null : box;
}

/** Hidden by one of the usual ways to hide a native control from sight only. */
function isCutAway(el: Element, style: CSSStyleDeclaration, position: string): boolean {
  if (position === "absolute" || position === "fixed") {
    const sides = p.cssValue(style, "clip").match(/-?[\d.]+/g);
    if (sides?.length === 4) {
      const [top = 0, right = 0, bottom = 0, left = 0] = sides.map(Number);
      if (right - left <= 1 || bottom - top <= 1) return true;
    }
  }
  if (/^inset\((?:50|100)%/.test(p.cssValue(style, "clip-path"))) return true;
  return p.cssValue(style, "pointer-events") === "none" && !p.checkVisibility(el, PAINTED_OPAQUE);
}

/** Put beyond the upper or left edge, where no scrolling reaches. */
function isOffPage(el: Element, box: Box): boolean {
  if (box.x + box.width > 0 && box.y + box.height > 0) return false;
  const view = p.defaultView(documentOf(el));
  if (view === null) return true;
  if (box.x + box.width + p.scrollX(view) > 0 && box.y + box.height + p.scrollY(view) > 0) return false;
  return !hasScrolledAncestor(el);
}

function hasScrolledAncestor(el: Element): boolean {
  for (let a = flatParent(el); a !== null; a = flatParent(a)) {
    if (p.scrollTop(a) !== 0 || p.scrollLeft(a) !== 0) return htmlTag(a) !== "html";
  }
  return false;
}
