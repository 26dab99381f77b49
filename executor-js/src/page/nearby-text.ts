/** Text that stands where a label would, for controls that have none. */
import { closestAcross, flatParent, htmlTag, isElement, isPainted, isText } from "./dom.js";
import { frameOf } from "./field-frame.js";
import { shownText } from "./name-work.js";
import * as p from "./pristine.js";
import { isTextField, roleOf } from "./roles.js";
import { SILENT } from "./text-rules.js";
import { oneLine } from "./text.js";

const CONTROLS =
  "input,select,textarea,button,[contenteditable],[role=combobox],[role=textbox],[role=switch],[role=checkbox]";
const STOPS = "form,fieldset,tr,li,body,html,dialog,section,table,[role=dialog],[role=row]";

/**
 * Text that stands where a label would: before the control on its own or a near level, the column header or the
 * cell before it in a table, behind it for a checkbox or radio.
 */
export function nearbyText(el: Element): string {
  const role = roleOf(el);
  if (role === "checkbox" || role === "radio" || role === "switch") {
    const behind = beside(el, p.nextSibling);
    if (behind !== "") return behind;
  } else if (
    !isTextField(el) &&
    role !== "combobox" &&
    role !== "listbox" &&
    role !== "slider" &&
    role !== "spinbutton"
  ) {
    return "";
  }
  const start = role === "combobox" ? (frameOf(el) ?? el) : el;
  for (let e: Element | null = start, up = 0; e !== null && up < 6; e = flatParent(e), up++) {
    const tag = htmlTag(e);
    if (tag === "td" || tag === "th") return cellLabel(e);
    if (e !== start && p.matches(e, STOPS)) return "";
    const before = beside(e, p.previousSibling);
    if (before !== "") return before;
    if (before === "" && blocked(e)) return "";
  }
  return "";
}

/** Text of the nearest neighbours in one direction, up to another control. */
function beside(el: Element, step: (node: Node) => Node | null): string {
  for (let node = step(el); node !== null; node = step(node)) {
    if (isText(node)) {
      const text = oneLine(p.nodeValue(node) ?? "");
      if (text !== "") return text;
    } else if (isElement(node)) {
      if (isOrHoldsControl(node)) return "";
      const text =
        isPainted(node) && !SILENT.has(htmlTag(node)) && !p.hasAttribute(node, "aria-live")
          ? shownText(node)
          : "";
      if (text !== "") return text;
    }
  }
  return "";
}

const isOrHoldsControl = (el: Element): boolean =>
  p.matches(el, CONTROLS) || p.queryFirst(el, CONTROLS) !== null;

/** Another control stands before this level: its label is not ours. */
function blocked(el: Element): boolean {
  for (let s = p.previousElementSibling(el); s !== null; s = p.previousElementSibling(s))
    if (isOrHoldsControl(s)) return true;
  return false;
}

function cellLabel(cell: Element): string {
  const row = p.parentNode(cell);
  if (!isElement(row)) return "";
  let index = 0;
  for (let s = p.previousElementSibling(cell); s !== null; s = p.previousElementSibling(s)) index++;
  const header = columnHeader(row, index);
  if (header !== "") return header;
  const before = p.previousElementSibling(cell);
  return before !== null && !isOrHoldsControl(before) ? shownText(before) : "";
}

function columnHeader(row: Element, index: number): string {
  const table = closestAcross(row, "table");
  if (table === null) return "";
  const head = p.queryFirst(table, "tr");
  if (head === null || head === row) return "";
  let i = 0;
  for (let cell = p.firstElementChild(head); cell !== null; cell = p.nextElementSibling(cell), i++) {
    if (i === index) return htmlTag(cell) === "th" ? shownText(cell) : "";
  }
  return "";
}
