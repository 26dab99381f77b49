/** One press on an actionable target, with the checks that stand right before it. */
import { refuse } from "../../protocol/index.js";
import { flatParent, holds, openRoot, rootOf } from "../dom.js";
import { press, type PressOptions } from "../framework-events.js";
import * as p from "../pristine.js";
import { isControl } from "../roles.js";
import type { ActionableRef, Refusal } from "../types.js";
import type { ActingOn } from "./action.js";

/** Presses; says what stopped it, before or in the middle. */
export async function pressOn(
  acting: ActingOn,
  target: ActionableRef,
  options: Partial<Pick<PressOptions, "button" | "count" | "onEvent">> = {},
): Promise<Refusal | undefined> {
  const { pointerTarget, point, elementId } = target;
  const outcome = await press(innermost(pointerTarget, point, acting.isSdkNode), {
    point,
    button: 0,
    count: 1,
    ...options,
    recheck: () => {
      acting.signal.throwIfAborted();
      return acting.recheck();
    },
    fingerprint: () => acting.fingerprint(),
    onClick: () => acting.clicked(),
    gone: () => acting.gone(),
  });
  switch (outcome.kind) {
    case "pressed":
      return undefined;
    case "refused":
      return outcome.refusal;
    case "interrupted":
      // The button went down, but what it was on is gone or another thing by now: nobody clicks that.
      return outcome.reason === "disabled"
        ? refuse.elementDisabled(elementId, { pressed: true })
        : refuse.elementChanged(elementId, { pressed: true, reason: outcome.reason });
  }
}

/**
 * What a real pointer would hit: the innermost part of the target at the point, for handlers may sit on it. Never a
 * control of its own right inside the target (a delete button in a row), and never the SDK's own interface, which may
 * lie over the page.
 */
function innermost(
  target: Element,
  point: { readonly x: number; readonly y: number },
  isSdkNode: (node: Node) => boolean,
): Element {
  const hits: readonly Element[] = p.elementsFromPoint(rootOf(target), point.x, point.y);
  let hit = hits.find((element) => !isSdkNode(element));
  while (hit !== undefined) {
    const inner = openRoot(hit);
    const next: Element | undefined =
      inner === null ? undefined : p.elementsFromPoint(inner, point.x, point.y)[0];
    if (next === undefined || next === hit) break;
    hit = next;
  }
  if (hit === undefined || !holds(target, hit)) return target;
  for (let part: Element | null = hit; part !== null && part !== target; part = flatParent(part)) {
    if (isControl(part)) return target;
  }
  return hit;
}
