/** What the user can see: an element or what stands for it, through all frames, in the viewport or scrolled to. */
import { closestAcross, documentChain, documentOf, frameElementOf, isHtml } from "./dom.js";
import { intersect, wireRect, type Box } from "./geometry.js";
import { Layout } from "./layout.js";
import * as p from "./pristine.js";
import { isEditingHost } from "./roles.js";
import { standInOf } from "./stand-in.js";
import { visibleBox } from "./visible-box.js";

/** Visible to the user once scrolled to, in every frame up to the top; a stand-in counts for its control. */
export function isVisible(el: Element): boolean {
  return shownBox(el, new Layout()) !== null;
}

/** The visible box of an element or of what stands for it, or null. */
export function shownBox(el: Element, layout: Layout): Box | null {
  if (!isRenderedFrames(el)) return null;
  const own = visibleBox(el, layout);
  if (own !== null) return own;
  const standIn = standInOf(el, layout);
  return standIn === null ? null : visibleBox(standIn, layout);
}

function isRenderedFrames(el: Element): boolean {
  const chain = documentChain(el);
  if (chain === null) return false;
  for (const doc of chain) {
    const frame = frameElementOf(doc);
    if (frame !== null && visibleBox(frame) === null) return false;
  }
  return true;
}

/** Rectangle in top coordinates of the element or of what stands for it; its own, possibly empty, box when invisible. */
export function rectOf(el: Element): { x: number; y: number; width: number; height: number } {
  const layout = new Layout();
  const box = shownBox(el, layout) ?? p.clientBox(el);
  return wireRect(layout.projection(documentOf(el)).box(box));
}

/** Whether a part of the element's box shows in the top viewport now (overlays are the hit test's business). */
export function isInViewport(el: Element): boolean {
  const layout = new Layout();
  const box = shownBox(el, layout);
  return box !== null && shownPart(el, box, layout) !== null;
}

/** The part of a box of this element's document that is neither clipped nor outside the viewport. */
export function shownPart(el: Element, box: Box, layout: Layout): Box | null {
  const window = layout.window(documentOf(el));
  const clip = window === null ? null : layout.clip(el);
  const part = window === null || clip === null ? null : intersect(window, clip);
  return part === null ? null : intersect(part, box);
}

/** Painted and usable but taken from the accessibility tree. */
export const isAriaHidden = (el: Element): boolean => closestAcross(el, '[aria-hidden="true"]') !== null;

/** Takes part in editing: text can be typed into it. */
export const isEditable = (el: Element): boolean =>
  isHtml(el) && (isEditingHost(el) || p.isContentEditable(el));
