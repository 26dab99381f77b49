/** Scrolls the page or a container, at once whatever `scroll-behavior` says, and tells where it stands then. */
import { refuse, type ActionOf, type ScrollReport } from "../../protocol/index.js";
import { documentOf, innerDocument, isFrameElement, isHtml, treeParent, viewOf } from "../dom.js";
import * as p from "../pristine.js";
import { isInViewport, isVisible } from "../visibility.js";
import { scrollTo } from "../native.js";
import type { Refusal } from "../types.js";
import type { FreeHandler } from "./action.js";
import { all } from "../lists.js";

export const scroll: FreeHandler<"scroll"> = {
  target: "optional",
  describe: (action) => action.to ?? `${action.direction ?? ""} ${String(action.amount ?? "page")}`,
  async run(acting, action) {
    const { ref } = acting;
    if (ref !== undefined && !isVisible(ref.element)) return refuse.elementNotVisible(ref.elementId);
    if (action.to === "element" && ref !== undefined) {
      const before = p.clientBox(ref.element);
      p.scrollIntoView(ref.element, { behavior: "instant", block: "center", inline: "nearest" });
      await acting.settle();
      if (!isInViewport(ref.element)) return refuse.scrollFailed(ref.elementId);
      const after = p.clientBox(ref.element);
      const around = scrollerOf(ref.element) ?? pageScroller();
      acting.extras.scroll = { ...report(around), moved: before.x !== after.x || before.y !== after.y };
      return { status: () => "verified" };
    }
    const scroller = ref === undefined ? pageScroller() : scrollerOf(ref.element, waysOf(action));
    if (scroller === undefined) return refuse.scrollFailed(ref?.elementId, { reason: "not_scrollable" });
    const before = report(scroller);
    const aim = aimOf(action, before, scroller);
    scrollTo(scroller, aim);
    await acting.settle();
    const after = report(scroller);
    const moved = after.left !== before.left || after.top !== before.top;
    acting.extras.scroll = { ...after, moved };
    const there = near(before.left, aim.left) && near(before.top, aim.top);
    return moved || there ? { status: () => "verified" } : failed(ref?.elementId);
  },
};

function failed(elementId: string | undefined): Refusal {
  return refuse.scrollFailed(elementId, { reason: "did_not_move" });
}

function report(scroller: Element): Omit<ScrollReport, "moved"> {
  return {
    left: p.scrollLeft(scroller),
    top: p.scrollTop(scroller),
    maxLeft: Math.max(0, p.scrollWidth(scroller) - p.clientWidth(scroller)),
    maxTop: Math.max(0, p.scrollHeight(scroller) - p.clientHeight(scroller)),
  };
}

function aimOf(
  action: ActionOf<"scroll">,
  at: Omit<ScrollReport, "moved">,
  scroller: Element,
): { left: number; top: number } {
  if (action.to !== undefined) return { left: at.left, top: action.to === "bottom" ? at.maxTop : 0 };
  const across = action.direction === "left" || action.direction === "right";
  const size = across ? p.clientWidth(scroller) : p.clientHeight(scroller);
  const amount =
    typeof action.amount === "number" ? action.amount : action.amount === "half" ? size / 2 : size;
  const way = action.direction === "up" || action.direction === "left" ? -amount : amount;
  return across
    ? { left: within(at.left + way, at.left, at.maxLeft), top: at.top }
    : { left: at.left, top: within(at.top + way, at.top, at.maxTop) };
}

/** In a right-to-left box the left edge counts below zero. */
function within(aim: number, at: number, max: number): number {
  return at < 0 ? Math.max(-max, Math.min(0, aim)) : Math.max(0, Math.min(max, aim));
}

const near = (a: number, b: number): boolean => Math.abs(a - b) < 1.5;

type Ways = "across" | "down" | "any";

function waysOf(action: ActionOf<"scroll">): Ways {
  return action.direction === "left" || action.direction === "right" ? "across" : "down";
}

function canScroll(element: Element, ways: Ways = "any"): boolean {
  const roomY = ways !== "across" && p.scrollHeight(element) > p.clientHeight(element) + 1;
  const roomX = ways !== "down" && p.scrollWidth(element) > p.clientWidth(element) + 1;
  if (!roomX && !roomY) return false;
  const root = p.documentElement(documentOf(element));
  const style = p.computedStyle(element);
  const open = (name: string): boolean => {
    const value = p.cssValue(style, name);
    return /auto|scroll|overlay/.test(value) || (element === root && value !== "hidden" && value !== "clip");
  };
  return (roomY && open("overflow-y")) || (roomX && open("overflow-x"));
}

/**
 * The element itself, or the nearest thing around it that scrolls that way, as under a wheel; the content of a frame
 * for its element.
 */
export function scrollerOf(element: Element, ways: Ways = "any"): Element | undefined {
  const inner = isFrameElement(element) ? innerDocument(element) : null;
  if (inner !== null) return inner.scrollingElement ?? undefined;
  for (let at: Element | null = element; at !== null; at = treeParent(at)) if (canScroll(at, ways)) return at;
  return undefined;
}

/** The page; or where the page itself has no room, the largest container in it that has (an admin layout). */
export function pageScroller(): Element {
  const root = document.scrollingElement ?? document.documentElement;
  if (canScroll(root)) return root;
  let best: Element = root;
  let bestArea = (viewOf(root)?.innerWidth ?? 0) * (viewOf(root)?.innerHeight ?? 0) * 0.15;
  for (const element of all(document, "body *")) {
    if (!isHtml(element) || p.scrollHeight(element) <= p.clientHeight(element) + 1) continue;
    const area = p.clientWidth(element) * p.clientHeight(element);
    if (area <= bestArea || !canScroll(element) || !isVisible(element)) continue;
    best = element;
    bestArea = area;
  }
  return best;
}
