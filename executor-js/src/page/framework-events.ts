/**
 * Events as a user causes them, so that React, Vue and plain handlers hear what they listen for (seed 6.5).
 * Every press is one full sequence, and every event of it has a task of its own: frameworks render between two
 * events of a real user, and code that depends on it (a menu that opens on pointerdown and is clicked) does here too.
 */
import { deepActiveElement, documentOf, flatParent, isAttached, rootOf } from "./dom.js";
import { dispatch, nativeBlur, nativeFocus, realmOfNode, type Realm } from "./native.js";
import { deref, matches } from "./pristine.js";
import type { Refusal } from "./types.js";
import { has } from "./lists.js";

const Channel = MessageChannel;

/** A new task. Not a timer: nested timers are clamped, and in hidden tabs they run once a second. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new Channel();
    port1.onmessage = (): void => {
      port1.close();
      resolve();
    };
    port2.postMessage(0);
  });
}

/** Where the focus went. */
export interface FocusReport {
  /** The deep active element is the target now. */
  readonly took: boolean;
  readonly moved: boolean;
  /** False: the document has no focus, so the browser fires no focus events and they were synthetic. */
  readonly documentFocused: boolean;
}

/** Focuses an element; without document focus the events that the browser withholds are dispatched. */
export function focusOn(element: Element): FocusReport {
  const realm = realmOfNode(element);
  const before = deepActiveElement();
  if (before !== element) nativeFocus(element);
  const documentFocused = documentOf(element).hasFocus();
  const took = holdsFocus(element);
  const moved = took && before !== element;
  if (!documentFocused && moved) {
    dispatch(element, new realm.FocusEvent("focus", { composed: true }));
    dispatch(element, new realm.FocusEvent("focusin", { bubbles: true, composed: true }));
  }
  return { took, moved, documentFocused };
}

/** Whether the focus is on this element: itself, or what it delegates its focus to. */
export function holdsFocus(element: Element): boolean {
  let active = deepActiveElement();
  // A host that delegates its focus is focused when something inside its own shadow tree is.
  while (active !== null && active !== element) {
    const root = rootOf(active);
    active = "host" in root ? root.host : null;
  }
  return active === element;
}

/** Takes the focus away, once. Does nothing if the page has moved it already, for then the browser fired the blur. */
export function blurFrom(element: Element): void {
  if (!holdsFocus(element)) return;
  const realm = realmOfNode(element);
  const documentFocused = documentOf(element).hasFocus();
  const active = deepActiveElement();
  nativeBlur(active ?? element);
  if (documentFocused) return;
  dispatch(element, new realm.FocusEvent("blur", { composed: true }));
  dispatch(element, new realm.FocusEvent("focusout", { bubbles: true, composed: true }));
}

/** `input` after the value was written; `typed` says how, for text. Other controls get a plain event, as from the browser. */
export function fireInput(
  element: Element,
  typed?: { readonly inputType: string; readonly data: string | null },
): void {
  const realm = realmOfNode(element);
  const init = { bubbles: true, composed: true, ...typed };
  dispatch(
    element,
    typed === undefined ? new realm.Event("input", init) : new realm.InputEvent("input", init),
  );
}

/** Announces an edit; false when the page makes it itself. */
export function fireBeforeInput(element: Element, inputType: string, data: string | null): boolean {
  const realm = realmOfNode(element);
  const init: InputEventInit = { bubbles: true, cancelable: true, composed: true, inputType, data };
  return dispatch(element, new realm.InputEvent("beforeinput", init));
}

/** `change`: bubbles, but does not leave the shadow tree, as the browser's own does not. */
export function fireChange(element: Element): void {
  const realm = realmOfNode(element);
  dispatch(element, new realm.Event("change", { bubbles: true }));
}

/** Lets the microtasks of the last event run, in which frameworks render, and nothing else. */
export async function microtasks(): Promise<void> {
  for (let turn = 0; turn < 8; turn++) await Promise.resolve();
}

/** A key with its `keydown` or `keyup`; returns false when the page prevented the default action. */
export function fireKey(
  element: Element,
  type: "keydown" | "keypress" | "keyup",
  init: KeyboardEventInit,
): boolean {
  const realm = realmOfNode(element);
  return dispatch(
    element,
    new realm.KeyboardEvent(type, {
      bubbles: true,
      cancelable: true,
      composed: true,
      view: realm.view,
      ...init,
    }),
  );
}

