/**
 * Chooses from the list of an ARIA or library select as one action: open, choose, see it chosen, close. The list is
 * opened by a press as a user would, rows are pressed one by one, and a list that draws only what shows is scrolled.
 */
import { refuse, type ElementValue, type OptionChoice } from "../../protocol/index.js";
import { attr, closestAcross, deepActiveElement, holds, isInput } from "../dom.js";
import { blurFrom, fireInput, fireKey, focusOn } from "../framework-events.js";
import { keyInit } from "../keys.js";
import { matchOptions, type Choosable } from "../option-match.js";
import { readValue, writeValue } from "../native.js";
import { fieldBox, ownPopup } from "../own-list.js";
import * as p from "../pristine.js";
import { roleOf } from "../roles.js";
import { expandedOf, rawValue } from "../state.js";
import type { ActionableRef, Refusal } from "../types.js";
import { matchList, type Match } from "../value-match.js";
import type { ActingOn, Outcome } from "./action.js";
import { OptionList } from "./option-list.js";
import { appears, putAway } from "./popup.js";
import { pressOn } from "./press-on.js";
import { has } from "../lists.js";

/** How long the rows of a list may take to come, in milliseconds. */
const ROWS_MS = 1500;
const LOOK_MS = 80;

export async function selectFromList(acting: ActingOn, choices: readonly OptionChoice[]): Promise<Outcome> {
  const { element: field, elementId } = acting.ref;
  const standing = roleOf(field) === "listbox";
  const popup = standing ? field : await open(acting, field);
  if ("refused" in popup) return popup;
  const list = new OptionList(acting, popup);
  const chosen = await choose(acting, field, list, choices);
  if ("refused" in chosen) {
    if (!standing) await close(acting, field, popup);
    return chosen;
  }
  const labels = chosen.map((option) => option.label);
  const marked = new Map(labels.map((label) => [label, list.isMarked(label)]));
  if (!standing) await close(acting, field, popup);

  const multiple = isMultiple(field, popup);
  return {
    probe: {
      elementId,
      sensitive: acting.ref.sensitive,
      expected: multiple ? labels : (labels[0] ?? ""),
      read: () => {
        const value = p.isConnected(field) ? rawValue(field) : undefined;
        return multiple && value !== undefined ? asList(value) : value;
      },
      match: (actual) => {
        const shown = asList(actual);
        const match = matchChosen(labels, shown);
        if (match !== "mismatch") return match;
        // The field writes its choice in its own words (a code, "+2 more"): then the list's own marks decide.
        const holds =
          labels.length > 0 &&
          shown.length > 0 &&
          labels.every((label) => list.isMarked(label, marked.get(label)));
        return holds ? "reformatted" : "mismatch";
      },
    },
  };
}

function asList(value: ElementValue): string[] {
  if (Array.isArray(value)) return value;
  return value === null || value === "" ? [] : [String(value)];
}

/** Tags may stand in the order of choosing, and in one text. */
function matchChosen(labels: readonly string[], shown: readonly string[]): Match {
  const inOrder = matchList([...labels].sort(), [...shown].sort());
  if (inOrder !== "mismatch" || shown.length !== 1) return inOrder;
  return matchList(labels, (shown[0] ?? "").split(/\s*[,，、;]\s*/));
}

/** Opens the field's own list, if it is not open already. */
async function open(acting: ActingOn, field: Element): Promise<Element | Refusal> {
  // One that is fading away from the last time cannot be used, and would be in the way.
  if (ownPopup(field) === null) await putAway(acting, field);
  const already = ownPopup(field);
  if (already !== null) return already;
  const target = await pressable(acting, field);
  if ("refused" in target) return target;
  if (attr(field, "role") === "" && attr(field, "aria-haspopup") === "" && fieldBox(field) === field) {
    return refuse.elementNotSelectable(target.elementId);
  }
  // One press, and no second one when the list is slow: that would close it again.
  const refusal = await pressOn(acting, target);
  if (refusal !== undefined) return refusal;
  let popup = await appears(acting, () => ownPopup(field));
  if (popup === null && expandedOf(field) === false) {
    // Some are opened by typing and by the arrow alone, which opens and never closes.
    focusOn(field);
    fireKey(field, "keydown", keyInit("ArrowDown"));
    fireKey(field, "keyup", keyInit("ArrowDown"));
    popup = await appears(acting, () => ownPopup(field));
  }
  if (popup === null) return refuse.elementNotSelectable(target.elementId, { reason: "no_list_opened" });
  await acting.settle();
  return ownPopup(field) ?? popup;
}

