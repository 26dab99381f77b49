/** The trees that the page consists of: documents and the open shadow roots in them. */
import { innerDocument, isFrameElement } from "./dom.js";
import { all } from "./lists.js";
import * as p from "./pristine.js";

/** Documents and open shadow roots of the page, the top document first. */
export function liveRoots(isSdkNode: (node: Node) => boolean): p.Root[] {
  const roots: p.Root[] = [document];
  for (let i = 0; i < roots.length; i++) {
    eachInner(roots[i] as p.Root, isSdkNode, (_, root) => {
      roots[roots.length] = root;
    });
  }
  return roots;
}

/** Tells each open shadow root and each readable frame document that hangs on an element of a tree, in tree order. */
export function eachInner(
  root: p.Root | Element,
  isSdkNode: (node: Node) => boolean,
  tell: (holder: Element, inner: p.Root) => void,
): void {
  const frames = new Set([...all(root, "iframe"), ...all(root, "frame")]);
  const elements = p.queryAll(root, "*");
  for (let i = 0, n = p.listLength(elements); i < n; i++) {
    const el = elements[i] as Element;
    let inner: p.Root | null = p.shadowRoot(el);
    if (frames.size > 0 && frames.has(el) && isFrameElement(el)) inner = innerDocument(el);
    if (inner !== null && !isSdkNode(el)) tell(el, inner);
  }
}