export interface PressOptions {
  /** In client coordinates of the target's document. */
  readonly point: { readonly x: number; readonly y: number };
  readonly button: 0 | 1 | 2;
  readonly count: 1 | 2;
  /** Asked right before the press, when hovering has had its effect: a refusal stops it before anything is pressed. */
  readonly recheck: () => Refusal | undefined;
  /** What makes the target itself, compared between the tasks of a press: a recycled node is not clicked. */
  readonly fingerprint: () => string;
  /** Called before each event of the press itself, and after its handlers and their microtasks have run. */
  readonly onEvent?: (when: "before" | "after") => void;
  /** Called when the last click has been fired. */
  readonly onClick?: () => void;
  /** Whether the document has gone meanwhile: nothing more is pressed in one that comes back. */
  readonly gone?: () => boolean;
}

/** How far a press came. */
export type PressOutcome =
  | { readonly kind: "pressed" }
  /** Nothing was pressed. */
  | { readonly kind: "refused"; readonly refusal: Refusal }
  /** Pressed, but somebody else removed, disabled or recycled the target before the click: it was not clicked. */
  | { readonly kind: "interrupted"; readonly reason: "removed" | "disabled" | "changed" };

/** Presses a mouse button on an element: hover, down, focus, up, click, each in its own task. */
export async function press(target: Element, options: PressOptions): Promise<PressOutcome> {
  const pointer = new Pointer(target, options);
  await pointer.hover();
  const refusal = options.recheck();
  if (refusal !== undefined) return { kind: "refused", refusal };
  for (let detail = 1; detail <= options.count; detail++) {
    const end = await pointer.press(detail);
    // What the page itself does in answer to the press (a list that closes on mousedown) is how the press works.
    if (end === "answered") break;
    if (end !== undefined) return { kind: "interrupted", reason: end };
  }
  return { kind: "pressed" };
}

/** Moves the pointer onto an element without pressing. */
export async function hover(
  target: Element,
  point: { readonly x: number; readonly y: number },
): Promise<void> {
  await new Pointer(target, {
    point,
    button: 0,
    count: 1,
    recheck: () => undefined,
    fingerprint: () => "",
  }).hover();
}

/** Where the pointer was left, so that the next press takes leave of it. */
let hovered: WeakRef<Element> | undefined;

/** Between two documents a browser names no related target, and one in a removed frame would crash it. */
const together = (one: Element, other: Element): boolean =>
  isAttached(one) && documentOf(one) === documentOf(other);

class Pointer {
  readonly #target: Element;
  readonly #options: PressOptions;
  readonly #realm: Realm;

  constructor(target: Element, options: PressOptions) {
    this.#target = target;
    this.#options = options;
    this.#realm = realmOfNode(target);
  }

  async hover(): Promise<void> {
    const target = this.#target;
    const last = hovered && deref(hovered);
    // What went with its frame is still connected to its dead document: nobody takes leave of it.
    const left = last !== undefined && isAttached(last) ? last : undefined;
    if (left !== target) {
      hovered = new WeakRef(target);
      const entered = ancestors(target);
      const before = left === undefined ? [] : ancestors(left);
      if (left !== undefined) {
        const related = together(left, target) ? target : null;
        for (const kind of KINDS) {
          this.#fire(kind, "out", left, { related });
          for (const element of before) {
            if (!has(entered, element)) this.#fire(kind, "leave", element, { related, bubbles: false });
          }
        }
        await nextTask();
      }
      const related = left !== undefined && together(left, target) ? left : null;
      for (const kind of KINDS) {
        this.#fire(kind, "over", target, { related });
        for (const element of entered.reverse()) {
          if (!has(before, element)) this.#fire(kind, "enter", element, { related, bubbles: false });
        }
        entered.reverse();
      }
      await nextTask();
    }
    for (const kind of KINDS) this.#fire(kind, "move", target);
    await nextTask();
  }

