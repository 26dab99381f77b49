/**
 * Counts the controls of the page: main document, open shadow roots, same-origin frames (seed 6.1). The walk gives the
 * candidates; of the rendered ones, those that show are kept with their boxes.
 */
import { documentOf, hasPaintedBox, htmlTag, isBoxless, isHtml, isPainted } from "./dom.js";
import { overlaps, type Box } from "./geometry.js";
import type { Sighting } from "./list-entry.js";
import type { PageWalk, Tree } from "./page-walk.js";
import * as p from "./pristine.js";
import { isControl, NATIVE_NAMES } from "./roles.js";
import type { Layout } from "./layout.js";
import type { Parts } from "./modals.js";
import { standInOf } from "./stand-in.js";
import { shownPart } from "./visibility.js";
import { shownFrom, visibleBox } from "./visible-box.js";

export interface CensusOptions {
  readonly isSdkNode: (node: Node) => boolean;
  readonly walk: PageWalk;
  /** Counts below this element only, and keeps everything visible there, in view or not. */
  readonly within?: Element;
  /** Only fills `rendered`: measures nothing. */
  readonly membersOnly?: boolean;
}

/** Hidden controls whose style is read; where hundreds are hidden, they are hidden on purpose. */
const MOST_BOXLESS_CHECKS = 200;

/** Candidates that need no second look (inputs of type hidden are never rendered). */
const PLAIN_CONTROLS: ReadonlySet<string> = new Set(["input", "button", "select", "textarea"]);

export class Census {
  readonly layout: Layout;
  /** Every rendered control, in view or not. */
  readonly rendered: Element[] = [];
  /** Those to list. */
  readonly seen = new Map<Element, Sighting>();
  /** Labels and boxes that stand for hidden controls: what reacts in them belongs to the control. */
  readonly standIns = new Set<Element>();
  readonly #options: CensusOptions;
  readonly #everywhere: boolean;
  #boxlessChecks = MOST_BOXLESS_CHECKS;

  constructor(options: CensusOptions, layout: Layout) {
    this.#options = options;
    this.layout = layout;
    this.#everywhere = options.within !== undefined;
    const { walk, within } = options;
    const start = walk.trees[0] as Tree;
    const window = this.#window(documentOf(start.root));
    if (within !== undefined && start.root === within) this.#candidate(within, window);
    this.#tree(start, window);
  }

  #window(doc: Document): Box | null {
    return this.#options.membersOnly === true ? null : this.layout.window(doc);
  }

  #tree(tree: Tree, window: Box | null, parts = this.#partsOf(tree.root)): void {
    for (const el of tree.natives) this.#candidate(el, window);
    for (const el of tree.marked) {
      const name = p.localName(el);
      if (name === "dialog") parts.dialogs.push(el);
      if (!NATIVE_NAMES.has(name)) this.#candidate(el, window);
    }
    for (const below of tree.shadows) {
      parts.shadows.push(below.root as ShadowRoot);
      this.#tree(below, window, parts);
    }
  }

  /** All open roots and dialogs of a document are met here anyway, so the layout need not look for them again. */
  #partsOf(root: p.Root | Element): Parts {
    const parts: Parts = { shadows: [], dialogs: [] };
    if (p.nodeType(root) === 9) this.layout.setParts(root as Document, parts);
    return parts;
  }

  #candidate(el: Element, window: Box | null): void {
    const tag = p.localName(el);
    if (!(PLAIN_CONTROLS.has(tag) && isHtml(el)) && !isControl(el)) return;
    if (tag === "iframe" || tag === "frame") {
      const inner = this.#options.walk.frames.get(el);
      if (inner !== undefined) {
        if (isPainted(el)) this.#tree(inner, this.#window(inner.root as Document));
        return;
      }
    }
    if (tag === "area") {
      this.#area(el, window);
      return;
    }
    if (!hasPaintedBox(el) && !this.#isBoxless(el)) {
      if (this.#standIn(el, window)) this.rendered.push(el);
      return;
    }
    this.rendered.push(el);
    if (window === null && !this.#everywhere) return;
    const box = p.clientBox(el);
    if (box.width > 1 && box.height > 1) {
      if (this.#everywhere || (window !== null && overlaps(box, window))) this.#see(el, box, window);
      else if (box.x + box.width <= 0 || box.y + box.height <= 0) this.#standIn(el, window);
    } else if (!this.#standIn(el, window)) this.#see(el, box, window);
  }

  #isBoxless(el: Element): boolean {
    if (this.#boxlessChecks <= 0 || !isControl(el)) return false;
    if (isBoxless(el)) return true;
    this.#boxlessChecks--;
    return false;
  }

  #area(el: Element, window: Box | null): void {
    const box = visibleBox(el, this.layout);
    if (box === null) return;
    this.rendered.push(el);
    this.#keep(el, el, box, window);
  }

  #see(el: Element, client: Box, window: Box | null): void {
    const box = shownFrom(el, client, this.layout);
    if (box === null) this.#standIn(el, window);
    else this.#keep(el, el, box, window);
  }

  /** Tells whether something stands for a hidden native control, and keeps the control if that shows. */
  #standIn(el: Element, window: Box | null): boolean {
    if (htmlTag(el) !== "input") return false;
    const standIn = standInOf(el, this.layout);
    if (standIn === null) return false;
    const box = visibleBox(standIn, this.layout);
    if (box !== null) this.#keep(el, standIn, box, window);
    return true;
  }

  #keep(el: Element, painted: Element, box: Box, window: Box | null): void {
    const inViewport = isShown(painted, box, window, this.layout);
    if ((!inViewport && !this.#everywhere) || this.#options.isSdkNode(el)) return;
    this.seen.set(el, { element: el, box, inViewport, scrollOnly: false });
    if (painted !== el) this.standIns.add(painted);
  }
}

/** Whether a part of the box shows in the part of its document that the viewport shows. */
export function isShown(painted: Element, box: Box, window: Box | null, layout: Layout): boolean {
  return window !== null && overlaps(box, window) && shownPart(painted, box, layout) !== null;
}
