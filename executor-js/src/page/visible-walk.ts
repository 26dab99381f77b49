/**
 * Walks what shows, in reading order, for what no selector tells: elements without a role that react to the mouse,
 * containers that scroll, closed shadow roots. Parts of the page that are out of view are left out early.
 */
import { shownText } from "./name-work.js";
import { isClosedHost } from "./boundaries.js";
import { isShown, type Census } from "./census.js";
import { documentOf, flatParent, htmlTag, innerDocument, isBoxless, isElement, openRoot } from "./dom.js";
import { hasArea, overlaps, type Box } from "./geometry.js";
import type { Sighting } from "./list-entry.js";
import * as p from "./pristine.js";
import { CANDIDATES, isCheckableRole, isControl, isLibraryOption, isTextField, roleOf } from "./roles.js";
import { scrollerOf, scrolls } from "./scrolling.js";
import type { Layout } from "./layout.js";
import { shownFrom } from "./visible-box.js";

/** Of long lists every so manieth element is looked at first. */
const STRIDE = 16;
/** Far from what shows the steps grow, up to this. */
const LONGEST_STRIDE = 64;

/** Elements that are no containers and never react by themselves; native controls are known already. */
const SKIPPED: ReadonlySet<string> = new Set(
  (
    "button input select textarea option optgroup script style link meta template noscript br hr wbr head title base " +
    "source track param col colgroup"
  ).split(" "),
);
/** Elements whose inside is their own affair. */
const LEAVES: ReadonlySet<string> = new Set(
  "img video audio canvas object embed picture progress meter".split(" "),
);

export interface WalkOptions {
  readonly isSdkNode: (node: Node) => boolean;
  /** Keeps everything visible, in view or not. */
  readonly everywhere: boolean;
}

export class VisibleWalk {
  /** What was seen and what was found besides, in reading order. */
  readonly ordered: Sighting[] = [];
  readonly #census: Census;
  readonly #layout: Layout;
  readonly #options: WalkOptions;

  constructor(start: Element, census: Census, options: WalkOptions) {
    this.#census = census;
    this.#layout = census.layout;
    this.#options = options;
    const parent = flatParent(start);
    this.#visit(
      start,
      this.#layout.window(documentOf(start)),
      parent !== null && p.cssValue(this.#layout.style(parent), "cursor") === "pointer",
      false,
      true,
    );
  }

  /**
   * @param pointing The parent shows the hand already.
   * @param inside The parent shows as a whole, so that this need not be measured.
   * @param alone An only child is taken along with its parent: deep nesting is not measured at every level.
   */
  #visit(el: Element, window: Box | null, pointing: boolean, inside: boolean, alone: boolean): void {
    const known = this.#census.seen.get(el);
    if (known !== undefined) this.ordered.push(known);
    const tag = htmlTag(el);
    if (SKIPPED.has(tag)) return;
    let whole = inside;
    if (!p.checkVisibility(el)) {
      if (p.cssValue(this.#layout.style(el), "display") !== "contents" || !isBoxless(el)) return;
    } else if (!inside && !alone && !this.#options.everywhere && window !== null) {
      const box = p.clientBox(el);
      if (hasArea(box)) {
        if (!overlaps(box, window)) return;
        whole = isInside(box, window);
      }
    }
    if (tag === "iframe" || tag === "frame") {
      this.#frame(el, window);
      return;
    }
    const style = this.#layout.style(el);
    const pointer = p.cssValue(style, "cursor") === "pointer";
    const owned = this.#census.standIns.has(el) || isLabelling(el, tag);
    if (known === undefined) {
      this.#judge(el, tag, pointer && !pointing && !owned, this.#layout.overflow(el), window);
    }
    if (tag !== "" && !LEAVES.has(tag)) this.#children(el, tag, window, pointer || owned, whole);
  }

  #judge(el: Element, tag: string, reacts: boolean, overflow: string, window: Box | null): void {
    if (tag === "" && p.localName(el) !== "svg") return;
    const listed =
      (reacts && !isCandidateControl(el) && isClickable(el, tag)) ||
      // A row that cannot be chosen shows no hand, and is a row of its list all the same.
      (!reacts && isLibraryOption(el) && !isCandidateControl(el)) ||
      (tag.includes("-") && isClosedHost(el) && !isCandidateControl(el));
    if (listed) this.#add(el, false, window);
    else if (overflow !== "visible" && scrolls(el, overflow)) this.#add(el, true, window);
  }