  /** One down, up and click. Says why it could not be finished. */
  async press(detail: number): Promise<PressEnd> {
    const { button } = this.#options;
    const target = this.#target;
    const down = { detail, buttons: button === 0 ? 1 : button === 1 ? 4 : 2, pressure: 0.5 };
    let compat = true;
    const steps: (() => void)[] = [
      () => {
        // A cancelled pointerdown suppresses the mouse events of this press, and with them the move of the focus.
        compat = this.#fire("pointer", "down", target, down);
      },
      () => {
        if (compat && this.#fire("mouse", "down", target, down)) moveFocusByPress(target);
        if (button === 2) this.#click("contextmenu", { detail: 0, buttons: 2 });
      },
      () => this.#fire("pointer", "up", target, { detail }),
      () => {
        if (compat) this.#fire("mouse", "up", target, { detail });
      },
    ];
    for (const step of steps) {
      const end = await this.#step(step);
      if (end !== undefined) return end;
    }
    const end = await this.#step(() => {
      this.#click(button === 0 ? "click" : "auxclick", { detail });
      if (detail === this.#options.count) this.#options.onClick?.();
    });
    if (button === 0 && detail === 2 && end === undefined)
      await this.#step(() => this.#fireMouse("dblclick", target, { detail }));
    // Whatever became of the target after its click, clicked it was.
    return end === undefined ? undefined : "answered";
  }

  /**
   * One event in a task of its own. What the page does in answer (in its handlers and their microtasks) belongs to
   * the press. What changes the target in a later task is somebody else, and the press ends.
   */
  async #step(fire: () => void): Promise<PressEnd> {
    const target = this.#target;
    const { onEvent, fingerprint } = this.#options;
    onEvent?.("before");
    fire();
    await microtasks();
    onEvent?.("after");
    if (!isAttached(target) || matchesDisabled(target)) return "answered";
    const baseline = fingerprint();
    await nextTask();
    if (!isAttached(target) || this.#options.gone?.() === true) return "removed";
    if (matchesDisabled(target)) return "disabled";
    return baseline === fingerprint() ? undefined : "changed";
  }

  #click(type: "click" | "auxclick" | "contextmenu", init: EventShape): void {
    const { PointerEvent: Constructor } = this.#realm;
    dispatch(this.#target, new Constructor(type, this.#init(init)));
  }

  #fire(kind: "pointer" | "mouse", phase: string, element: Element, shape: EventShape = {}): boolean {
    if (kind === "mouse") return this.#fireMouse(`mouse${phase}`, element, shape);
    const init = this.#init(shape);
    if (phase !== "down" && phase !== "up") init.button = -1;
    return dispatch(element, new this.#realm.PointerEvent(`pointer${phase}`, init));
  }

  #fireMouse(type: string, element: Element, shape: EventShape): boolean {
    return dispatch(element, new this.#realm.MouseEvent(type, this.#init(shape)));
  }

  #init(shape: EventShape): PointerEventInit {
    const { point, button } = this.#options;
    const { view } = this.#realm;
    const bubbles = shape.bubbles ?? true;
    return {
      bubbles,
      cancelable: bubbles,
      // `enter` and `leave` go to each element by itself and do not travel.
      composed: bubbles,
      view,
      detail: shape.detail ?? 0,
      button: shape.detail === undefined ? 0 : button,
      buttons: shape.buttons ?? 0,
      clientX: point.x,
      clientY: point.y,
      screenX: point.x + view.screenX,
      screenY: point.y + view.screenY,
      relatedTarget: shape.related ?? null,
      pointerId: 1,
      pointerType: "mouse",
      isPrimary: true,
      pressure: shape.pressure ?? 0,
    };
  }
}

type PressEnd = "answered" | "removed" | "disabled" | "changed" | undefined;

interface EventShape {
  readonly detail?: number;
  readonly buttons?: number;
  readonly pressure?: number;
  readonly related?: Element | null;
  readonly bubbles?: boolean;
}

const KINDS = ["pointer", "mouse"] as const;

/** The element and what contains it in the flat tree of its document, innermost first. */
function ancestors(element: Element): Element[] {
  const found: Element[] = [];
  for (let at: Element | null = element; at !== null; at = flatParent(at)) found.push(at);
  return found;
}

function matchesDisabled(element: Element): boolean {
  return matches(element, ":disabled");
}

/** What a press on this element focuses: the nearest focusable thing around it, else nothing keeps the focus. */
function moveFocusByPress(target: Element): void {
  for (const element of ancestors(target)) {
    if (!isPressFocusable(element)) continue;
    if (!holdsFocus(element)) focusOn(element);
    return;
  }
  const active = deepActiveElement();
  if (active !== null && documentOf(active) === documentOf(target)) {
    blurFrom(active);
  }
}

const FOCUSABLE =
  "a[href],area[href],button,input:not([type=hidden]),select,textarea,iframe,summary,[tabindex],audio[controls],video[controls]," +
  "[contenteditable=''],[contenteditable=true],[contenteditable=plaintext-only]";

function isPressFocusable(element: Element): boolean {
  return matches(element, FOCUSABLE) && !matchesDisabled(element);
}
