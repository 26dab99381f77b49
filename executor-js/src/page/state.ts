/** Live values, states and options of a control, read from properties and not from attributes. */
import type { ElementValue, PageOption, TriState } from "../protocol/index.js";
import { attr, closestAcross, htmlTag, isElement, isSelect, isText, rootOf, treeParent } from "./dom.js";
import { frameOf } from "./field-frame.js";
import { allShown } from "./lists.js";
import * as p from "./pristine.js";
import {
  isCheckableRole,
  isEditingHost,
  isLibraryOption,
  isListButton,
  LIBRARY_OPTIONS,
  roleOf,
} from "./roles.js";
import { LABEL_CAP, oneLine, VALUE_CAP, valueText } from "./text.js";
import { isDisabled } from "./usable.js";

/** Most options that a snapshot lists of one control. */
export const OPTION_CAP = 200;

/** Checked state of a checkbox, radio, switch or menu twin; undefined for everything else. */
export function checkedOf(el: Element, role = roleOf(el)): TriState | undefined {
  if (htmlTag(el) === "input") {
    const input = el as HTMLInputElement;
    const type = p.inputType(input);
    if (type === "checkbox") return p.inputIndeterminate(input) ? "mixed" : p.inputChecked(input);
    if (type === "radio") return p.inputChecked(input);
  }
  return isCheckableRole(role) ? triState(attr(el, "aria-checked")) : undefined;
}

const triState = (value: string): TriState => (value === "mixed" ? "mixed" : value === "true");

/** Whether what the control opens is open; undefined where it says nothing. */
export function expandedOf(el: Element): boolean | undefined {
  const aria = attr(el, "aria-expanded");
  if (aria === "true" || aria === "false") return aria === "true";
  if (htmlTag(el) !== "summary") return undefined;
  const details = p.parentNode(el);
  return isElement(details) && htmlTag(details) === "details"
    ? p.detailsOpen(details as HTMLDetailsElement)
    : undefined;
}

export function pressedOf(el: Element): TriState | undefined {
  const aria = attr(el, "aria-pressed");
  return aria === "" || aria === "undefined" ? undefined : triState(aria);
}

const CHOSEN = /(?:^|\s)(?:is-selected|selected|\S+-selected)(?:\s|$)/;

export function selectedOf(el: Element, role = roleOf(el)): boolean | undefined {
  const aria = attr(el, "aria-selected");
  if (aria === "true" || aria === "false") return aria === "true";
  return role === "option" && isLibraryOption(el) ? CHOSEN.test(p.classNameOf(el)) : undefined;
}

/** Told invalid: by ARIA, or by the browser after the user has been at it. An untouched empty field is not. */
export function invalidOf(el: Element): boolean {
  const aria = attr(el, "aria-invalid");
  if (aria !== "" && aria !== "false") return true;
  try {
    return p.matches(el, ":user-invalid");
  } catch {
    return false; // a browser without the pseudo-class
  }
}

export function requiredOf(el: Element): boolean {
  switch (htmlTag(el)) {
    case "input":
      if (p.inputRequired(el as HTMLInputElement)) return true;
      break;
    case "textarea":
      if (p.textAreaRequired(el as HTMLTextAreaElement)) return true;
      break;
    case "select":
      if (p.selectRequired(el as HTMLSelectElement)) return true;
      break;
    default:
  }
  return attr(el, "aria-required") === "true";
}

/** The live value, uncapped and not redacted; what `valueOf` reports and digests are made of. */
export function rawValue(el: Element, role = roleOf(el)): ElementValue {
  switch (htmlTag(el)) {
    case "input": {
      const input = el as HTMLInputElement;
      switch (p.inputType(input)) {
        case "checkbox":
        case "radio": {
          const checked = checkedOf(el, role);
          return checked === "mixed" ? null : (checked ?? null);
        }
        case "button":
        case "submit":
        case "reset":
        case "image":
        case "file":
          return null;
        default: {
          const value = p.inputValue(input);
          return value === "" && role === "combobox" ? shownChoice(el) : value;
        }
      }
    }
    case "textarea":
      return p.textAreaValue(el as HTMLTextAreaElement);
    case "select": {
      const chosen = selectedLabels(el as HTMLSelectElement);
      return p.selectMultiple(el as HTMLSelectElement) ? chosen : (chosen[0] ?? null);
    }
    default:
      break;
  }
  if (isEditingHost(el)) return editedText(el);
  if (isCheckableRole(role)) {
    const checked = checkedOf(el, role);
    return checked === "mixed" ? null : (checked ?? null);
  }
  switch (role) {
    case "slider":
    case "spinbutton":
    case "scrollbar": {
      const text = attr(el, "aria-valuetext");
      if (text !== "") return text;
      const now = attr(el, "aria-valuenow");
      return now === "" || Number.isNaN(Number(now)) ? null : Number(now);
    }
    case "textbox":
    case "searchbox":
      return oneLine(p.textContent(el) ?? "");
    case "combobox":
      return comboboxText(el);
    case "listbox": {
      const chosen = ariaOptions(el).filter((o) => o.selected);
      const labels = chosen.map((o) => o.label);
      return attr(el, "aria-multiselectable") === "true" ? labels : (labels[0] ?? null);
    }
    default:
      return isListButton(el, role) ? oneLine(p.innerText(el as HTMLElement)) : null;
  }
}

