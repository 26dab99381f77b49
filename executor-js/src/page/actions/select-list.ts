/**
 * Chooses from the list of an ARIA or library select as one action: open, choose, see it chosen, close. The list is
 * opened by a press as a user would, rows are pressed one by one, and a list that draws only what shows is scrolled.
 */
import { refuse, type OptionChoice } from "../../protocol/index.js";
import { attr, closestAcross } from "../dom.js";
import { blurFrom, nextTask } from "../framework-events.js";
import { matchOptions, type Choosable } from "../option-match.js";
import { fieldBox, ownPopup } from "../own-list.js";
import * as p from "../pristine.js";
import { roleOf } from "../roles.js";
import { rawValue } from "../state.js";
import type { Refusal } from "../types.js";
import { matchList, type Match } from "../value-match.js";
import { isVisible } from "../visibility.js";
import type { ActingOn, Outcome } from "./action.js";
import { OptionList } from "./option-list.js";
import { pressOn } from "./press-on.js";

/** How long a list may take to open and to be filled, in milliseconds. */
const OPEN_MS = 1500;
const LOOK_MS = 40;

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
      read: () => (p.isConnected(field) ? rawValue(field) : undefined),
      match: (actual) => {
        const shown = Array.isArray(actual) ? actual : actual === null || actual === "" ? [] : [String(actual)];
        const match = matchChosen(labels, shown);
        if (match !== "mismatch") return match;
        // The field writes its choice in its own words (a code, "+2 more"): then the list's own marks decide.
        const holds = labels.length > 0 && shown.length > 0 && labels.every((label) => list.isMarked(label, marked.get(label)));
        return holds ? "reformatted" : "mismatch";
      },
    },
  };
}

/** Tags may stand in the order of choosing, and in one text. */
function matchChosen(labels: readonly string[], shown: readonly string[]): Match {
  const inOrder = matchList([...labels].sort(), [...shown].sort());
  if (inOrder !== "mismatch" || shown.length !== 1) return inOrder;
  return matchList(labels, (shown[0] ?? "").split(/\s*[,，、;]\s*/));
}

/** Opens the field's own list, if it is not open already. */
async function open(acting: ActingOn, field: Element): Promise<Element | Refusal> {
  const already = ownPopup(field);
  if (already !== null) return already;
  const target = await acting.actionable();
  if ("refused" in target) return target;
  if (attr(field, "role") === "" && attr(field, "aria-haspopup") === "" && fieldBox(field) === field) {
    return refuse.elementNotSelectable(target.elementId);
  }
  // One press, and no second one when the list is slow: that would close it again.
  const refusal = await pressOn(acting, target);
  if (refusal !== undefined) return refusal;
  const end = acting.clock.now() + OPEN_MS;
  for (;;) {
    const popup = ownPopup(field);
    if (popup !== null) {
      await acting.settle();
      return popup;
    }
    if (acting.clock.now() >= end) return refuse.elementNotSelectable(target.elementId, { reason: "no_list_opened" });
    await acting.clock.sleep(LOOK_MS, acting.signal);
  }
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
    return refuse.invalidValue(elementId, "it takes exactly one option", { multiple: false, given: choices.length });
  }
  let plan = matchOptions(await list.read(choices), choices, elementId);
  const end = acting.clock.now() + OPEN_MS;
  while (plan.refused && plan.code === "option_not_found" && acting.clock.now() < end) {
    // Rows may still be on their way from a server.
    await acting.clock.sleep(LOOK_MS * 2, acting.signal);
    plan = matchOptions(await list.read(choices), choices, elementId);
  }
  if (plan.refused) return plan;
  const wanted = plan.chosen.map((option) => option.item);
  if (multiple) {
    for (const key of await list.marked()) {
      if (wanted.includes(key)) continue;
      const refusal = await list.press(key);
      if (refusal !== undefined) return refusal;
    }
  }
  for (const key of wanted) {
    if ((multiple || list.popup === field) && (await list.show(key)) !== undefined && list.isMarkedKey(key)) continue;
    const refusal = await list.press(key);
    if (refusal !== undefined) return refusal;
  }
  return plan.chosen;
}

function isMultiple(field: Element, popup: Element): boolean {
  return (
    attr(popup, "aria-multiselectable") === "true" ||
    p.listLength(p.queryAll(popup, "[aria-multiselectable=true],.is-multiple")) > 0 ||
    closestAcross(field, ".ant-select-multiple,.ant-select-tags") !== null
  );
}

/** Puts an open list away, as a user does by going on. A list that closed by itself is left alone. */
async function close(acting: ActingOn, field: Element, popup: Element): Promise<void> {
  await acting.settle();
  if (!isOpen(field, popup)) {
    blurFrom(field);
    return;
  }
  blurFrom(field);
  await nextTask();
  await acting.settle();
  if (isOpen(field, popup)) {
    const box = await acting.actionablePart(fieldBox(field));
    if (!("refused" in box)) await pressOn(acting, box);
    await acting.settle();
    blurFrom(field);
  }
  acting.extras.suggestionsOpen = isOpen(field, popup);
}

function isOpen(field: Element, popup: Element): boolean {
  if (!p.isConnected(popup) || !isVisible(popup)) return false;
  return attr(field, "aria-expanded") !== "false";
}