  #add(el: Element, scrollOnly: boolean, window: Box | null): void {
    const box = shownFrom(el, p.clientBox(el), this.#layout);
    if (box === null || this.#options.isSdkNode(el)) return;
    const inViewport = isShown(el, box, window, this.#layout);
    if (inViewport || this.#options.everywhere)
      this.ordered.push({ element: el, box, inViewport, scrollOnly });
  }

  #frame(frame: Element, window: Box | null): void {
    const inner = innerDocument(frame);
    if (inner === null) return;
    if (scrollerOf(frame) !== null) this.#add(frame, true, window);
    const body = p.bodyOf(inner);
    const innerWindow = this.#layout.window(inner);
    if (innerWindow === null && !this.#options.everywhere) return;
    if (isElement(body)) this.#visit(body, innerWindow, false, false, true);
  }

  #children(parent: Element, tag: string, window: Box | null, pointing: boolean, inside: boolean): void {
    const shadow = openRoot(parent);
    if (shadow !== null && this.#options.isSdkNode(parent)) return;
    const only = shadow === null && tag !== "slot" ? p.firstElementChild(parent) : null;
    if (only !== null && p.nextElementSibling(only) === null) {
      this.#visit(only, window, pointing, inside, true);
      return;
    }
    const children: Element[] = [];
    const assigned = tag === "slot" ? p.assignedNodes(parent as HTMLSlotElement, { flatten: true }) : [];
    if (assigned.length > 0) {
      for (let i = 0; i < assigned.length; i++) {
        const node = assigned[i] as Node;
        if (isElement(node)) children[children.length] = node;
      }
    } else {
      let el = shadow === null ? p.firstElementChild(parent) : firstElementIn(shadow);
      for (; el !== null; el = p.nextElementSibling(el)) children[children.length] = el;
    }
    this.#siblings(children, window, pointing, inside);
  }

  /**
   * Long lists are sampled: what lies between two elements beyond the same edge is taken to lie there as well. Only
   * elements without any role can be missed that way, and only if they are positioned far from their place.
   */
  #siblings(children: readonly Element[], window: Box | null, pointing: boolean, inside: boolean): void {
    const n = children.length;
    if (n <= STRIDE * 2 || inside || this.#options.everywhere) {
      for (let i = 0; i < n; i++) this.#visit(children[i] as Element, window, pointing, inside, n === 1);
      return;
    }
    let before = sideOf(children[0], window);
    let step = STRIDE;
    for (let from = 0, to = 0; from < n; from = to) {
      to = Math.min(from + step, n);
      const after = sideOf(children[Math.min(to, n - 1)], window);
      if (before !== null && before === after) step = Math.min(step * 2, LONGEST_STRIDE);
      else {
        step = STRIDE;
        for (let i = from; i < to; i++) this.#visit(children[i] as Element, window, pointing, false, false);
      }
      before = after;
    }
  }
}

const isCandidateControl = (el: Element): boolean => p.matches(el, CANDIDATES) && isControl(el);

/** A label of a control: what reacts in it reacts for the control. */
const isLabelling = (el: Element, tag: string): boolean =>
  tag === "label" && p.labelControl(el as HTMLLabelElement) !== null;

const isInside = (box: Box, window: Box): boolean =>
  box.x >= window.x &&
  box.y >= window.y &&
  box.x + box.width <= window.x + window.width &&
  box.y + box.height <= window.y + window.height;

/** Beyond which edge a box lies; null when it shows or cannot be told. */
function sideOf(el: Element | undefined, window: Box | null): string | null {
  if (el === undefined || window === null) return null;
  const box = p.clientBox(el);
  if (!hasArea(box)) return null;
  if (box.y + box.height <= window.y) return "above";
  return box.y >= window.y + window.height ? "below" : null;
}

function firstElementIn(root: ShadowRoot): Element | null {
  for (let node = p.firstChild(root); node !== null; node = p.nextSibling(node))
    if (isElement(node)) return node;
  return null;
}

/** The drawn part of a switch: beside a native toggle, in a box with no other control. */
function drawsToggle(el: Element): boolean {
  const box = flatParent(el);
  if (box === null) return false;
  const held = p.queryAll(box, CANDIDATES);
  const toggle = held[0];
  return (
    p.listLength(held) === 1 &&
    toggle !== undefined &&
    htmlTag(toggle) === "input" &&
    isCheckableRole(roleOf(toggle))
  );
}

/** Whether what shows the hand is a control of its own and not the wrapping of one that is listed anyway. */
function isClickable(el: Element, tag: string): boolean {
  if (tag === "html" || tag === "body") return false;
  const held = p.queryAll(el, CANDIDATES);
  let only: Element | null = null;
  for (let i = 0, n = p.listLength(held); i < n; i++) {
    const inner = held[i] as Element;
    if (!isControl(inner)) continue;
    if (only !== null) return true;
    only = inner;
  }
  if (only === null) return shownText(el, 40) !== "" || !drawsToggle(el);
  if (isTextField(only) || htmlTag(only) === "select" || isCheckableRole(roleOf(only))) return false;
  return shownText(el, 40) !== shownText(only, 40);
}
