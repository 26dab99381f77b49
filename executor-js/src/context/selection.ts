/**
 * The text that the user selects in the page, for a question about it (second seed, 4.4). What is selected inside the
 * interface, or typed into a field, is never taken.
 */
import type { Timers } from "../client/timers.js";

/** How long a selection must rest to count: while it is dragged it changes all the time. */
const REST_MS = 250;
/** The longest text that is taken. */
const CHARS = 2_000;

const FIELD =
  "input, textarea, select, [contenteditable=''], [contenteditable=true], [contenteditable=plaintext-only]";

const add = EventTarget.prototype.addEventListener;

export interface SelectionOptions {
  readonly timers: Timers;
  /** The interface itself. */
  isOwn(node: Node): boolean;
  /** Another text is selected. Taking the selection away changes nothing. */
  selected(text: string): void;
}

export interface SelectionWatch {
  /** The user does not want this text: it does not come back while it stays selected. */
  dismiss(): void;
  end(): void;
}

/** Watches what is selected in a document. */
export function watchSelection(document: Document, o: SelectionOptions): SelectionWatch {
  const listening = new AbortController();
  let stopTimer: (() => void) | undefined;
  let last = "";
  const look = (): void => {
    const text = selectedText(document, (node) => o.isOwn(node));
    if (text === undefined || text === last) {
      return;
    }
    last = text;
    if (text !== "") {
      o.selected(text);
    }
  };
  const changed = (): void => {
    stopTimer?.();
    stopTimer = o.timers.after(REST_MS, look);
  };
  Reflect.apply(add, document, ["selectionchange", changed, { signal: listening.signal, passive: true }]);
  return {
    dismiss: () => {
      last = selectedText(document, (node) => o.isOwn(node)) ?? last;
    },
    end: () => {
      stopTimer?.();
      listening.abort();
    },
  };
}

/** The selected text; empty for none, undefined for a selection that is not the page's. */
function selectedText(document: Document, isOwn: (node: Node) => boolean): string | undefined {
  const selection = document.getSelection();
  const { anchorNode, focusNode } = selection ?? {};
  if (selection === null || !anchorNode || !focusNode || selection.isCollapsed) {
    return "";
  }
  const active = document.activeElement;
  if (isOwn(anchorNode) || isOwn(focusNode)) {
    return undefined;
  }
  const element =
    anchorNode.nodeType === anchorNode.ELEMENT_NODE ? (anchorNode as Element) : anchorNode.parentElement;
  if ((element?.closest(FIELD) ?? null) !== null || (active !== null && active.matches(FIELD))) {
    return undefined;
  }
  return clean(selection.toString());
}

function clean(text: string): string {
  const lines = text
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  return lines.length > CHARS ? `${lines.slice(0, CHARS)}…` : lines;
}
