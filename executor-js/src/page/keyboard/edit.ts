/**
 * Editing by keys. The browser's own editing commands do it: they keep the caret and the undo list, respect
 * `maxlength`, fire `input` themselves, and let `change` come when the field is left, as for a real user.
 */
import { documentOf, isInput, isTextArea, viewOf } from "../dom.js";
import { fireBeforeInput } from "../framework-events.js";
import { isTextField } from "../roles.js";
import { isReadonly } from "../usable.js";
import type { Stroke } from "../keys.js";

/** Text can be typed into it now. */
export function takesTyping(at: Element): boolean {
  return isTextField(at) && !isReadonly(at);
}

/** Editors with a model of their own hear `beforeinput` and do it themselves. */
function edit(at: Element, inputType: string, command: string, text: string | null = null): void {
  if (fireBeforeInput(at, inputType, text)) documentOf(at).execCommand(command, false, text ?? undefined);
}

export function typeText(at: Element, text: string): void {
  edit(at, "insertText", "insertText", text);
}

export function breakLine(at: Element, soft: boolean): void {
  if (isTextArea(at)) edit(at, "insertLineBreak", "insertText", "\n");
  else edit(at, soft ? "insertLineBreak" : "insertParagraph", soft ? "insertLineBreak" : "insertParagraph");
}

/** Backspace and Delete; with Control the rest of the word. */
export function erase(at: Element, stroke: Stroke): void {
  const back = stroke.key === "Backspace";
  if (stroke.control && selectionOf(at)?.isCollapsed !== false) move(at, "extend", back, "word");
  edit(at, `deleteContent${back ? "Backward" : "Forward"}`, back ? "delete" : "forwardDelete");
}

const UNITS: Readonly<Record<string, readonly [back: boolean, plain: string, control: string]>> = {
  ArrowLeft: [true, "character", "word"],
  ArrowRight: [false, "character", "word"],
  ArrowUp: [true, "line", "paragraphboundary"],
  ArrowDown: [false, "line", "paragraphboundary"],
  Home: [true, "lineboundary", "documentboundary"],
  End: [false, "lineboundary", "documentboundary"],
};

/** Caret keys, extending the selection with Shift. True when the key is one. */
export function moveCaret(at: Element, stroke: Stroke): boolean {
  const unit = Object.hasOwn(UNITS, stroke.key) ? UNITS[stroke.key] : undefined;
  if (unit === undefined) return false;
  move(at, stroke.shift ? "extend" : "move", unit[0], stroke.control ? unit[2] : unit[1]);
  return true;
}

/** The caret behind the last character, where a click into the field would put it. */
export function caretToEnd(at: Element): void {
  move(at, "move", false, "documentboundary");
}

function move(at: Element, alter: "move" | "extend", back: boolean, unit: string): void {
  selectionOf(at)?.modify(alter, back ? "backward" : "forward", unit);
}

function selectionOf(at: Element): Selection | null {
  return viewOf(at)?.getSelection() ?? null;
}

/** Control with A, Z or Y; undefined for what only the browser or the user's clipboard can do. */
export function command(at: Element, stroke: Stroke): boolean | undefined {
  switch (stroke.key.toLowerCase()) {
    case "a":
      if (isInput(at) || isTextArea(at)) at.select();
      else documentOf(at).execCommand("selectAll");
      return true;
    case "z":
      return takesTyping(at) && documentOf(at).execCommand(stroke.shift ? "redo" : "undo");
    case "y":
      return takesTyping(at) && documentOf(at).execCommand("redo");
    case "c":
    case "v":
    case "x":
      return undefined;
    default:
      return false;
  }
}
