/** What a list item or card is called: the first piece of text in it. */
import { attr, flatChildren, htmlTag, isElement, isPainted, isText } from "./dom.js";
import { isFrame } from "./field-frame.js";
import * as p from "./pristine.js";
import { ENOUGH, isActing, MOST_NODES, SILENT } from "./text-rules.js";
import { oneLine } from "./text.js";

/** A piece of text and the node it stands in. */
export interface Lead {
  readonly node: Node;
  readonly text: string;
}

/**
 * The first piece of text that a container shows outside its buttons and fields, `without` left out: what a list item
 * or card is called.
 */
export function leadOf(container: Element, without: Element | null): Lead | null {
  return lead(container, without, { left: MOST_NODES });
}

function lead(el: Element, without: Element | null, budget: { left: number }): Lead | null {
  const children = flatChildren(el);
  for (let i = 0; i < children.length && budget.left-- > 0; i++) {
    const child = children[i];
    if (child === undefined || child === without) continue;
    if (isText(child)) {
      if ((p.nodeValue(child) ?? "").trim() !== "") return { node: child, text: runOfText(child) };
    } else if (isElement(child)) {
      const tag = htmlTag(child);
      if (SILENT.has(tag) || isActing(child, tag) || !isPainted(child)) continue;
      // What is chosen, and what is announced, comes and goes.
      if (p.hasAttribute(child, "aria-live") || isFrame(child)) continue;
      const alt = tag === "img" ? oneLine(attr(child, "alt"), 80) : "";
      const found = alt !== "" ? { node: child, text: alt } : lead(child, without, budget);
      if (found !== null) return found;
    }
  }
  return null;
}

/** A text with the text nodes right after it: frameworks split what one reads as one. */
function runOfText(first: Text): string {
  let text = "";
  for (
    let node: Node | null = first;
    node !== null && isText(node) && text.length < 160;
    node = p.nextSibling(node)
  ) {
    text += (p.nodeValue(node) ?? "").slice(0, ENOUGH);
  }
  return oneLine(text, 80);
}
