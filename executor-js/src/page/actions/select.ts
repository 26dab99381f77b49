/** Chooses options: of a native select by the option itself, of a library or ARIA list by opening, pressing, closing. */
import type { ActionOf } from "../../protocol/index.js";
import { isSelect } from "../dom.js";
import type { TargetedHandler } from "./action.js";
import { selectFromList } from "./select-list.js";
import { planNative, selectNative } from "./select-native.js";

export const select: TargetedHandler<"select"> = {
  target: "required",
  describe: (action) => action.values.map(choiceText).join(", "),
  preflight: (ref, action) => {
    if (!isSelect(ref.element)) return undefined;
    const plan = planNative(ref.element, action.values, ref.elementId);
    // Options may be loaded when the field gets the focus: a missing one is only missed when it was waited for.
    return plan.refused && plan.code !== "option_not_found" ? plan : undefined;
  },
  async run(acting, action) {
    const { element } = acting.ref;
    return isSelect(element)
      ? await selectNative(acting, element, action.values)
      : await selectFromList(acting, action.values);
  },
};

/** What the card shows of a choice. */
function choiceText(choice: ActionOf<"select">["values"][number]): string {
  if (typeof choice === "string") return choice;
  if ("label" in choice) return choice.label;
  if ("value" in choice) return choice.value;
  return `#${choice.index + 1}`;
}