/** The live value as a snapshot shows it: bounded and well formed. */
export function valueOf(el: Element, role = roleOf(el)): ElementValue {
  return wireValue(rawValue(el, role));
}

/** Whether {@link wireValue} carries only the beginning. */
export const isCut = (value: ElementValue): boolean =>
  typeof value === "string"
    ? value.length > VALUE_CAP
    : Array.isArray(value) && (value.length > OPTION_CAP || value.some((text) => text.length > LABEL_CAP));

/** A value as the wire carries it. */
export function wireValue(value: ElementValue): ElementValue {
  if (typeof value === "string") return valueText(value);
  if (Array.isArray(value)) return value.slice(0, OPTION_CAP).map((text) => valueText(text, LABEL_CAP));
  return value;
}

/** Text of an editing host with its lines. */
export const editedText = (el: Element): string => p.innerText(el as HTMLElement).replace(/\n$/, "");

/** A combobox that is no input holds an input, or shows its choice as text. */
function comboboxText(el: Element): string {
  const inputs = p.queryAll(el, "input");
  const input = inputs[0];
  const typed = input === undefined ? "" : p.inputValue(input as HTMLInputElement);
  if (typed !== "") return typed;
  return oneLine(p.isConnected(el) ? p.innerText(el as HTMLElement) : "");
}

const LIBRARY_BOXES = ".ant-select,.el-select,.el-cascader,.ant-cascader";
/** Boxes that library comboboxes draw around their input; the chosen text is somewhere inside. */
export const CHOICE_BOXES =
  ".ant-select,.el-select,.el-cascader,.ant-cascader,[class*='select__wrapper'],[class*='-select']";
const CHOSEN_TEXT =
  ".ant-select-content-has-value,.ant-select-selection-item,.ant-select-content-value,.el-select__selected-item,.el-select__tags-text,[class*='selection-item'],[class*='single-value']";
/** Element Plus writes the choice into the box of its placeholder, which is transparent only while it is one. */
const PLACEHOLDER = "[class*='placeholder']:not(.el-select__placeholder),.is-transparent";

const NO_CHOICE =
  "[class*='placeholder'],[id*='placeholder'],[aria-hidden=true],button,[role=button],[aria-live]";

/** What a library combobox shows as chosen when its input is empty: text beside the input, not the placeholder. */
export function shownChoice(el: Element): ElementValue {
  const parent = treeParent(el); // the input itself may have such a class
  const box =
    parent === null ? null : (closestAcross(parent, LIBRARY_BOXES) ?? closestAcross(parent, CHOICE_BOXES));
  if (box === null) return framedChoice(el);
  const items = p.queryAll(box, CHOSEN_TEXT);
  const texts: string[] = [];
  for (let i = 0, n = p.listLength(items); i < n && texts.length < OPTION_CAP; i++) {
    const item = items[i];
    if (item === undefined || p.matches(item, PLACEHOLDER)) continue;
    if (p.contains(item, el) && !p.matches(item, ".ant-select-content-has-value")) continue;
    if (p.listLength(p.queryAll(item, CHOSEN_TEXT + "," + PLACEHOLDER)) > 0) continue;
    const text = p.checkVisibility(item) ? oneLine(p.textContent(item) ?? "") : "";
    if (text !== "") texts.push(text);
  }
  return texts.length > 1 ? texts : (texts[0] ?? "");
}

/** The pieces of text that stand with a combobox's input in the frame around it. */
function framedChoice(el: Element): ElementValue {
  const frame = frameOf(el);
  if (frame === null) return "";
  const texts: string[] = [];
  for (const part of allShown(frame, "*")) {
    const first = p.firstChild(part);
    if (first === null || !isText(first) || p.closest(part, NO_CHOICE) !== null || !p.checkVisibility(part))
      continue;
    const text = oneLine(p.textContent(part) ?? "");
    if (text !== "") texts.push(text);
  }
  return texts.length > 1 ? texts : (texts[0] ?? "");
}

