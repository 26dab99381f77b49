/** Which elements tell something by their text, and how much of it is read. */
import { attr } from "./dom.js";
import { isEditingHost } from "./roles.js";
import { LABEL_CAP } from "./text.js";

/** Elements that never contribute text. */
export const SILENT: ReadonlySet<string> = new Set([
  "style",
  "script",
  "noscript",
  "template",
  "head",
  "datalist",
  "option",
  "optgroup",
  // Shown only where the browser cannot show the element itself.
  "object",
  "audio",
  "video",
  "canvas",
  // Results come and go; they do not name anything.
  "output",
  "progress",
  "meter",
]);

/** Elements that stand in a line of text, so that no space separates them from it. */
export const INLINE: ReadonlySet<string> = new Set(
  (
    "a abbr b bdi bdo big cite code data del dfn em font i ins kbd mark q rp rt ruby s samp slot small span strong sub sup " +
    "time tt u var wbr"
  ).split(" "),
);

const ACTING_ROLE =
  /^(?:button|alert|status|switch|checkbox|radio|textbox|searchbox|combobox|listbox|option|menuitem\w*|tab|treeitem)$/;

/** Controls whose text says what they do and not what the row is about. */
const ACTS = /^(?:button|input|select|textarea)$/;

/** A control of the page by itself, whose text is its own. */
export function isActing(el: Element, tag: string): boolean {
  return ACTS.test(tag) || ACTING_ROLE.test(attr(el, "role")) || isEditingHost(el);
}

/** Enough text for any label; a bound for huge clickable containers and texts. */
export const ENOUGH = LABEL_CAP * 4;
/** And a bound for the nodes that it is put together of. */
export const MOST_NODES = 400;
