/** Dead to the user although painted: under `inert`, or behind a modal dialog. */
import { closestAcross, containsComposed, documentOf, flatParent, frameElementOf } from "./dom.js";
import { Layout } from "./layout.js";
import * as p from "./pristine.js";

/**
 * Why an element is dead to the user although it may be painted: an `inert` ancestor through shadow roots and
 * frames, or a modal dialog that it is not in. Null when neither.
 */
export function inertCause(el: Element, layout = new Layout()): "inert" | "modal" | null {
  for (let e: Element | null = el; e !== null;) {
    if (closestAcross(e, "[inert]") !== null || (layout.shadows(documentOf(e)).length > 0 && slottedInert(e)))
      return "inert";
    const doc = documentOf(e);
    const modal = layout.modal(doc);
    if (modal !== null && !containsComposed(modal, el)) return "modal";
    e = frameElementOf(doc);
  }
  return null;
}

/** Slotted content is inert with the slot's ancestors, which `closest` on the light side does not pass. */
function slottedInert(el: Element): boolean {
  for (let e: Element | null = el; e !== null; e = flatParent(e)) {
    const slot = p.assignedSlot(e);
    if (slot !== null && p.closest(slot, "[inert]") !== null) return true;
  }
  return false;
}
