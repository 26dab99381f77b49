/** The box with a border that looks like the field to its user, where a library draws what is chosen beside an input. */
import { flatParent } from "./dom.js";
import * as p from "./pristine.js";
import { visibleBox } from "./visible-box.js";

const FIELDS = "input:not([type=hidden i]),textarea,select,label,[role=combobox]";
const LEVELS = 5;

/** The frame of a combobox that has no border itself; null where none holds it alone. */
export function frameOf(el: Element): Element | null {
  if (hasBorder(el) && visibleBox(el) !== null) return null;
  for (let box = flatParent(el), up = 0; box !== null && up < LEVELS; box = flatParent(box), up++) {
    if (p.listLength(p.queryAll(box, FIELDS)) > 1) return null;
    if (hasBorder(box)) return box;
  }
  return null;
}

/** Whether an element is the frame of a combobox: what it shows is a value and no name. */
export function isFrame(el: Element): boolean {
  const field = p.queryFirst(el, "[role=combobox]");
  return field !== null && hasBorder(el) && frameOf(field) === el;
}

const hasBorder = (el: Element): boolean =>
  parseFloat(p.cssValue(p.computedStyle(el), "border-bottom-width")) > 0;
