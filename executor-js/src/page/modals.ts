/** Modal dialogs of one document: all else in it is inert while one is open. */
import { containsComposed, holds, type Root } from "./dom.js";
import { center, type Point } from "./geometry.js";
import * as p from "./pristine.js";

/** The modal dialog on top of one document, or null. All else in the document is inert while it is open. */
export function topModal(doc: Document, dialogs: readonly Element[]): Element | null {
  const found = dialogs.filter((dialog) => p.matches(dialog, ":modal") && p.checkVisibility(dialog));
  if (found.length <= 1) return found[0] ?? null;
  // The order of the top layer cannot be asked for, but only the topmost modal answers the hit test.
  for (const dialog of found) {
    const spot = center(p.clientBox(dialog));
    const hit = innermostAt(doc, spot);
    const other =
      hit === null ? undefined : found.find((d) => d !== dialog && holds(d, hit) && !holds(d, dialog));
    if (hit !== null && other === undefined && containsComposed(dialog, hit)) return dialog;
  }
  return found[found.length - 1] ?? null;
}

function innermostAt(doc: Document, { x, y }: Point): Element | null {
  let hit = p.elementFromPoint(doc, x, y);
  for (let depth = 0; hit !== null && depth < 1000; depth++) {
    const shadow = p.shadowRoot(hit);
    const inner = shadow === null ? null : p.elementFromPoint(shadow, x, y);
    if (inner === null || inner === hit) break;
    hit = inner;
  }
  return hit;
}

/** What hangs together with a document, through open shadow roots: those of the document itself first. */
export interface Parts {
  readonly shadows: ShadowRoot[];
  readonly dialogs: Element[];
}

export function partsOf(root: Root, parts: Parts = { shadows: [], dialogs: [] }): Parts {
  const inner: ShadowRoot[] = [];
  const all = p.queryAll(root, "*");
  for (let i = 0, n = p.listLength(all); i < n; i++) {
    const el = all[i] as Element;
    const shadow = p.shadowRoot(el);
    if (shadow !== null) inner.push(shadow);
    else if (p.localName(el) === "dialog") parts.dialogs.push(el);
  }
  for (const shadow of inner) {
    parts.shadows.push(shadow);
    partsOf(shadow, parts);
  }
  return parts;
}
