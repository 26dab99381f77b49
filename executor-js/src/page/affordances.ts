/**
 * The controls that belong to one field: the button that clears it, its own list or calendar. They come and go with
 * its value and are no change of the page's structure (PROTOCOL.md 8).
 */
import { isElement } from "./dom.js";
import { fieldBox, ownPopups } from "./own-list.js";
import * as p from "./pristine.js";
import { CANDIDATES, isControl, kindOf, roleOf } from "./roles.js";
import { rectOf } from "./visibility.js";
import { all } from "./lists.js";

const NEAR_LEVELS = 3;
/** How far a field's own button may stand out of its box, in CSS pixels. */
const MARGIN = 12;

/** The field's own controls at this moment; none for what is not a field. */
export function affordancesOf(target: Element): ReadonlySet<Element> {
  const own = new Set<Element>();
  if (!p.isConnected(target) || kindOf(target, roleOf(target)) !== "form-control") return own;
  // Also one that is closed or fading: its rows are on their way.
  for (const popup of ownPopups(target)) for (const control of controlsIn(popup)) own.add(control);
  const box = fieldBox(target);
  for (const control of controlsIn(box)) own.add(control);
  for (const control of besides(target)) own.add(control);
  own.delete(target);
  return own;
}

function controlsIn(parent: Element): Element[] {
  return all(parent, CANDIDATES).filter(isControl);
}

/** Buttons that lie in the box of the field, drawn over it by a wrapper that holds no other field. */
function besides(target: Element): Element[] {
  let wrapper = p.parentNode(target);
  let found: Element[] = [];
  for (let level = 0; level < NEAR_LEVELS && isElement(wrapper); level++, wrapper = p.parentNode(wrapper)) {
    const controls = controlsIn(wrapper).filter((control) => control !== target);
    if (controls.some((control) => kindOf(control, roleOf(control)) === "form-control")) break;
    found = controls;
  }
  if (found.length === 0) return found;
  const field = rectOf(target);
  return found.filter((control) => {
    const { x, y, width, height } = rectOf(control);
    const [middleX, middleY] = [x + width / 2, y + height / 2];
    return (
      middleX >= field.x - MARGIN &&
      middleX <= field.x + field.width + MARGIN &&
      middleY >= field.y &&
      middleY <= field.y + field.height
    );
  });
}
