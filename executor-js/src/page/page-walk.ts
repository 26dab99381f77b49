/**
 * One pass over the page for all who look at it: documents, open shadow roots and same-origin frames, and in each of
 * them what may be a control, a message or a dialog. Two native queries for each tree, and one look at each element
 * for its shadow root, which no selector finds.
 */
import { innerDocument, isFrameElement, openRoot } from "./dom.js";
import { MESSAGE_MARKS } from "./messages.js";
import * as p from "./pristine.js";
import { CONTROL_MARKS, NATIVE_CONTROLS } from "./roles.js";
import { eachInner } from "./roots.js";

export interface Tree {
  /** A document, an open shadow root, or the element below which is looked. */
  readonly root: p.Root | Element;
  /** What may be a control by its name, in lists without an order among them. */
  readonly natives: readonly NodeListOf<Element>[];
  /** What may be a control by an attribute, a message or a dialog: also natives that have such an attribute. */
  readonly marked: NodeListOf<Element>;
  /** The trees of the shadow roots in this tree. */
  readonly shadows: Tree[];
}

const NATIVE_LIST = NATIVE_CONTROLS.split(",");
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
    for (let i = 0; i < this.trees.length; i++) {
      const tree = this.trees[i] as Tree;
      eachInner(tree.root, isSdkNode, (holder, root) => {
        const below = this.#add(root);
        if (p.nodeType(root) === DOCUMENT) this.frames.set(holder, below);
        else tree.shadows.push(below);
      });
    }
  }

  #add(root: p.Root | Element): Tree {
    const tree: Tree = {
      root,
      // A browser keeps the elements of one name at hand, which pays in a large tree.
      natives: (p.nodeType(root) === DOCUMENT ? NATIVE_LIST : [NATIVE_CONTROLS]).map((tag) =>
        p.queryAll(root, tag),
      ),
      marked: p.queryAll(root, MARKED),
      shadows: [],
    };
    this.trees[this.trees.length] = tree;
    return tree;
  }
}
