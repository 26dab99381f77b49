/** The label or box that stands for a native control, or the input of a combobox, which a style sheet has hidden. */
import { attr, closestAcross, flatParent, hasPaintedBox, htmlTag, isInput } from "./dom.js";
import { Layout } from "./layout.js";
import * as p from "./pristine.js";
import { visibleBox } from "./visible-box.js";

const STANDABLE: ReadonlySet<string> = new Set(["checkbox", "radio", "file", "range"]);

/**
 * The visible label or box that stands for a native checkbox, radio, file input, slider or a combobox's input which styles
 * have hidden, or null when the control needs none or has none. The wrapping label comes first, then a label beside the input, then the
 * box that holds nothing but this control, then any label.
 */
export function standInOf(el: Element, layout = new Layout()): Element | null {
  if (!isInput(el)) return null;
  const type = p.inputType(el);
  if (!STANDABLE.has(type) && attr(el, "role") !== "combobox") return null;
  const visible = (candidate: Element | null): candidate is Element =>
    candidate !== null && visibleBox(candidate, layout) !== null;
  const parent = flatParent(el);
  // In a hidden part of the page only a label elsewhere can show.
  if (parent === null || !hasPaintedBox(parent)) return layout.labels.of(el).find(visible) ?? null;
  const wrapping = closestAcross(el, "label");
  if (visible(wrapping) && p.labelControl(wrapping as HTMLLabelElement) === el) return wrapping;
  const labels = layout.labels.of(el);
  const beside = labels.find((label) => flatParent(label) === parent && visible(label));
  if (beside !== undefined) return beside;
  for (let box: Element | null = parent, up = 0; box !== null && up < 2; box = flatParent(box), up++) {
    if (p.listLength(p.queryAll(box, "input,button,select,textarea,a[href]")) !== 1) break;
    const tag = htmlTag(box);
    if (tag === "form" || tag === "fieldset" || tag === "body" || tag === "td" || tag === "li") break;
    if (visible(box) && (type === "range" || looksClickable(box))) return box;
  }
  return labels.find(visible) ?? null;
}

function looksClickable(box: Element): boolean {
  if (p.cssValue(p.computedStyle(box), "cursor") === "pointer") return true;
  for (let child = p.firstElementChild(box); child !== null; child = p.nextElementSibling(child)) {
    if (!isInput(child) && p.cssValue(p.computedStyle(child), "cursor") === "pointer") return true;
  }
  return false;
}

/** What a user would point at for this control: itself, or what stands for it when it is not visible. */
export function pointerTargetOf(el: Element, layout = new Layout()): Element {
  return visibleBox(el, layout) === null ? (standInOf(el, layout) ?? el) : el;
}
