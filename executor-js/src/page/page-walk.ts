/**
 * One pass over the page for all who look at it: documents, open shadow roots and same-origin frames, and in each of
 * them what may be a control, a message or a dialog. One look at each element finds its shadow root, which no selector
 * does, and tells by name and attributes whether it is worth a question.
 */
import { innerDocument, isFrameElement, openRoot } from "./dom.js";
import { MESSAGE_MARKS } from "./messages.js";
import * as p from "./pristine.js";
import { CONTROL_MARKS, NATIVE_NAMES } from "./roles.js";

export interface Tree {
  /** A document, an open shadow root, or the element below which is looked. */
  readonly root: p.Root | Element;
  /** What may be a control by its name. */
  readonly natives: Element[];
  /** What may be a control by an attribute, a message or a dialog: also natives that have such an attribute. */
  readonly marked: Element[];
  /** The trees of the shadow roots in this tree. */
  readonly shadows: Tree[];
}

const MARKED = `${CONTROL_MARKS},${MESSAGE_MARKS},dialog,[popover]`;

const DOCUMENT = 9;

/** It assumes that nothing changes, so it must not outlive the task that made it. */
export class PageWalk {
  /** Outer ones first, that where the walk began at the front. */
  readonly trees: Tree[] = [];
  /** The trees of frames that can be looked into, by frame element. */
  readonly frames = new Map<Element, Tree>();

  /** @param within Walks what is below this element instead of the whole page. */
  constructor(isSdkNode: (node: Node) => boolean, within?: Element) {
    const inner = within !== undefined && isFrameElement(within) ? innerDocument(within) : null;
    const start = this.#add(inner ?? within ?? document);
    const shadow = within === undefined ? null : openRoot(within);
    if (shadow !== null) start.shadows.push(this.#add(shadow));
    for (let i = 0; i < this.trees.length; i++) this.#pass(this.trees[i] as Tree, isSdkNode);
  }

  #add(root: p.Root | Element): Tree {
    const tree: Tree = { root, natives: [], marked: [], shadows: [] };
    this.trees[this.trees.length] = tree;
    return tree;
  }

  #pass({ root, natives, marked, shadows }: Tree, isSdkNode: (node: Node) => boolean): void {
    const elements = p.queryAll(root, "*");
    for (let i = 0, n = p.listLength(elements); i < n; i++) {
      const el = elements[i] as Element;
      const name = p.localName(el);
      const native = NATIVE_NAMES.has(name);
      if (native) natives[natives.length] = el;
      if ((native || name === "dialog" || p.hasAttributes(el)) && p.matches(el, MARKED))
        marked[marked.length] = el;
      const inner = native && isFrameElement(el) ? innerDocument(el) : p.shadowRoot(el);
      if (inner === null || isSdkNode(el)) continue;
      const below = this.#add(inner);
      if (p.nodeType(inner) === DOCUMENT) this.frames.set(el, below);
      else shadows[shadows.length] = below;
    }
  }
}

/** Documents and open shadow roots of the page, the top document first. */
export const liveRoots = (isSdkNode: (node: Node) => boolean): p.Root[] =>
  new PageWalk(isSdkNode).trees.map(({ root }) => root as p.Root);
