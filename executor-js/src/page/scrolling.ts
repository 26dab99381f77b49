/** Containers that scroll: elements with scroll bars, and frames whose document is longer than they are. */
import type { PageElement } from "../protocol/index.js";
import { htmlTag, innerDocument, isFrameElement } from "./dom.js";
import * as p from "./pristine.js";

const SCROLLING = /auto|scroll|overlay/;

/** Fields scroll their own text, and the page is told by the viewport. */
const UNLISTED: ReadonlySet<string> = new Set(["textarea", "input", "select", "body", "html"]);

/** Whether an element with this `overflow` has more content than it shows. */
export function scrolls(el: Element, overflow: string): boolean {
  if (!SCROLLING.test(overflow)) return false;
  if (UNLISTED.has(htmlTag(el))) return false;
  const [x = "", y = x] = overflow.split(" ");
  return (SCROLLING.test(y) && exceedsHeight(el)) || (SCROLLING.test(x) && exceedsWidth(el));
}

const exceedsHeight = (el: Element): boolean => p.scrollHeight(el) > p.clientHeight(el) + 1;
const exceedsWidth = (el: Element): boolean => p.scrollWidth(el) > p.clientWidth(el) + 1;

/** What scrolls when the content of an element is scrolled: itself, or the root of the document in a frame. */
export function scrollerOf(el: Element): Element | null {
  if (isFrameElement(el)) {
    const inner = innerDocument(el);
    const root = inner === null ? null : p.scrollingElement(inner);
    if (root === null || !(exceedsHeight(root) || exceedsWidth(root))) return null;
    return p.cssValue(p.computedStyle(root), "overflow") === "hidden" ? null : root;
  }
  if (UNLISTED.has(htmlTag(el))) return null;
  return p.checkVisibility(el) && scrolls(el, p.cssValue(p.computedStyle(el), "overflow")) ? el : null;
}

/** How far the content of an element is scrolled; undefined when there is nothing to scroll. */
export function scrollStateOf(el: Element): PageElement["scrollable"] {
  const scroller = scrollerOf(el);
  return scroller === null
    ? undefined
    : {
        left: p.scrollLeft(scroller),
        top: p.scrollTop(scroller),
        maxLeft: Math.max(0, p.scrollWidth(scroller) - p.clientWidth(scroller)),
        maxTop: Math.max(0, p.scrollHeight(scroller) - p.clientHeight(scroller)),
      };
}