/** Labels of the chosen options of a native select. */
export function selectedLabels(select: HTMLSelectElement): string[] {
  if (!p.selectMultiple(select)) {
    const option = p.selectOptions(select)[p.selectedIndex(select)];
    return option === undefined ? [] : [optionName(option)];
  }
  const chosen: string[] = [];
  const options = p.selectOptions(select);
  for (let i = 0, n = p.optionsLength(options); i < n; i++) {
    const option = options[i];
    if (option !== undefined && p.optionSelected(option)) chosen.push(optionName(option));
  }
  return chosen;
}

const optionName = (option: HTMLOptionElement): string =>
  oneLine(p.optionLabel(option) || p.optionText(option));

export interface Choices {
  readonly options: PageOption[];
  /** How many there are, also those past the cap. */
  readonly total: number;
}

const NO_CHOICES: Choices = { options: [], total: 0 };

/** Options of a native select, a listbox, or the list that a combobox owns, at most {@link OPTION_CAP}. */
export function optionsOf(el: Element, role = roleOf(el)): Choices {
  if (isSelect(el)) return nativeOptions(el);
  if (htmlTag(el) === "input" && p.hasAttribute(el, "list")) {
    const list = p.inputList(el as HTMLInputElement);
    return list === null ? NO_CHOICES : dataListOptions(list);
  }
  if (role === "listbox") return ariaChoices(el);
  if (role !== "combobox") return NO_CHOICES;
  const list = ownedList(el);
  return list === null ? NO_CHOICES : ariaChoices(list);
}

function nativeOptions(select: HTMLSelectElement): Choices {
  const all = p.selectOptions(select);
  const total = p.optionsLength(all);
  const options: PageOption[] = [];
  for (let i = 0; i < total && i < OPTION_CAP; i++) {
    const option = all[i];
    if (option === undefined) continue;
    const parent = p.parentNode(option);
    const group = isElement(parent) && htmlTag(parent) === "optgroup" ? oneLine(attr(parent, "label")) : "";
    options.push({
      label: optionName(option),
      value: valueText(p.optionValue(option), LABEL_CAP),
      selected: p.optionSelected(option),
      disabled: p.matches(option, ":disabled"),
      ...(group !== "" && { group }),
    });
  }
  return { options, total };
}

function dataListOptions(list: HTMLDataListElement): Choices {
  const all = p.queryAll(list, "option");
  const total = p.listLength(all);
  const options: PageOption[] = [];
  for (let i = 0; i < total && i < OPTION_CAP; i++) {
    const option = all[i] as HTMLOptionElement;
    const value = valueText(p.optionValue(option), LABEL_CAP);
    options.push({
      label: optionName(option) || value,
      value,
      selected: false,
      disabled: p.hasAttribute(option, "disabled"),
    });
  }
  return { options, total };
}

/** The list a combobox says is its own, if it is in the page. */
export function ownedList(el: Element): Element | null {
  for (const name of ["aria-controls", "aria-owns"]) {
    for (const id of attr(el, name).split(/\s+/)) {
      const list = id === "" ? null : p.byId(rootOf(el), id);
      if (list !== null) {
        if (roleOf(list) === "listbox") return list;
        const inner = p.queryFirst(list, "[role=listbox]");
        if (inner !== null) return inner;
      }
    }
  }
  return null;
}

function ariaChoices(list: Element): Choices {
  const options = ariaOptions(list);
  return { options: options.slice(0, OPTION_CAP), total: options.length };
}

/** A listbox of no size is a library's stand-in for screen readers; the rows that one sees are elsewhere in its popup. */
function rowsOf(list: Element): Element[] {
  const box = p.clientBox(list);
  const popup = box.width > 1 && box.height > 1 ? null : closestAcross(list, "[class*='-select-dropdown']");
  return allShown(popup ?? list, popup === null ? "[role=option]" : LIBRARY_OPTIONS);
}

function ariaOptions(list: Element): PageOption[] {
  const options: PageOption[] = [];
  for (const option of rowsOf(list)) {
    const label = oneLine(attr(option, "aria-label") || (p.textContent(option) ?? ""));
    options.push({
      label,
      value: label,
      selected: selectedOf(option) === true,
      disabled: isDisabled(option),
    });
  }
  return options;
}
