/** Moves the focus to an element, and sees it stay there. */
import { refuse } from "../../protocol/index.js";
import { focusOn, holdsFocus } from "../framework-events.js";
import type { TargetedHandler } from "./action.js";

export const focus: TargetedHandler<"focus"> = {
  target: "required",
  async run(acting) {
    const target = await acting.actionable();
    if ("refused" in target) return target;
    const { element, elementId } = target;
    const report = focusOn(element);
    acting.extras.documentFocused = report.documentFocused;
    if (report.moved) acting.extras.focusMoved = true;
    if (!report.took) return refuse.notFocusable(elementId);
    return {
      // A page that sends the focus on to something else did not let the target have it.
      status: () =>
        holdsFocus(element) ? "verified" : refuse.notFocusable(elementId, { reason: "moved_on" }),
    };
  },
};
