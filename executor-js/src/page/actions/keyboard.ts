/** Types text or presses keys where the focus is, with the default actions that synthetic keys lack. */
import { refuse, type ActionOf } from "../../protocol/index.js";
import { boundaryOf } from "../boundaries.js";
import { deepActiveElement, documentOf, isInput, isTextArea, treeParent, viewOf } from "../dom.js";
import { EffectWatch } from "../effects.js";
import { fireKey, focusOn, holdsFocus, microtasks, nextTask } from "../framework-events.js";
import { refusedBoundary } from "../hit-test.js";
import { defaultOf, defaultOnUp, isPressable, type KeyWorld } from "../keyboard/defaults.js";
import { caretToEnd, takesTyping } from "../keyboard/edit.js";
import { submitBoundary } from "../keyboard/submit.js";
import { parseStroke, strokeInit, strokeOf, type Stroke } from "../keys.js";
import { readValue } from "../native.js";
import { offersList } from "../own-list.js";
import * as p from "../pristine.js";
import { isSensitive } from "../sensitive-fields.js";
import type { Refusal } from "../types.js";
import { matchText } from "../value-match.js";
import type { ValueProbe } from "../verification.js";
import { isReadonly } from "../usable.js";
import type { Acting, ActingOn, FreeHandler } from "./action.js";
import { reportSuggestions } from "./popup.js";
import { pageScroller, scrollerOf } from "./scroll.js";

/** So many characters each get a task of their own; longer texts in bundles, for nobody types them. */
const SLOW_CHARACTERS = 200;
const BUNDLE = 20;

export const keyboard: FreeHandler<"keyboard"> = {
  target: "optional",
  describe: (action) => action.text ?? action.keys?.join(" "),
  async run(acting, action) {
    const strokes = action.text === undefined ? keysOf(action) : undefined;
    if (strokes !== undefined && "refused" in strokes) return strokes;
    const start = await enter(acting);
    if ("refused" in start) return start;
    const { element: at } = start;
    if (action.text !== undefined && isReadonly(at))
      return refuse.elementReadonly(acting.ref?.elementId ?? "");
    const effects = new EffectWatch(acting.watch, at);
    const typing = action.text === undefined ? undefined : expectation(acting, at, action.text);
    const before = place();
    const typist = new Typist(acting, at, effects);
    const refusal = await typist.press(strokes ?? [...(action.text ?? "").replace(/\r\n?/g, "\n")]);
    if (refusal !== undefined) return refusal;
    if (action.text !== undefined && offersList(at) && p.isConnected(at)) await reportSuggestions(acting, at);
    if (typing !== undefined && !typist.moved) return { probe: typing, explains: true };
    return {
      explains: true,
      status: (changes) => (place() !== before || effects.seen(changes) ? "verified" : "no_effect_observed"),
    };
  },
};

function keysOf(action: ActionOf<"keyboard">): Stroke[] | Refusal {
  const strokes: Stroke[] = [];
  for (const [index, key] of (action.keys ?? []).entries()) {
    const stroke = parseStroke(key);
    if (stroke === undefined)
      return refuse.invalidArguments(`there is no key ${JSON.stringify(key)}`, `/keys/${index}`);
    strokes.push(stroke);
  }
  return strokes;
}

/** Puts the focus on the target, or back to where the page had it; keys that belong nowhere go to the body. */
async function enter(acting: Acting & Partial<ActingOn>): Promise<{ readonly element: Element } | Refusal> {
  const target = await acting.actionable?.();
  if (target !== undefined && "refused" in target) return target;
  const before = acting.pageFocus();
  const element = target?.element ?? before;
  if (element === null) return { element: document.body };
  const report = focusOn(element);
  acting.extras.documentFocused = report.documentFocused;
  if (!report.took) return refuse.notFocusable(target?.elementId ?? "");
  if (report.moved) {
    acting.extras.focusMoved = true;
    // A field that only lent its focus to the SDK still has its caret where the user, or the page, put it.
    const kept = element === before && (isInput(element) || isTextArea(element));
    if (takesTyping(element) && !kept) caretToEnd(element);
    await nextTask();
    if (!holdsFocus(element)) return refuse.notFocusable(target?.elementId ?? "", { reason: "moved_on" });
  }
  // While the focus settled, the field may have become another one.
  return acting.recheck?.() ?? { element };
}

/** What the field must hold after the text was typed at the caret; undefined where that cannot be known. */
function expectation(acting: Acting & Partial<ActingOn>, at: Element, text: string): ValueProbe | undefined {
  if (!isInput(at) && !isTextArea(at)) return undefined;
  const value = readValue(at);
  // Numbers and addresses do not tell where their caret is.
  const from = at.selectionStart ?? (value === "" ? 0 : undefined);
  if (from === undefined || !takesTyping(at) || (isInput(at) && text.includes("\n"))) return undefined;
  const to = at.selectionEnd ?? from;
  const room = at.maxLength >= 0 ? Math.max(0, at.maxLength - (value.length - (to - from))) : Infinity;
  const expected = value.slice(0, from) + text.replace(/\r\n?/g, "\n").slice(0, room) + value.slice(to);
  return {
    elementId: acting.ref?.elementId ?? "",
    sensitive: acting.ref?.sensitive ?? isSensitive(at),
    expected,
    read: () => (p.isConnected(at) ? readValue(at) : undefined),
    match: (actual) => matchText(expected, String(actual ?? "")),
  };
}

