/**
 * Events as a user causes them, so that React, Vue and plain handlers hear what they listen for (seed 6.5).
 * Every press is one full sequence, and every event of it has a task of its own: frameworks render between two
 * events of a real user, and code that depends on it (a menu that opens on pointerdown and is clicked) does here too.
 */
import { deepActiveElement, flatParent, isHtml, rootOf } from "./dom.js";
import { dispatch, nativeBlur, nativeFocus, realmOfNode, type Realm } from "./native.js";
import type { Refusal } from "./types.js";

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
export function focusOn(element: HTMLElement): FocusReport {
  const realm = realmOfNode(element);
  const before = deepActiveElement();
  if (before !== element) nativeFocus(element);
  const documentFocused = element.ownerDocument.hasFocus();
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
export function blurFrom(element: HTMLElement): void {
  if (!holdsFocus(element)) return;
  const realm = realmOfNode(element);
  const documentFocused = element.ownerDocument.hasFocus();
  const active = deepActiveElement();
  nativeBlur(active !== null && isHtml(active) ? active : element);
  if (documentFocused) return;
  dispatch(element, new realm.FocusEvent("blur", { composed: true }));
  dispatch(element, new realm.FocusEvent("focusout", { bubbles: true, composed: true }));
}

/** `input` after the value was written. */
export function fireInput(element: Element, inputType: string, data: string | null): void {
  const realm = realmOfNode(element);
  dispatch(element, new realm.InputEvent("input", { bubbles: true, composed: true, inputType, data }));
}

/** `change`: bubbles, but does not leave the shadow tree, as the browser's own does not. */
export function fireChange(element: Element): void {
  const realm = realmOfNode(element);
  dispatch(element, new realm.Event("change", { bubbles: true }));
}

/** A key with its `keydown` or `keyup`; returns false when the page prevented the default action. */
export function fireKey(element: Element, type: "keydown" | "keypress" | "keyup", init: KeyboardEventInit): boolean {
  const realm = realmOfNode(element);
  return dispatch(
    element,
    new realm.KeyboardEvent(type, { bubbles: true, cancelable: true, composed: true, view: realm.view, ...init }),
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
  /** The click has been dispatched; called once per click, synchronously. */
  readonly onClick?: () => void;
}

/** How far a press came. */
export type PressOutcome =
  | { readonly kind: "clicked" }
  /** Nothing was pressed. */
  | { readonly kind: "refused"; readonly refusal: Refusal }
  /** Pressed, but there was nothing left to click: the page removed, disabled or recycled the target meanwhile. */
  | { readonly kind: "interrupted"; readonly reason: "removed" | "disabled" | "changed" };

/** Presses a mouse button on an element: hover, down, focus, up, click, each in its own task. */
export async function press(target: Element, options: PressOptions): Promise<PressOutcome> {
  const pointer = new Pointer(target, options);
  await pointer.hover();
  const refusal = options.recheck();
  if (refusal !== undefined) return { kind: "refused", refusal };
  for (let detail = 1; detail <= options.count; detail++) {
    const interrupted = await pointer.press(detail);
    if (interrupted !== undefined) return { kind: "interrupted", reason: interrupted };
  }
  return { kind: "clicked" };
}

/** Moves the pointer onto an element without pressing. */
export async function hover(target: Element, point: { readonly x: number; readonly y: number }): Promise<void> {
  await new Pointer(target, { point, button: 0, count: 1, recheck: () => undefined, fingerprint: () => "" }).hover();
}

/** Where the pointer was left, so that the next press takes leave of it. */
let hovered: WeakRef<Element> | undefined;

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
    const left = hovered?.deref();
    if (left !== target) {
      hovered = new WeakRef(target);
      const entered = ancestors(target);
      const before = left?.isConnected === true ? ancestors(left) : [];
      if (left?.isConnected === true) {
        for (const kind of KINDS) {
          this.#fire(kind, "out", left, { related: target });
          for (const element of before) {
            if (!entered.includes(element)) this.#fire(kind, "leave", element, { related: target, bubbles: false });
          }
        }
        await nextTask();
      }
      const related = left ?? null;
      for (const kind of KINDS) {
        this.#fire(kind, "over", target, { related });
        for (const element of entered.reverse()) {
          if (!before.includes(element)) this.#fire(kind, "enter", element, { related, bubbles: false });
        }
        entered.reverse();
      }
      await nextTask();
    }
    for (const kind of KINDS) this.#fire(kind, "move", target);
    await nextTask();
  }

  /** One down, up and click. Says why it could not be finished. */
  async press(detail: number): Promise<"removed" | "disabled" | "changed" | undefined> {
    const { button } = this.#options;
    const target = this.#target;
    const down = { detail, buttons: button === 0 ? 1 : button === 1 ? 4 : 2, pressure: 0.5 };
    // A cancelled pointerdown suppresses the mouse events of this press, and with them the move of the focus.
    const compat = this.#fire("pointer", "down", target, down);
    let interrupted = await this.#between();
    if (interrupted !== undefined) return interrupted;
    if (compat) {
      if (this.#fire("mouse", "down", target, down)) moveFocusByPress(target);
      if (button === 2) this.#click("contextmenu", { detail: 0, buttons: 2 });
      interrupted = await this.#between();
      if (interrupted !== undefined) return interrupted;
    }
    this.#fire("pointer", "up", target, { detail });
    interrupted = await this.#between();
    if (interrupted !== undefined) return interrupted;
    if (compat) {
      this.#fire("mouse", "up", target, { detail });
      interrupted = await this.#between();
      if (interrupted !== undefined) return interrupted;
    }
    if (matchesDisabled(target)) return "disabled";
    this.#click(button === 0 ? "click" : "auxclick", { detail });
    this.#options.onClick?.();
    if (button === 0 && detail === 2) {
      await nextTask();
      if (target.isConnected) this.#fireMouse("dblclick", target, { detail: 2 });
    }
    await nextTask();
    return undefined;
  }

  /**
   * Between two events of a press: what the page did in answer to the last one (in its handlers and their microtasks)
   * belongs to the press. What changes the target's identity in a later task is somebody else, and the press ends.
   */
  async #between(): Promise<"removed" | "changed" | undefined> {
    const target = this.#target;
    for (let turn = 0; turn < 8; turn++) await Promise.resolve();
    const baseline = target.isConnected ? this.#options.fingerprint() : undefined;
    await nextTask();
    if (!target.isConnected) return "removed";
    return baseline !== undefined && baseline !== this.#options.fingerprint() ? "changed" : undefined;
  }

  #click(type: "click" | "auxclick" | "contextmenu", init: EventShape): void {
    const { PointerEvent: Constructor } = this.#realm;
    dispatch(this.#target, new Constructor(type, this.#init(this.#target, init)));
  }

  #fire(kind: "pointer" | "mouse", phase: string, element: Element, shape: EventShape = {}): boolean {
    if (kind === "mouse") return this.#fireMouse(`mouse${phase}`, element, shape);
    const init = this.#init(element, shape);
    if (phase !== "down" && phase !== "up") init.button = -1;
    return dispatch(element, new this.#realm.PointerEvent(`pointer${phase}`, init));
  }

  #fireMouse(type: string, element: Element, shape: EventShape): boolean {
    return dispatch(element, new this.#realm.MouseEvent(type, this.#init(element, shape)));
  }

  #init(element: Element, shape: EventShape): PointerEventInit {
    const { point, button } = this.#options;
    const { view } = this.#realm;
    const bubbles = shape.bubbles ?? true;
    return {
      bubbles,
      cancelable: bubbles,
      // `enter` and `leave` go to each element by itself and do not travel.
      composed: bubbles,
      view: element.ownerDocument.defaultView,
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
  return element.matches(":disabled");
}

/** What a press on this element focuses: the nearest focusable thing around it, else nothing keeps the focus. */
function moveFocusByPress(target: Element): void {
  for (const element of ancestors(target)) {
    if (!isPressFocusable(element)) continue;
    if (!holdsFocus(element)) focusOn(element as HTMLElement);
    return;
  }
  const active = deepActiveElement();
  if (active !== null && active.ownerDocument === target.ownerDocument && isHtml(active)) {
    blurFrom(active);
  }
}

const FOCUSABLE =
  "a[href],area[href],button,input:not([type=hidden]),select,textarea,iframe,summary,[tabindex],audio[controls],video[controls]," +
  "[contenteditable=''],[contenteditable=true],[contenteditable=plaintext-only]";

function isPressFocusable(element: Element): boolean {
  return element.matches(FOCUSABLE) && !matchesDisabled(element);
}
