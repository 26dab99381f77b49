/** Modal dialogs of one document: all else in it is inert while one is open. */
import { containsComposed, holds, type Root } from "./dom.js";
import { center, type Point } from "./geometry.js";
import * as p from "./pristine.js";

/** The modal dialog on top of one document, or null. All else in the document is inert while it is open. */
export function topModal(doc: Document, shadows: readonly ShadowRoot[]): Element | null {
  const found: Element[] = [];
  addModals(doc, found);
  for (const shadow of shadows) addModals(shadow, found);
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

function addModals(root: Root, found: Element[]): void {
  const list = p.queryAll(root, "dialog:modal");
  for (let i = 0, n = p.listLength(list); i < n; i++) {
    const dialog = list[i] as Element;
    if (p.checkVisibility(dialog)) found.push(dialog);
  }
}

/** The open shadow roots below a tree, nested ones too. */
export function collectShadows(root: Root, found: ShadowRoot[]): void {
  const all = p.queryAll(root, "*");
  for (let i = 0, n = p.listLength(all); i < n; i++) {
    const shadow = p.shadowRoot(all[i] as Element);
    if (shadow === null) continue;
    found.push(shadow);
    collectShadows(shadow, found);
  }
}
