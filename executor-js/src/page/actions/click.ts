/** Clicks as a user does: one full sequence per press, never by coordinates, never twice to make sure. */
import { refuse } from "../../protocol/index.js";
import { attr, closestAcross } from "../dom.js";
import { EffectWatch } from "../effects.js";
import type { TargetedHandler } from "./action.js";
import { pressOn } from "./press-on.js";

const BUTTONS = { left: 0, middle: 1, right: 2 } as const;

export const click: TargetedHandler<"click"> = {
  target: "required",
  describe: (action) =>
    action.button === undefined && action.count === undefined
      ? undefined
      : `${action.count === 2 ? "double " : ""}${action.button ?? "left"} click`,
  preflight: (ref, action) => {
    // The middle button opens a link in another tab, where nobody follows.
    const link = action.button === "middle" ? closestAcross(ref.element, "a[href],area[href]") : null;
    return link !== null && attr(link, "href") !== "" ? refuse.newTab(ref.elementId) : undefined;
  },
  async run(acting, action) {
    const target = await acting.actionable();
    if ("refused" in target) return target;
    const effects = new EffectWatch(acting.watch, target.element);
    const refusal = await pressOn(acting, target, {
      button: BUTTONS[action.button ?? "left"],
      count: action.count ?? 1,
      onEvent: (when) => {
        effects[when]();
      },
    });
    if (refusal !== undefined) return refusal;
    return {
      explains: true,
      status: (changes) => (effects.seen(changes) ? "verified" : "no_effect_observed"),
    };
  },
};
