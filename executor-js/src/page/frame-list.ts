/** The viewport and the documents that a snapshot tells of. */
import type { FrameInfo, PageSnapshot } from "../protocol/index.js";
import { frameName } from "./accessible-name.js";
import { documentOf, frameElementOf, viewOf } from "./dom.js";
import { viewportOf, wireRect } from "./geometry.js";
import type { Layout } from "./layout.js";
import * as p from "./pristine.js";
import { oneLine, publicUrl } from "./text.js";

/** The top viewport, as the wire tells it. */
export function viewportInfo(): PageSnapshot["viewport"] {
  const view = globalThis.window;
  const root = p.documentElement(document);
  const box = viewportOf(document);
  return {
    width: box.width,
    height: box.height,
    scrollX: p.scrollX(view),
    scrollY: p.scrollY(view),
    pageWidth: Math.max(p.scrollWidth(root), box.width),
    pageHeight: Math.max(p.scrollHeight(root), box.height),
    devicePixelRatio: p.devicePixelRatio(view),
  };
}

/** The documents that listed elements come from, in the order they turn up. */
export class FrameList {
  readonly list: FrameInfo[] = [];
  readonly #index = new Map<Document, number>();
  readonly #layout: Layout;

  constructor(layout: Layout) {
    this.#layout = layout;
    this.#index.set(document, 0);
    this.list[0] = {
      url: publicUrl(p.documentUrl(document)),
      title: oneLine(p.titleOf(document), 500),
      rect: wireRect(viewportOf(document)),
    };
  }

  indexOf(doc: Document): number {
    const known = this.#index.get(doc);
    if (known !== undefined) return known;
    const frame = frameElementOf(doc);
    if (frame === null || viewOf(doc) === null) return 0;
    const parent = this.indexOf(documentOf(frame));
    const index = this.list.length;
    const name = frameName(frame);
    this.list[index] = {
      url: publicUrl(p.documentUrl(doc)),
      title: oneLine(p.titleOf(doc), 500),
      parent,
      rect: wireRect(this.#layout.projection(documentOf(frame)).box(p.clientBox(frame))),
      ...(name !== "" && { name }),
    };
    this.#index.set(doc, index);
    return index;
  }
}
