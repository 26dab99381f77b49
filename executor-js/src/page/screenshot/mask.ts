/**
 * What must not be seen (seed 6.3, 7.1). A masked field is drawn as a flat block that is the same for every value: no
 * text, no placeholder, no length, no caret.
 */
import { attr, flatParent, htmlTag, isInput } from "../dom.js";
import * as p from "../pristine.js";
import { isSensitive } from "../sensitive-fields.js";

export const MASK_COLOR = "#b8bec8";

/** Marks any element of the page as secret, whatever it is. */
const DECLARED = ["data-sensitive", "data-private", "data-mask"] as const;

export class Masks {
  count = 0;

  constructor(private readonly on: boolean) {}

  /** Whether the element must be covered. Each call that says so counts as one masked area. */
  covers(el: Element): boolean {
    if (!this.on || !isMasked(el)) return false;
    this.count++;
    return true;
  }
}

export function isMasked(el: Element): boolean {
  for (const name of DECLARED) {
    if (p.hasAttribute(el, name) && attr(el, name) !== "false") return true;
  }
  return holdsText(el) && (isSensitive(el) || isCodeCell(el));
}

function holdsText(el: Element): boolean {
  const tag = htmlTag(el);
  return (
    tag === "input" ||
    tag === "textarea" ||
    tag === "select" ||
    p.hasAttribute(el, "contenteditable") ||
    p.hasAttribute(el, "role")
  );
}

/** One of four to eight one-character fields in a row: the boxes of a one-time code. */
function isCodeCell(el: Element): boolean {
  if (!isInput(el) || attr(el, "maxlength") !== "1") return false;
  let parent = flatParent(el);
  for (let up = 0; parent !== null && up < 3; up++, parent = flatParent(parent)) {
    const count = p.listLength(p.queryAll(parent, 'input[maxlength="1"]'));
    if (count >= 4) return count <= 8;
  }
  return false;
}

/** Remembers every password field there is, so that one shown as text later is still known. */
export function rememberPasswords(root: p.Root): void {
  const found = p.queryAll(root, 'input[type="password" i]');
  for (let i = 0; i < found.length; i++) isSensitive(found[i] as Element);
}
