/** What keeps a control from being used: disabled and read-only, natively, by ARIA or by the looks of a library. */
import { closestAcross, htmlTag } from "./dom.js";
import * as p from "./pristine.js";
import { isTextType } from "./roles.js";

/**
 * Disabled for the user: natively (`:disabled` knows fieldsets, their first legend and custom elements), inside a
 * disabled button, or by the nearest `aria-disabled`.
 */
export function isDisabled(el: Element): boolean {
  if (p.matches(el, ":disabled")) return true;
  const tag = htmlTag(el);
  if (tag !== "input" && tag !== "button" && tag !== "select" && tag !== "textarea") {
    const button = closestAcross(el, "button");
    if (button !== null && p.matches(button, ":disabled")) return true;
  }
  const aria = closestAcross(el, "[aria-disabled]");
  if (aria !== null) return p.getAttribute(aria, "aria-disabled") === "true";
  return looksDisabled(el, tag);
}

/** Libraries mark parts that are no native controls by class alone. */
function looksDisabled(el: Element, tag: string): boolean {
  if (tag === "input" || tag === "button" || tag === "select" || tag === "textarea" || tag === "a")
    return false;
  return p.hasAttribute(el, "class") && DISABLED_CLASS.test(p.classNameOf(el));
}

const DISABLED_CLASS = /(?:^|\s)(?:is-disabled|disabled|(?:ant|el|ivu|arco|n|t|semi)-\S+-disabled)(?:\s|$)/;

const READONLY_FREE: ReadonlySet<string> = new Set(["range", "color", "checkbox", "radio", "file"]);

/** Read-only for typing. The attribute has no effect on checkboxes, radios, ranges, colours and files. */
export function isReadonly(el: Element): boolean {
  switch (htmlTag(el)) {
    case "input": {
      const input = el as HTMLInputElement;
      const type = p.inputType(input);
      return isTextType(type) && !READONLY_FREE.has(type) && (p.inputReadOnly(input) || ariaReadonly(el));
    }
    case "textarea":
      return p.textAreaReadOnly(el as HTMLTextAreaElement) || ariaReadonly(el);
    default:
      return ariaReadonly(el);
  }
}

const ariaReadonly = (el: Element): boolean => p.getAttribute(el, "aria-readonly") === "true";
