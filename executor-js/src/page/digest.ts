/** A number that changes when the value or the state of an element does; nothing can be read back out of it. */
import type { Portrait } from "./identity.js";
import * as state from "./state.js";
import { isDisabled, isReadonly } from "./visibility.js";
import { shownText } from "./accessible-name.js";
import { isTextField } from "./roles.js";
import { htmlTag } from "./dom.js";

export function digestOf(el: Element, portrait: Portrait): number {
  const { role, label, href } = portrait.identity;
  const options = state.optionsOf(el, role);
  let text = [
    role,
    label,
    href,
    JSON.stringify(state.rawValue(el, role)),
    state.checkedOf(el, role),
    state.expandedOf(el),
    state.selectedOf(el, role),
    state.pressedOf(el),
    state.invalidOf(el),
    state.requiredOf(el),
    isDisabled(el),
    isReadonly(el),
    isTextField(el) || htmlTag(el) === "select" ? "" : shownText(el),
    options.total,
  ].join("\n");
  for (const o of options.options)
    text += `\n${o.label}|${o.value}|${o.selected ? 1 : 0}${o.disabled ? 1 : 0}`;
  return hash53(text);
}

/** 53-bit string hash (two interleaved 32-bit multiplicative hashes). */
export function hash53(text: string): number {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    a = Math.imul(a ^ c, 2654435761);
    b = Math.imul(b ^ c, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return 4294967296 * (2097151 & b) + (a >>> 0);
}
