/** Sliders and spin buttons that are no inputs: brought to a value by the arrow keys that they answer to. */
import { refuse } from "../../protocol/index.js";
import { attr } from "../dom.js";
import { fireKey, focusOn, nextTask } from "../framework-events.js";
import { keyInit } from "../keys.js";
import { typeText } from "../keyboard/edit.js";
import * as p from "../pristine.js";
import { isEditingHost, roleOf } from "../roles.js";
import type { ActionableRef, Refusal } from "../types.js";
import type { ActingOn, Outcome } from "./action.js";

/** More presses than a user would care for; a wider range is not walked through. */
const PRESSES = 500;

export function isAriaRange(element: Element): boolean {
  return (
    /^(?:slider|spinbutton)$/.test(roleOf(element)) &&
    (isSegment(element) || attr(element, "aria-valuenow") !== "")
  );
}

/** A part of a date or time that takes digits and draws them itself. */
const isSegment = (element: Element): boolean =>
  isEditingHost(element) && attr(element, "role") === "spinbutton";

/** What can be said before a key is pressed. */
export function checkRange(element: Element, value: unknown, elementId: string): Refusal | undefined {
  const wanted = typeof value === "string" && value.trim() === "" ? NaN : Number(value);
  const [min, max] = ["aria-valuemin", "aria-valuemax"].map((name) => attr(element, name));
  if (!Number.isFinite(wanted) || typeof value === "boolean")
    return refuse.invalidValue(elementId, "it takes a number");
  const below = min !== undefined && min !== "" && wanted < Number(min);
  const above = max !== undefined && max !== "" && wanted > Number(max);
  return below || above
    ? refuse.invalidValue(elementId, "it is outside the allowed range", { min, max })
    : undefined;
}

export async function fillRange(acting: ActingOn, target: ActionableRef, wanted: number): Promise<Outcome> {
  const { element, elementId } = target;
  const report = focusOn(element);
  acting.extras.documentFocused = report.documentFocused;
  if (report.moved) acting.extras.focusMoved = true;
  if (!report.took) return refuse.notFocusable(elementId);
  const now = (): number => Number(attr(element, "aria-valuenow"));
  if (isSegment(element)) {
    for (const digit of String(wanted)) {
      if (now() === wanted) break;
      typeText(element, digit);
      await nextTask();
    }
  }
  let key: "ArrowUp" | "ArrowDown" = now() < wanted ? "ArrowUp" : "ArrowDown";
  for (let count = 0; count < PRESSES && now() !== wanted; count++) {
    acting.signal.throwIfAborted();
    const changed = acting.recheck();
    if (changed !== undefined) return changed;
    const before = now();
    fireKey(element, "keydown", keyInit(key));
    await nextTask();
    fireKey(element, "keyup", keyInit(key));
    await nextTask();
    const after = now();
    // It does not move, or steps over the value: there is no such position.
    if (after === before || (before < wanted !== after < wanted && after !== wanted)) break;
    key = after < wanted ? "ArrowUp" : "ArrowDown";
  }
  return {
    probe: {
      elementId,
      sensitive: target.sensitive,
      expected: wanted,
      read: () => (p.isConnected(element) ? now() : undefined),
      match: (actual) => (actual === wanted ? "exact" : "mismatch"),
    },
  };
}
