/** Where Tab goes: through shadow trees and frames in the order that a user is led, never into the SDK. */
import { flatChildren, htmlTag, innerDocument, isElement, isFrameElement, isInput } from "../dom.js";
import * as p from "../pristine.js";
import { isFocusable } from "../page-scanner.js";
import { inertCause } from "../inert.js";
import { isVisible } from "../visibility.js";
import { all, listOf } from "../lists.js";

/** The next stop from `from`, or the first one; null on a page without any. */
export function nextTabStop(
  from: Element | null,
  backward: boolean,
  isSdkNode: (node: Node) => boolean,
): Element | null {
  const stops: Element[] = [];
  const body = p.bodyOf(document);
  if (body !== null) collect(body, stops, isSdkNode);
  const at = from === null ? -1 : stops.indexOf(from);
  const start = at < 0 ? (backward ? stops.length : -1) : at;
  for (let step = 1; step <= stops.length; step++) {
    const stop = stops[(start + (backward ? -step : step) + stops.length * 2) % stops.length];
    if (stop !== undefined && isVisible(stop) && inertCause(stop) === null) return stop;
  }
  return null;
}

/** The stops of one tree, those with a positive tab index first. */
function collect(top: Element, stops: Element[], isSdkNode: (node: Node) => boolean): void {
  const found: { readonly stop: Element; readonly index: number }[] = [];
  const visit = (element: Element): void => {
    if (isSdkNode(element)) return;
    const inner = isFrameElement(element) ? innerDocument(element) : null;
    if (inner !== null) {
      const body = p.bodyOf(inner);
      const within: Element[] = [];
      if (body !== null) collect(body, within, isSdkNode);
      for (const stop of within) found.push({ stop, index: 0 });
      return;
    }
    const index = isTabbable(element) ? tabIndex(element) : -1;
    if (index >= 0) found.push({ stop: element, index });
    for (const child of listOf(flatChildren(element))) if (isElement(child)) visit(child);
  };
  visit(top);
  found.sort((a, b) => (a.index || Infinity) - (b.index || Infinity) || 0);
  for (const { stop } of found) stops.push(stop);
}

function tabIndex(element: Element): number {
  const given = Number.parseInt(p.getAttribute(element, "tabindex") ?? "0", 10);
  return Number.isNaN(given) ? 0 : given;
}

function isTabbable(element: Element): boolean {
  if (!isFocusable(element) || p.matches(element, ":disabled") || htmlTag(element) === "area") return false;
  if (!isInput(element)) return true;
  const type = p.inputType(element);
  return type !== "hidden" && (type !== "radio" || isGroupStop(element));
}

/** Of a radio group only the chosen button is a stop, or any while none is chosen. */
function isGroupStop(radio: HTMLInputElement): boolean {
  return p.inputChecked(radio) || !radioGroup(radio).some((other) => p.inputChecked(other));
}

/** The buttons of a radio group in tree order: same tree, same form, same name. */
export function radioGroup(radio: HTMLInputElement): HTMLInputElement[] {
  const name = p.getAttribute(radio, "name") ?? "";
  if (name === "") return [radio];
  const form = p.inputForm(radio);
  const radios = all(p.getRootNode(radio) as p.Root, "input[type=radio]") as HTMLInputElement[];
  return radios.filter((other) => p.getAttribute(other, "name") === name && p.inputForm(other) === form);
}
