/**
 * Fills rich-text editors. An editor with a model of its own must be told in its own language: most take a paste
 * (and say so by preventing the default), plain editable elements take the browser's editing command. The markup
 * is never written from outside, for that tears the editor's model from its view.
 */
import { refuse } from "../../protocol/index.js";
import { documentOf, isHtml, viewOf } from "../dom.js";
import { blurFrom, fireBeforeInput, focusOn, holdsFocus, nextTask } from "../framework-events.js";
import { dispatch, realmOfNode } from "../native.js";
import { offersList } from "../own-list.js";
import * as p from "../pristine.js";
import { editedText } from "../state.js";
import type { ActionableRef } from "../types.js";
import { matchText } from "../value-match.js";
import type { ActingOn, Outcome } from "./action.js";
import { reportSuggestions } from "./popup.js";

/** How long an editor may take to answer the selection or a paste, in milliseconds. */
const EDITOR_MS = 40;

export async function fillEditable(acting: ActingOn, target: ActionableRef, value: string): Promise<Outcome> {
  const { element, elementId, sensitive } = target;
  if (!isHtml(element)) return refuse.elementNotFillable(elementId);
  const report = focusOn(element);
  acting.extras.documentFocused = report.documentFocused;
  if (report.moved) acting.extras.focusMoved = true;
  if (!report.took) return refuse.notFocusable(elementId);
  await nextTask();
  if (!holdsFocus(element)) return refuse.notFocusable(elementId, { reason: "moved_on" });
  const changed = acting.recheck();
  if (changed !== undefined) return changed;

  const text = value.replace(/\r\n?/g, "\n");
  await replaceAll(acting, element, text);
  if (offersList(element)) {
    await reportSuggestions(acting, element);
  } else {
    blurFrom(element);
  }
  return {
    probe: {
      elementId,
      sensitive,
      expected: text,
      read: () => (p.isConnected(element) ? lines(editedText(element)) : undefined),
      match: (actual) => matchText(lines(text), lines(String(actual ?? ""))),
    },
  };
}

/** Tries one way after the other, and the next only while the text stands untouched: never twice. */
async function replaceAll(acting: ActingOn, element: HTMLElement, text: string): Promise<void> {
  const holds = (): boolean => lines(editedText(element)) === lines(text);
  const before = lines(editedText(element));
  if (holds() && text === "") return;
  await selectAll(acting, element);
  if (text === "") {
    if (fireBeforeInput(element, "deleteContentBackward", null)) execute(element, "delete");
    await acting.clock.sleep(EDITOR_MS);
    if (!holds() && lines(editedText(element)) === before) execute(element, "delete");
    return;
  }
  const taken = paste(element, text);
  if (taken) await acting.clock.sleep(EDITOR_MS);
  if (holds() || lines(editedText(element)) !== before) return;
  await selectAll(acting, element);
  execute(element, "insertText", text);
}

/** Editors learn of a selection by an event that comes in a later task. */
async function selectAll(acting: ActingOn, element: HTMLElement): Promise<void> {
  const selection = viewOf(element)?.getSelection();
  if (selection === null || selection === undefined) return;
  const range = p.createRange(documentOf(element));
  p.selectNodeContents(range, element);
  selection.removeAllRanges();
  selection.addRange(range);
  await acting.clock.sleep(EDITOR_MS);
}

/** True when the editor took it. */
function paste(element: HTMLElement, text: string): boolean {
  const realm = realmOfNode(element);
  const clipboardData = new realm.DataTransfer();
  clipboardData.setData("text/plain", text);
  const init: ClipboardEventInit = { bubbles: true, cancelable: true, composed: true, clipboardData };
  return !dispatch(element, new realm.ClipboardEvent("paste", init));
}

/** The browser's own editing: it fires `input` itself, and undo knows it. */
function execute(element: HTMLElement, command: "insertText" | "delete", text?: string): void {
  documentOf(element).execCommand(command, false, text);
}

/** Paragraphs and line breaks are one line feed each, whatever markup an editor draws them with. */
function lines(text: string): string {
  return text
    .replace(/\u00a0/g, " ")
    .replace(/\n{2,}/g, "\n")
    .replace(/[\n\u200b\ufeff]+$/, "");
}
