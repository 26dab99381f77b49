/**
 * Walking the page as the user sees it: through open shadow roots and slots (the flat tree) and through
 * same-origin frames. Every step uses the built-ins of `pristine.ts`.
 */
import * as p from "./pristine.js";

export type Root = p.Root;
export type ViewWindow = Window & typeof globalThis;

const HTML = "http://www.w3.org/1999/xhtml";
const ELEMENT = 1;
const TEXT = 3;
const FRAGMENT = 11;

export const isElement = (node: Node | null): node is Element =>
  node !== null && p.nodeType(node) === ELEMENT;
export const isText = (node: Node): node is Text => p.nodeType(node) === TEXT;

/**
 * Name of an HTML element in lower case; empty for SVG and other namespaces, where `input` is no input.
 * It tells what an element is in every realm, which `instanceof` does not.
 */
export function htmlTag(el: Element): string {
  return p.namespaceURI(el) === HTML ? p.localName(el) : "";
}

export const isHtml = (el: Element): el is HTMLElement => p.namespaceURI(el) === HTML;
export const isInput = (el: Element): el is HTMLInputElement => htmlTag(el) === "input";
export const isTextArea = (el: Element): el is HTMLTextAreaElement => htmlTag(el) === "textarea";
export const isSelect = (el: Element): el is HTMLSelectElement => htmlTag(el) === "select";
export const isFrameElement = (el: Element): el is HTMLIFrameElement => {
  const tag = htmlTag(el);
  return tag === "iframe" || tag === "frame";
};

/** Attribute value, or the empty string. */
export const attr = (el: Element, name: string): string => p.getAttribute(el, name) ?? "";

export const documentOf = (node: Node): Document => p.ownerDocument(node) ?? (node as Document);

/** The window of an element's own realm, or null when its document is no longer shown. */
export const viewOf = (node: Node): ViewWindow | null => p.defaultView(documentOf(node)) as ViewWindow | null;

/** The document or shadow root that an id or a label reference of this element is looked up in. */
export const rootOf = (node: Node): Root => p.getRootNode(node) as Root;

/** Open shadow root of an element, or null. */
export const openRoot = (el: Element): ShadowRoot | null => p.shadowRoot(el);

/** Parent element in the flat tree of one document: the slot, the parent, or the host of the shadow root. */
export function flatParent(el: Element): Element | null {
  const slot = p.assignedSlot(el);
  return slot ?? treeParent(el);
}

/** Parent element, or the host at the top of a shadow tree; slots are not looked at. */
export function treeParent(node: Node): Element | null {
  const parent = p.parentNode(node);
  if (parent === null) return null;
  const type = p.nodeType(parent);
  if (type === ELEMENT) return parent as Element;
  return type === FRAGMENT ? hostElement(parent) : null;
}

function hostElement(fragment: Node): Element | null {
  try {
    return p.hostOf(fragment as ShadowRoot);
  } catch {
    return null; // a plain fragment: the node is not in any document
  }
}

/** Like {@link flatParent}, and from the root element of a same-origin frame on to the frame element. */
export function composedParent(el: Element): Element | null {
  return flatParent(el) ?? frameElementOf(documentOf(el));
}

/** The frame element that shows a document, or null for the document of the SDK's own window. */
export function frameElementOf(doc: Document): Element | null {
  const view = p.defaultView(doc);
  return view === null || view === globalThis.window ? null : p.frameElementOf(view);
}

/** The document inside a frame element; null when it is of another origin, sandboxed or not there. */
export function innerDocument(el: Element): Document | null {
  try {
    const inner =
      htmlTag(el) === "frame"
        ? p.frameDocument(el as HTMLFrameElement)
        : p.iframeDocument(el as HTMLIFrameElement);
    return inner !== null && p.defaultView(inner) !== null ? inner : null;
  } catch {
    return null;
  }
}

/** True when script of this window may read the document inside the frame element. */
export const isSameOriginFrame = (el: Element): boolean => innerDocument(el) !== null;

/** Whether `outer` is `node` or holds it, through shadow roots, slots and frames. */
export function containsComposed(outer: Element, node: Element): boolean {
  for (let el: Element | null = node; el !== null; el = composedParent(el)) if (el === outer) return true;
  return false;
}

