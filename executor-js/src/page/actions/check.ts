/**
 * Brings a checkbox, radio or switch into a state, by the click a user would make: handlers hear it, and a framework
 * that decides otherwise is seen. Already there is done, without a single event.
 */
import { refuse, type TriState } from "../../protocol/index.js";
import { isInput } from "../dom.js";
import * as p from "../pristine.js";
import { checkedOf } from "../state.js";
import type { Refusal, ResolvedRef } from "../types.js";
import { pressOn } from "./press-on.js";
import type { ActingOn, Outcome, TargetedHandler } from "./action.js";

export const check: TargetedHandler<"check"> = {
  target: "required",
  preflight: checkable,
  run: (acting) => bring(acting, true),
};

export const uncheck: TargetedHandler<"uncheck"> = {
  target: "required",
  preflight: (ref) => {
    const refusal = checkable(ref);
    if (refusal !== undefined) return refusal;
    // No click takes a radio button back; the user chooses another one of its group.
    const radio = isInput(ref.element) && p.inputType(ref.element) === "radio";
    return radio && checkedOf(ref.element) === true
      ? refuse.elementNotCheckable(ref.elementId, { reason: "radio_cannot_be_unchecked" })
      : undefined;
  },
  run: (acting) => bring(acting, false),
};

function checkable(ref: ResolvedRef): Refusal | undefined {
  return checkedOf(ref.element) === undefined ? refuse.elementNotCheckable(ref.elementId) : undefined;
}

async function bring(acting: ActingOn, wanted: boolean): Promise<Outcome> {
  const { element, elementId, sensitive } = acting.ref;
  const probe = {
    elementId,
    sensitive,
    expected: wanted,
    read: (): TriState | undefined => (p.isConnected(element) ? (checkedOf(element) ?? false) : undefined),
    match: (actual: unknown) => (actual === wanted ? ("exact" as const) : ("mismatch" as const)),
  };
  // `mixed` is neither: one click decides it, a second turns it.
  if (checkedOf(element) === wanted) return { probe, idle: true };
  let clicks = checkedOf(element) === "mixed" ? 2 : 1;
  while (clicks-- > 0 && checkedOf(element) !== wanted) {
    const target = await acting.actionable();
    if ("refused" in target) return target;
    const refusal = await pressOn(acting, target);
    if (refusal !== undefined) return refusal;
    await acting.settle();
  }
  return { probe };
}
