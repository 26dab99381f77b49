/** All that is read of one control besides its identity: read once, used for the list entry and for the digest. */
import type { ElementValue, PageOption, TriState } from "../protocol/index.js";
import { shownText } from "./name-work.js";
import { htmlTag } from "./dom.js";
import type { Portrait } from "./identity.js";
import { isTextField } from "./roles.js";
import * as state from "./state.js";
import { TEXT_CAP } from "./text.js";
import { isDisabled, isReadonly } from "./usable.js";

export interface Facts {
  /** Live value, uncapped: not for the wire. */
  readonly raw: ElementValue;
  readonly text: string;
  readonly options: PageOption[];
  readonly optionCount: number;
  readonly checked: TriState | undefined;
  readonly expanded: boolean | undefined;
  readonly selected: boolean | undefined;
  readonly pressed: TriState | undefined;
  readonly invalid: boolean;
  readonly required: boolean;
  readonly disabled: boolean;
  readonly readonly: boolean;
}

/** @param textless The element is listed as a container: what it holds is not its own text. */
export function factsOf(el: Element, portrait: Portrait, textless = false): Facts {
  const { role } = portrait.identity;
  const choices = state.optionsOf(el, role);
  const hasText = !textless && !isTextField(el) && htmlTag(el) !== "select";
  return {
    raw: state.rawValue(el, role),
    text: hasText ? (portrait.name.content ?? shownText(el, TEXT_CAP)) : "",
    options: choices.options,
    optionCount: choices.total,
    checked: state.checkedOf(el, role),
    expanded: state.expandedOf(el),
    selected: state.selectedOf(el, role),
    pressed: state.pressedOf(el),
    invalid: state.invalidOf(el),
    required: state.requiredOf(el),
    disabled: isDisabled(el),
    readonly: isReadonly(el),
  };
}

/** A number that changes when value, text or state of an element does; nothing can be read back out of it. */
export function digestOf(portrait: Portrait, facts: Facts): number {
  const { raw } = facts;
  let text = `${portrait.identity.label}\n${portrait.identity.href}\n${facts.text}\n`;
  text += Array.isArray(raw) ? raw.join("\n") : String(raw);
  text += `\n${facts.checked}${facts.expanded}${facts.selected}${facts.pressed}`;
  text += `${facts.invalid}${facts.required}${facts.disabled}${facts.readonly}${facts.optionCount}`;
  for (const o of facts.options) text += `\n${o.label}|${o.value}|${o.selected}${o.disabled}`;
  return hash53(text);
}

/** 53-bit string hash: two interleaved multiplicative ones of 32 bits. */
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