/** The field as it can be pressed; its input may lie under its tags, and then its box is pressed. */
async function pressable(acting: ActingOn, field: Element): Promise<ActionableRef | Refusal> {
  const target = await acting.actionable();
  const box = fieldBox(field);
  return "refused" in target && box !== field ? await acting.actionablePart(box) : target;
}

async function choose(
  acting: ActingOn,
  field: Element,
  list: OptionList,
  choices: readonly OptionChoice[],
): Promise<readonly Choosable<string>[] | Refusal> {
  const { elementId } = acting.ref;
  const multiple = isMultiple(field, list.popup);
  if (!multiple && choices.length !== 1) {
    return refuse.invalidValue(elementId, "it takes exactly one option", {
      multiple: false,
      given: choices.length,
    });
  }
  let plan = matchOptions(await list.read(choices), choices, elementId);
  if (
    plan.refused &&
    plan.code === "option_not_found" &&
    isInput(field) &&
    readValue(field) !== "" &&
    !p.inputReadOnly(field)
  ) {
    // What was typed to search filters the list.
    writeValue(field, "");
    fireInput(field, { inputType: "deleteContentBackward", data: null });
    await acting.settle();
    plan = matchOptions(await list.read(choices), choices, elementId);
  }
  const end = acting.clock.now() + ROWS_MS;
  while (plan.refused && plan.code === "option_not_found" && acting.clock.now() < end) {
    // Rows may still be on their way from a server.
    await acting.clock.sleep(LOOK_MS, acting.signal);
    plan = matchOptions(await list.read(choices), choices, elementId);
  }
  if (plan.refused) return plan;
  const wanted = plan.chosen.map((option) => option.item);
  if (multiple) {
    for (const key of await list.marked()) {
      if (has(wanted, key)) continue;
      const refusal = await list.press(key);
      if (refusal !== undefined) return refusal;
    }
  }
  for (const key of wanted) {
    if ((multiple || list.popup === field) && (await list.show(key)) !== undefined && list.isMarkedKey(key))
      continue;
    if (ownPopup(field) === null && list.popup !== field) {
      // It closes at each choice.
      const again = await open(acting, field);
      if ("refused" in again) return again;
      list.popup = again;
    }
    const refusal = await list.press(key);
    if (refusal !== undefined) return refusal;
  }
  return plan.chosen;
}

function isMultiple(field: Element, popup: Element): boolean {
  const marks = "[aria-multiselectable=true],.is-multiple";
  return (
    p.closest(popup, marks) !== null ||
    p.queryFirst(popup, marks) !== null ||
    closestAcross(field, ".ant-select-multiple,.ant-select-tags") !== null
  );
}

/**
 * Puts an open list away, as a user does: by leaving the field, by Escape, and where neither means anything to it by the
 * press that opened it. A list that closed by itself is left alone, but no action ends while it still fades away over
 * what is acted on next.
 */
async function close(acting: ActingOn, field: Element, popup: Element): Promise<void> {
  await acting.settle();
  // A list that took the focus, as a menu does, is closed by a key in it; leaving the field means nothing to it.
  const within = focusWithin(ownPopup(field));
  if (within === null) blurFrom(field);
  if (within !== null || (!(await putAway(acting, field, popup)) && ownPopup(field) !== null)) {
    fireKey(within ?? field, "keydown", keyInit("Escape"));
    fireKey(within ?? field, "keyup", keyInit("Escape"));
    await putAway(acting, field, popup);
  }
  if (ownPopup(field) !== null && expandedOf(field) === true) {
    const target = await pressable(acting, field);
    if (!("refused" in target) && (await pressOn(acting, target)) === undefined) {
      await putAway(acting, field, popup);
      blurFrom(field);
    }
  }
  acting.extras.suggestionsOpen = ownPopup(field) !== null;
}

function focusWithin(popup: Element | null): Element | null {
  const active = popup === null ? null : deepActiveElement();
  return popup !== null && active !== null && holds(popup, active) ? active : null;
}
