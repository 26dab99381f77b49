/**
 * The list or popup that belongs to one field: which it is, whether it is open, what it offers. A site menu that
 * happens to be on the page is not it (the field must say so, or the popup must be its library's and stand at it).
 */
import type { Suggestion } from "../protocol/index.js";
import { attr, closestAcross, hasPaintedBox, htmlTag, isElement, isInput, rootOf } from "./dom.js";
import { frameOf } from "./field-frame.js";
import * as p from "./pristine.js";
import { LIBRARY_OPTIONS } from "./roles.js";
import { oneLine } from "./text.js";
import { isDisabled } from "./usable.js";
import { isVisible, rectOf } from "./visibility.js";
import { selectedOf } from "./state.js";
import { shownText } from "./name-work.js";
import { all, allShown } from "./lists.js";

/** A field whose library draws a popup that no attribute ties to it. */
interface Library {
  readonly field: string;
  readonly popup: string;
}

/** Date and time pickers: typed text is not taken until it is committed with Enter. */
const PICKERS: readonly Library[] = [
  { field: ".ant-picker", popup: ".ant-picker-dropdown" },
  { field: ".el-date-editor", popup: ".el-picker__popper,.el-picker-panel,.el-time-panel" },
];

const CHOOSERS: readonly Library[] = [
  { field: ".ant-select,.ant-cascader", popup: ".ant-select-dropdown" },
  { field: ".el-select", popup: ".el-select__popper,.el-select-dropdown" },
  { field: ".el-autocomplete", popup: ".el-autocomplete__popper,.el-autocomplete-suggestion" },
  { field: ".el-cascader", popup: ".el-cascader__dropdown,.el-cascader-panel" },
];

export const OPTIONS = `[role=option],[role=treeitem],${LIBRARY_OPTIONS}`;

/** How far a popup may stand from its field, in CSS pixels. */
const REACH = 24;
const SUGGESTION_LIMIT = 100;

/** Typed text of this field is only taken when Enter commits it. */
export function isDatePicker(field: Element): boolean {
  return isInput(field) && PICKERS.some((library) => closestAcross(field, library.field) !== null);
}

/** A field that offers choices while one types, and loses them with the focus: it keeps the focus after a fill. */
export function offersList(field: Element): boolean {
  if (isInput(field) && p.inputList(field) !== null) return true;
  const popup = attr(field, "aria-haspopup");
  return (
    attr(field, "role") === "combobox" ||
    /^(list|both)$/.test(attr(field, "aria-autocomplete")) ||
    (popup !== "" && popup !== "false" && isInput(field)) ||
    CHOOSERS.some((library) => closestAcross(field, library.field) !== null)
  );
}

/** What the field, or the combobox around it, calls its own. */
function* claimed(field: Element): Generator<Element> {
  const around = p.closest(field, "[role=combobox]");
  for (const owner of around === null || around === field ? [field] : [field, around]) {
    for (const name of ["aria-controls", "aria-owns"]) {
      for (const id of attr(owner, name).split(/\s+/)) {
        const element = id === "" ? null : p.byId(rootOf(owner), id);
        if (element !== null) yield element;
      }
    }
  }
}

const POPUP_KIND = "[role=listbox],[role=menu],[role=tree],[role=grid],[role=dialog]";

/** The field's own popup, if there is an open one: visible, and not on its way out. */
export function ownPopup(field: Element): Element | null {
  for (const popup of ownPopups(field)) if (isVisible(popup) && !isLeaving(field, popup)) return popup;
  return null;
}

/** Every popup that belongs to the field, open or not. */
export function* ownPopups(field: Element): Generator<Element> {
  const libraries = [...CHOOSERS, ...PICKERS].filter(
    (library) => closestAcross(field, library.field) !== null,
  );
  for (const element of claimed(field)) {
    const outer = libraries
      .map((library) => p.closest(element, library.popup))
      .find((found) => found !== null);
    if (outer !== undefined) yield outer;
    else if (holdsChoices(element)) yield element;
  }
  for (const library of libraries) {
    for (const popup of all(rootOf(field), library.popup)) {
      if (p.checkVisibility(popup) && standsAt(popup, field)) yield popup;
    }
  }
}

/** Still painted while it fades away. */
function isLeaving(field: Element, popup: Element): boolean {
  const around = p.closest(field, "[aria-expanded]");
  if (around !== null && attr(around, "aria-expanded") === "false" && isMoving(popup)) return true;
  return /-leave(?:-|\s|$)/.test(p.classNameOf(popup));
}

