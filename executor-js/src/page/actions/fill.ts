/** Replaces what a text-like control holds, and sees that the page keeps it (seed 6.5). */
import { refuse, type ActionOf } from "../../protocol/index.js";
import { attr, isInput, isTextArea } from "../dom.js";
import { acceptValue } from "../fill-values.js";
import {
  blurFrom,
  fireChange,
  fireInput,
  fireKey,
  focusOn,
  holdsFocus,
  microtasks,
  nextTask,
} from "../framework-events.js";
import { keyInit } from "../keys.js";
import { readValue, writeValue, type ValueControl } from "../native.js";
import { fieldBox, isDatePicker, offersList, ownPopup } from "../own-list.js";
import * as p from "../pristine.js";
import { isReadonly } from "../usable.js";
import { isEditingHost, isTextField, isTextType } from "../roles.js";
import { shownChoice } from "../state.js";
import type { ActionableRef, Refusal, ResolvedRef } from "../types.js";
import { matchText } from "../value-match.js";
import type { ActingOn, Outcome, TargetedHandler } from "./action.js";
import { appears, opensItsList, putAway, reportSuggestions } from "./popup.js";
import { pressOn } from "./press-on.js";
import { fillEditable } from "./fill-editable.js";
import { checkRange, fillRange, isAriaRange } from "./fill-range.js";
import { all } from "../lists.js";

export const fill: TargetedHandler<"fill"> = {
  target: "required",
  describe: (action) => String(action.value),
  preflight: (ref, action) => {
    const { elementId } = ref;
    const element = fieldIn(ref.element);
    if (!isInput(element) && !isTextArea(element)) {
      if (isAriaRange(element)) return checkRange(element, action.value, elementId);
      return isEditingHost(element)
        ? undefined
        : refuse.elementNotFillable(elementId, { role: ref.identity.role });
    }
    const type = isInput(element) ? p.inputType(element) : "textarea";
    if (type === "file") return refuse.fileInput(elementId);
    if (!isTextType(type) && type !== "range" && type !== "color")
      return refuse.elementNotFillable(elementId, { type });
    const accepted = acceptValue(element, action.value, elementId);
    return accepted.refused ? accepted : undefined;
  },
  async run(acting, action) {
    const element = fieldIn(acting.ref.element);
    const target = await (element === acting.ref.element
      ? acting.actionable()
      : acting.actionablePart(element));
    if ("refused" in target) return target;
    if (isInput(element) || isTextArea(element)) return await fillControl(acting, action, target, element);
    if (isAriaRange(element)) return await fillRange(acting, target, Number(action.value));
    return await fillEditable(acting, target, String(action.value));
  },
};

/** A combobox that is no input itself holds the one that text goes into. */
function fieldIn(element: Element): Element {
  if (attr(element, "role") !== "combobox" || isInput(element)) return element;
  const inputs = all(element, "input,textarea").filter(isTextField);
  return inputs.length === 1 && inputs[0] !== undefined ? inputs[0] : element;
}

async function fillControl(
  acting: ActingOn,
  action: ActionOf<"fill">,
  target: ActionableRef,
  control: ValueControl,
): Promise<Outcome> {
  const { elementId, sensitive } = target;
  const accepted = acceptValue(control, action.value, elementId);
  if (accepted.refused) return accepted;
  const lost = await enter(acting, target, control);
  if (lost !== undefined) return lost;

  const { canonical } = accepted;
  // From here on the value is in the page: input and change follow in the same task, with only the frameworks'
  // microtasks in between, so that nobody can recycle the field for another record half way.
  writeValue(control, canonical);
  fireInput(control, typedAs(control, canonical));
  await microtasks();
  if (p.isConnected(control)) fireChange(control);
  await microtasks();

  const picker = isDatePicker(control);
  const lists = offersList(control);
  if (picker) await commitPicker(acting, target, control, canonical);
  else if (!lists && ownPopup(control) === null) blurFrom(control);
  else await reportSuggestions(acting, control);

  return {
    probe: {
      elementId,
      sensitive,
      expected: canonical,
      read: () => (p.isConnected(control) ? held(control, lists) : undefined),
      match: (actual) => matchText(canonical, String(actual ?? "")),
    },
  };
}

/** How the text came; a slider, a colour or a date is not typed. */
function typedAs(control: ValueControl, text: string): Parameters<typeof fireInput>[1] {
  if (isInput(control) && !TYPED.has(p.inputType(control))) return undefined;
  if (text === "") return { inputType: "deleteContentBackward", data: null };
  return { inputType: "insertReplacementText", data: text };
}

const TYPED: ReadonlySet<string> = new Set("text search url tel email password number".split(" "));

/** A library select shows a chosen item beside its input, which is empty again; for all others the value counts. */
function held(control: ValueControl, lists: boolean): string {
  const value = readValue(control);
  if (value !== "" || !lists) return value;
  const shown = shownChoice(control);
  return typeof shown === "string" ? shown : "";
}

/**
 * Puts the focus into the field as a user would. A field that offers a list is pressed, for some open it only then;
 * one whose list is open already is not, for that would close it.
 */
async function enter(
  acting: ActingOn,
  target: ActionableRef,
  control: ValueControl,
): Promise<Refusal | undefined> {
  const hadFocus = holdsFocus(control);
  if (opensItsList(control)) {
    const refusal = await pressOn(acting, target);
    if (refusal !== undefined) return refusal;
  }
  const report = focusOn(control);
  acting.extras.documentFocused = report.documentFocused;
  if (!hadFocus && report.took) acting.extras.focusMoved = true;
  if (!report.took) return refuse.notFocusable(target.elementId);
  // Handlers of focus may redirect it, re-render the field or lock it; what they do in their own task counts too.
  await nextTask();
  if (!holdsFocus(control)) return refuse.notFocusable(target.elementId, { reason: "moved_on" });
  return acting.recheck() ?? stillEditable(target, control);
}

function stillEditable(ref: ResolvedRef, control: ValueControl): Refusal | undefined {
  if (p.matches(control, ":disabled")) return refuse.elementDisabled(ref.elementId);
  return isReadonly(control) ? refuse.elementReadonly(ref.elementId) : undefined;
}

/**
 * A date picker shows what was typed, but takes it only on Enter, and closes its calendar then. If the calendar stays,
 * the text is no date to it, and leaving the field brings out what it really holds.
 */
async function commitPicker(
  acting: ActingOn,
  target: ActionableRef,
  control: ValueControl,
  canonical: string,
): Promise<void> {
  const opened = await appears(acting, () => ownPopup(control), PICKER_MS);
  fireKey(control, "keydown", keyInit("Enter"));
  await nextTask();
  fireKey(control, "keyup", keyInit("Enter"));
  await acting.settle();
  if (opened === null || ownPopup(control) !== null) blurFrom(control);
  await putAway(acting, control);
  await acting.settle();
  // Some pickers take an empty text for a mistake, and have a button to clear them instead.
  const clear = canonical === "" && readValue(control) !== "" ? p.queryFirst(fieldBox(control), CLEAR) : null;
  if (clear !== null) {
    // It shows while a real pointer is over the field, which ours does not count as.
    const box = p.clientBox(clear);
    const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await pressOn(acting, { ...target, pointerTarget: clear, point });
    await acting.settle();
  }
  acting.extras.suggestionsOpen = ownPopup(control) !== null;
}

const CLEAR = ".ant-picker-clear,.clear-icon,.el-input__clear";

/** How long a calendar may take to open while a date is typed, in milliseconds. */
const PICKER_MS = 400;