/** Whether `outer` is `node` or an ancestor of it in the flat tree or the light tree (slotted content has both). */
export function holds(outer: Element, node: Element): boolean {
  if (p.contains(outer, node)) return true;
  for (let el: Element | null = node; el !== null; el = flatParent(el)) if (el === outer) return true;
  return false;
}

/** Nearest match upwards that also leaves shadow roots (through the host), within one document. */
export function closestAcross(el: Element, selector: string): Element | null {
  for (let from: Element | null = el; from !== null;) {
    const found = p.closest(from, selector);
    if (found !== null) return found;
    const root = p.getRootNode(from);
    from = p.nodeType(root) === FRAGMENT ? hostElement(root) : null;
  }
  return null;
}

/** The element that really has the focus, through open shadow roots and same-origin frames; null for none or the body. */
export function deepActiveElement(top: Document = document): Element | null {
  let active = p.activeElementOf(top);
  while (active !== null) {
    const inner: Root | null = openRoot(active) ?? (isFrameElement(active) ? innerDocument(active) : null);
    const next = inner === null ? null : p.activeElementOf(inner);
    if (next === null || next === active) break;
    active = next;
  }
  return active !== null && htmlTag(active) === "body" ? null : active;
}

/** Children in the flat tree: what an element shows. */
export function flatChildren(el: Element): ArrayLike<Node> {
  const shadow = openRoot(el);
  if (shadow !== null) return p.childNodes(shadow);
  if (htmlTag(el) === "slot") {
    const assigned = p.assignedNodes(el as HTMLSlotElement, { flatten: true });
    if (assigned.length > 0) return assigned;
  }
  return p.childNodes(el);
}

/** Documents from the element's own up to the one of the SDK's window; null when a frame on the way is gone. */
export function documentChain(el: Element): Document[] | null {
  const chain: Document[] = [];
  for (let doc = documentOf(el); ;) {
    const view = p.defaultView(doc);
    if (view === null) return null;
    chain.push(doc);
    if (view === globalThis.window) return chain;
    const frame = p.frameElementOf(view);
    if (frame === null || !p.isConnected(frame)) return null;
    doc = documentOf(frame);
  }
}

/** Without a prototype: the browser looks for five options, and what a page adds to `Object.prototype` is none. */
const PAINTED = { __proto__: null, visibilityProperty: true };

/**
 * Rendered and not hidden by `visibility`, `content-visibility` or a closed `details`. An element with
 * `display:contents` has no box of its own, and the browser calls it hidden: it is painted where its parent is.
 */
export function isPainted(el: Element): boolean {
  return p.checkVisibility(el, PAINTED) || isBoxless(el);
}

/** Hidden by the browser's reckoning for want of a box, yet what it holds shows. */
export function isBoxless(el: Element): boolean {
  const parent = flatParent(el);
  if (parent === null || !p.checkVisibility(parent, PAINTED)) return false;
  const style = p.computedStyle(el);
  return p.cssValue(style, "display") === "contents" && p.cssValue(style, "visibility") === "visible";
}

/** {@link isPainted} without the look at `display:contents`. */
export const hasPaintedBox = (el: Element): boolean => p.checkVisibility(el, PAINTED);

/** Still in a document that the SDK's window shows, directly or through frames. */
export const isAttached = (el: Element): boolean => p.isConnected(el) && documentChain(el) !== null;

/**
 * Sorts into the order in which a user reads: flat-tree order, frames at the place of their element. Only needed where
 * document order is not enough.
 */
export function readingOrder<T>(items: readonly T[], elementOf: (item: T) => Element): T[] {
  const keyed = items.map((item) => ({ item, path: pathOf(elementOf(item)) }));
  return keyed.sort((a, b) => comparePaths(a.path, b.path)).map((entry) => entry.item);
}

/** Composed ancestors, the element first. */
function pathOf(el: Element): Element[] {
  const path: Element[] = [];
  for (let e: Element | null = el; e !== null; e = composedParent(e)) path[path.length] = e;
  return path;
}

function comparePaths(a: readonly Element[], b: readonly Element[]): number {
  let i = a.length - 1;
  let j = b.length - 1;
  for (; i >= 0 && j >= 0 && a[i] === b[j]; i--, j--);
  const x = a[i];
  const y = b[j];
  if (x === undefined || y === undefined) return i - j; // an ancestor stands before what it holds
  return p.compareDocumentPosition(x, y) & 4 ? -1 : 1;
}
