/**
 * One pass over the flat tree that keeps what touches the viewport. It is the only part of a picture that grows with
 * the page, so it reads rectangles and, of elements that are out of sight, as little else as it can.
 */
import { htmlTag, openRoot } from "../dom.js";
import * as p from "../pristine.js";
import type { Sliced } from "./slices.js";

export type Marks = ReadonlyMap<Element, p.Box>;

/** Shadows and outlines reach this far out of their box, in CSS pixels. */
const REACH = 40;

/** Content that is drawn by a rule of its own and not walked. */
const LEAVES: ReadonlySet<string> = new Set(
  "script style template noscript head iframe frame canvas video audio input textarea select progress meter object embed".split(
    " ",
  ),
);

const SKIPPED: ReadonlySet<string> = new Set("script style template noscript head".split(" "));

export interface MarkOptions {
  readonly isSdkNode: (node: Node) => boolean;
  /** Part of the document that is seen, in its own client coordinates. */
  readonly view: p.Box;
  /** Whether it is time to let the page go on. */
  readonly due: () => boolean;
  /** Shadow roots on the way are added here. */
  readonly roots: Set<p.Root>;
}

/** Marks below `root`, with every element that stands between it and something marked. */
export function* mark(root: Element, options: MarkOptions): Sliced<Marks> {
  const { isSdkNode, view, due, roots } = options;
  const marks = new Map<Element, p.Box>();
  const left = view.x - REACH;
  const top = view.y - REACH;
  const right = view.x + view.width + REACH;
  const bottom = view.y + view.height + REACH;
  const path: Element[] = [];
  const boxes: p.Box[] = [];
  /** For each level of the path: what comes next there. */
  const nexts: Next[] = [];
  let steps = 0;

  const enter = (el: Element): void => {
    const tag = p.localName(el);
    if (SKIPPED.has(tag) || isSdkNode(el)) return;
    const box = p.clientBox(el);
    const empty = box.width === 0 || box.height === 0;
    let inside = box.x < right && box.y < bottom && box.x + box.width > left && box.y + box.height > top;
    if (empty && box.x === 0 && box.y === 0 && box.width === 0 && box.height === 0) {
      // No box at all: the children of `display: contents` are shown, those of `display: none` are not.
      if (p.getClientRects(el).length === 0) {
        if (p.cssValue(p.computedStyle(el), "display") !== "contents") return;
        inside = marks.has(path[path.length - 1] ?? el);
      }
    }
    if (inside) {
      marks.set(el, box);
      for (let i = path.length - 1; i >= 0; i--) {
        const up = path[i] as Element;
        if (marks.has(up)) break;
        marks.set(up, boxes[i] as p.Box);
      }
    }
    if (LEAVES.has(tag) && htmlTag(el) !== "") return;
    if (tag === "svg" || tag === "math") return;
    const next = childrenOf(el, tag, roots);
    if (next === null) return;
    if (!inside && !empty && closesItself(el)) return;
    path.push(el);
    boxes.push(box);
    nexts.push(next);
  };

  enter(root);
  while (path.length > 0) {
    if ((++steps & 127) === 0 && due()) yield;
    const level = path.length - 1;
    const next = nexts[level] as Next;
    if (next === null) {
      path.pop();
      boxes.pop();
      nexts.pop();
    } else if (next instanceof Listed) {
      const node = next.list[next.at++];
      if (node === undefined) nexts[level] = null;
      else if (p.nodeType(node) === 1) enter(node as Element);
    } else {
      nexts[level] = p.nextElementSibling(next);
      enter(next);
    }
  }
  return marks;
}

/** Children that are no plain siblings: those of a shadow root, those assigned to a slot. */
class Listed {
  at = 0;
  constructor(readonly list: ArrayLike<Node>) {}
}

type Next = Element | null | Listed;

function childrenOf(el: Element, tag: string, roots: Set<p.Root>): Next {
  const shadow = openRoot(el);
  if (shadow !== null) {
    roots.add(shadow);
    return new Listed(p.childNodes(shadow));
  }
  if (tag === "slot" && htmlTag(el) === "slot") {
    const assigned = p.assignedNodes(el as HTMLSlotElement, { flatten: true });
    if (assigned.length > 0) return new Listed(assigned);
  }
  return p.firstElementChild(el);
}

/** An element out of sight none of whose content can be seen elsewhere. Asked only where there is enough to skip. */
function closesItself(el: Element): boolean {
  let count = 0;
  for (let child = p.firstElementChild(el); child !== null && count < 4; child = p.nextElementSibling(child))
    count++;
  if (count < 4) return false;
  const v = p.computedStyle(el);
  if (p.cssValue(v, "content-visibility") !== "visible") return true;
  return (
    p.cssValue(v, "position") !== "static" &&
    p.cssValue(v, "overflow-x") !== "visible" &&
    p.cssValue(v, "overflow-y") !== "visible"
  );
}