function isMoving(popup: Element): boolean {
  return popup.getAnimations().length > 0 || /-(?:leave|enter|active)/.test(p.classNameOf(popup));
}

/**
 * Nothing of the field's popup is painted any more, so that it covers nothing.
 * @param known One that was its popup, should the field not name it any longer.
 */
export function isPutAway(field: Element, known: Element | null = null): boolean {
  for (const popup of ownPopups(field)) if (hasPaintedBox(popup)) return false;
  return known === null || !hasPaintedBox(known);
}

/** An error text may be "controlled" too; only what holds choices is a list. */
function holdsChoices(element: Element): boolean {
  return p.matches(element, POPUP_KIND) || allShown(element, `${POPUP_KIND},${OPTIONS}`).length > 0;
}

/** Whether a popup touches its field, above or below it. */
export function standsAt(popup: Element, field: Element): boolean {
  const [a, b] = [rectOf(popup), rectOf(field)];
  const apart = Math.max(b.y - (a.y + a.height), a.y - (b.y + b.height));
  return apart <= REACH && a.x < b.x + b.width + REACH && b.x < a.x + a.width + REACH;
}

/** Whether the field's own list is open, and what it shows. */
export function suggestionsOf(field: Element): { open: boolean; suggestions: Suggestion[] } {
  const popup = ownPopup(field);
  if (popup === null) return { open: false, suggestions: dataList(field) };
  const suggestions: Suggestion[] = [];
  for (const option of visibleOptions(popup)) {
    if (suggestions.length === SUGGESTION_LIMIT) break;
    suggestions.push({
      label: labelOf(option),
      ...(selectedOf(option) === true && { selected: true }),
      ...(isDisabled(option) || hasDisabledLook(option) ? { disabled: true } : {}),
    });
  }
  return { open: true, suggestions };
}

/** The browser draws the list of a datalist itself, so that nothing in the page is open. */
function dataList(field: Element): Suggestion[] {
  const list = isInput(field) ? p.inputList(field) : null;
  if (list === null) return [];
  const typed = p.inputValue(field as HTMLInputElement).toLowerCase();
  const found: Suggestion[] = [];
  for (const option of all(list, "option") as HTMLOptionElement[]) {
    const value = p.optionValue(option);
    const label = oneLine(p.optionLabel(option)) || value;
    if (!`${value} ${label}`.toLowerCase().includes(typed)) continue;
    if (found.push({ label, value }) === SUGGESTION_LIMIT) break;
  }
  return found;
}

/** The choices in a popup that a user can see: ghosts for screen readers are left out. */
export function visibleOptions(popup: Element): Element[] {
  return allShown(popup, OPTIONS).filter((option) => !hasInnerOption(option) && isVisible(option));
}

function hasInnerOption(option: Element): boolean {
  return p.listLength(p.queryAll(option, OPTIONS)) > 0;
}

/** What a choice is called: its text, without the marks that say it is chosen. */
export function labelOf(option: Element): string {
  return oneLine(attr(option, "aria-label")) || shownText(option) || oneLine(attr(option, "title"));
}

/** Libraries mark a disabled row by a class alone. */
export function hasDisabledLook(option: Element): boolean {
  return /(?:^|[\s-])(?:is-)?disabled(?:\s|$)/.test(p.classNameOf(option));
}

/** The native control or box that a library draws around a field; the field itself where there is none. */
export function fieldBox(field: Element): Element {
  for (const library of [...CHOOSERS, ...PICKERS]) {
    const box = closestAcross(field, library.field);
    if (box !== null) return box;
  }
  if (htmlTag(field) !== "input") return field;
  return (
    closestAcross(field, ".ant-input-affix-wrapper,.el-input") ?? filledBox(field) ?? outerBox(field) ?? field
  );
}

/** The box that a choice is drawn in over the input. */
function outerBox(field: Element): Element | null {
  const parent = p.parentNode(field);
  if (attr(field, "role") !== "combobox" || !isElement(parent)) return null;
  return p.closest(parent, "[role=combobox]") ?? frameOf(field);
}

/** The box that the input of a combobox fills, with its tags and buttons on top of it. */
function filledBox(field: Element): Element | null {
  const parent = p.parentNode(field);
  if (attr(field, "role") !== "combobox" || !isElement(parent)) return null;
  const [inner, outer] = [p.clientBox(field), p.clientBox(parent)];
  return inner.width * inner.height * 2 > outer.width * outer.height ? parent : null;
}
