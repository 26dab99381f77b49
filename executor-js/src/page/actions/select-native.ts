/** Native selects: the option itself is chosen, for labels and values need not be unique (seed 6.5). */
import { refuse, type OptionChoice } from "../../protocol/index.js";
import { blurFrom, fireChange, fireInput, focusOn, microtasks, nextTask } from "../framework-events.js";
import { chooseIndex, chooseOption, readSelected, readSelectedIndex } from "../native.js";
import { matchOptions, type Choosable, type Matched } from "../option-match.js";
import * as p from "../pristine.js";
import { selectedLabels } from "../state.js";
import { oneLine } from "../text.js";
import type { Refusal } from "../types.js";
import { matchList } from "../value-match.js";
import type { ActingOn, Outcome } from "./action.js";
import { has, listOf } from "../lists.js";

/** How long options that are loaded on focus are waited for, in milliseconds. */
const OPTIONS_MS = 1000;
const LOOK_MS = 50;

/** What a choice means in this select now. */
export function planNative(
  select: HTMLSelectElement,
  choices: readonly OptionChoice[],
  elementId: string,
): Matched<HTMLOptionElement> | Refusal {
  const multiple = p.selectMultiple(select);
  if (!multiple && choices.length !== 1) {
    return refuse.invalidValue(elementId, "it takes exactly one option", {
      multiple: false,
      given: choices.length,
    });
  }
  return matchOptions(optionsOf(select), choices, elementId);
}

function optionsOf(select: HTMLSelectElement): Choosable<HTMLOptionElement>[] {
  return listOf(p.selectOptions(select)).map((item) => ({
    item,
    label: oneLine(p.optionLabel(item)) || oneLine(p.optionText(item)),
    value: p.optionValue(item),
    disabled: p.matches(item, ":disabled"),
  }));
}

export async function selectNative(
  acting: ActingOn,
  select: HTMLSelectElement,
  choices: readonly OptionChoice[],
): Promise<Outcome> {
  const target = await acting.actionable();
  if ("refused" in target) return target;
  const { elementId, sensitive } = target;
  const report = focusOn(select);
  acting.extras.documentFocused = report.documentFocused;
  if (report.moved) acting.extras.focusMoved = true;
  if (!report.took) return refuse.notFocusable(elementId);
  await nextTask();

  const plan = await awaitOptions(acting, select, choices, elementId);
  if (plan.refused) return plan;
  const changed = acting.recheck();
  if (changed !== undefined) return changed;
  if (p.matches(select, ":disabled")) return refuse.elementDisabled(elementId);

  const wanted = plan.chosen.map((option) => option.item);
  choose(select, wanted);
  fireInput(select);
  await microtasks();
  if (p.isConnected(select)) fireChange(select);
  await microtasks();
  blurFrom(select);

  const labels = optionsOf(select)
    .filter((option) => has(wanted, option.item))
    .map((option) => option.label);
  const expected = p.selectMultiple(select) ? labels : (labels[0] ?? "");
  return {
    probe: {
      elementId,
      sensitive,
      expected,
      read: () => {
        if (!p.isConnected(select)) return undefined;
        const chosen = selectedLabels(select);
        return p.selectMultiple(select) ? chosen : (chosen[0] ?? null);
      },
      match: () => (holdsExactly(select, wanted, labels) ? "exact" : "mismatch"),
    },
  };
}

/** The right options by themselves; by label where the page drew its options anew. */
function holdsExactly(
  select: HTMLSelectElement,
  wanted: readonly HTMLOptionElement[],
  labels: readonly string[],
): boolean {
  const options = listOf(p.selectOptions(select));
  if (wanted.every((option) => has(options, option))) {
    return options.every((option) => readSelected(option) === has(wanted, option));
  }
  return matchList(labels, selectedLabels(select)) === "exact";
}

async function awaitOptions(
  acting: ActingOn,
  select: HTMLSelectElement,
  choices: readonly OptionChoice[],
  elementId: string,
): Promise<Matched<HTMLOptionElement> | Refusal> {
  const end = acting.clock.now() + OPTIONS_MS;
  for (;;) {
    const plan = planNative(select, choices, elementId);
    if (plan.refused !== true || plan.code !== "option_not_found" || acting.clock.now() >= end) return plan;
    await acting.clock.sleep(LOOK_MS, acting.signal);
  }
}

function choose(select: HTMLSelectElement, wanted: readonly HTMLOptionElement[]): void {
  const options = listOf(p.selectOptions(select));
  if (!p.selectMultiple(select)) {
    const index = options.findIndex((option) => option === wanted[0]);
    if (readSelectedIndex(select) !== index) chooseIndex(select, index);
    return;
  }
  for (const option of options) chooseOption(option, has(wanted, option));
}