/** Focus, selection and scrolling: what keys change without changing the document. */
function place(): string {
  const active = deepActiveElement();
  const field = active !== null && (isInput(active) || isTextArea(active)) ? active : undefined;
  const scroller = active === null ? pageScroller() : (scrollerOf(active) ?? pageScroller());
  const numbers = [
    field === undefined ? "" : readValue(field),
    field?.selectionStart,
    field?.selectionEnd,
    p.scrollLeft(scroller),
    p.scrollTop(scroller),
  ];
  const selection = (active === null ? window : viewOf(active))?.getSelection();
  return [
    active === null ? 0 : idOf(active),
    ...numbers,
    selection?.anchorOffset,
    String(selection ?? "").length,
  ].join();
}

const ids = new WeakMap<Element, number>();
let lastId = 0;

function idOf(element: Element): number {
  const known = ids.get(element) ?? ++lastId;
  ids.set(element, known);
  return known;
}

class Typist {
  /** The page took the focus elsewhere while text was typed, as fields for one digit each do. */
  moved = false;
  readonly #acting: Acting & Partial<ActingOn>;
  readonly #effects: EffectWatch;
  readonly #world: KeyWorld;
  #at: Element;
  #known: string | undefined;

  constructor(acting: Acting & Partial<ActingOn>, at: Element, effects: EffectWatch) {
    this.#acting = acting;
    this.#at = at;
    this.#effects = effects;
    this.#world = {
      isSdkNode: acting.isSdkNode,
      scroller: (element) => scrollerOf(element) ?? pageScroller(),
    };
  }

  async press(strokes: readonly (Stroke | string)[]): Promise<Refusal | undefined> {
    for (const [index, stroke] of strokes.entries()) {
      this.#acting.signal.throwIfAborted();
      const refusal = this.#same() ?? this.#follow(typeof stroke === "string") ?? (await this.#one(stroke));
      this.#known = this.#fingerprint();
      if (refusal !== undefined) return { ...refusal, details: { ...refusal.details, done: index } };
      if (strokes.length <= SLOW_CHARACTERS || index % BUNDLE === 0) await nextTask();
    }
    return undefined;
  }

  /** A field that somebody recycled between two keys gets no more of them. */
  #same(): Refusal | undefined {
    if (this.#known === undefined || this.#known === this.#fingerprint()) return undefined;
    return refuse.elementChanged(this.#id());
  }

  #fingerprint(): string | undefined {
    const { ref, fingerprint } = this.#acting;
    return ref?.element === this.#at && p.isConnected(this.#at) ? fingerprint?.() : undefined;
  }

  /** Keys go where the focus is. Text follows it only to the next of a row of short fields, never to a stranger. */
  #follow(typing: boolean): Refusal | undefined {
    const active = deepActiveElement() ?? documentOf(this.#at).body;
    if (active === this.#at) return undefined;
    if (this.#acting.isSdkNode(active)) return refuse.notFocusable(this.#id(), { reason: "moved_on" });
    if (typing && !isNextInRow(this.#at, active))
      return refuse.notFocusable(this.#id(), { reason: "moved_on" });
    if (typing) this.moved = true;
    this.#at = active;
    return undefined;
  }

  #id(): string {
    return this.#acting.ref?.elementId ?? "";
  }

  async #one(key: Stroke | string): Promise<Refusal | undefined> {
    const stroke = typeof key === "string" ? strokeOf(key) : key;
    const forbidden = this.#forbidden(stroke);
    if (forbidden !== undefined) return forbidden;
    const at = this.#at;
    this.#effects.before();
    const init = strokeInit(stroke);
    // What no key of the keyboard types comes from an input method, without key events of its own.
    const real = stroke.code !== "";
    if (!real || fireKey(at, "keydown", init)) {
      const typed = [...stroke.key].length === 1 && !stroke.control && !stroke.alt && !stroke.meta;
      const charCode = stroke.key === "Enter" ? 13 : stroke.key.charCodeAt(0);
      const now = this.#active();
      const pressed = real && (typed || stroke.key === "Enter");
      const goes = !pressed || fireKey(now, "keypress", { ...init, keyCode: charCode, charCode });
      const did = goes ? defaultOf(now, stroke, this.#world) : "none";
      await microtasks();
      const end = this.#active();
      if (real && fireKey(end, "keyup", init) && end === now) defaultOnUp(end, stroke);
      if (did === "clipboard") return refuse.unsupportedTarget(this.#id(), "clipboard");
    } else if (real) {
      fireKey(this.#active(), "keyup", init);
    }
    await microtasks();
    this.#effects.after();
    return undefined;
  }

  #active(): Element {
    const active = deepActiveElement();
    return active === null || this.#acting.isSdkNode(active) ? documentOf(this.#at).body : active;
  }

  /** Enter and Space press what has the focus; they cross no boundary that a click may not. */
  #forbidden(stroke: Stroke): Refusal | undefined {
    const at = this.#at;
    if (p.matches(at, ":disabled")) return refuse.elementDisabled(this.#id());
    const presses = stroke.key === "Enter" || (stroke.key === " " && isPressable(at));
    const boundary = presses ? (stroke.key === "Enter" ? submitBoundary(at) : boundaryOf(at)) : null;
    return boundary === null ? undefined : refusedBoundary(boundary, this.#id(), at);
  }
}

/** Fields for a code, one or a few characters each, side by side. */
function isNextInRow(from: Element, to: Element): boolean {
  if (!isInput(from) || !isInput(to) || !(from.maxLength > 0 && from.maxLength <= 4)) return false;
  let around = treeParent(from);
  for (let up = 0; around !== null && up < 3; up++, around = treeParent(around))
    if (p.contains(around, to)) return true;
  return false;
}
