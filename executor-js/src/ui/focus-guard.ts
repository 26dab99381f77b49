/**
 * Lets the user type into the interface although a dialog of the page holds on to the focus. What the user puts the
 * focus on keeps it: when the page takes it away without the user having done anything there, it is put back, and the
 * page is not told of that, for else it would take it away again.
 */
import type { Timers } from "../client/timers.js";
import type { Host } from "./host.js";
import { isTrustedOn } from "./trusted.js";

const add = EventTarget.prototype.addEventListener;
const { focus } = HTMLElement.prototype;
const FOCUS_EVENTS = ["focus", "blur", "focusin", "focusout"] as const;
const USER_EVENTS = ["pointerdown", "keydown"] as const;
const FOCUSABLE = "textarea, input, button, summary, label, a, [tabindex]";
/** How often the focus is put back at most while the user does nothing new. */
const TRIES = 200;

export interface FocusGuardOptions {
  readonly timers: Timers;
  /** False while the agent moves the focus itself. */
  enabled(): boolean;
}

export function guardFocus(view: Window, host: Host, o: FocusGuardOptions): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const listen = (target: EventTarget, type: string, run: (event: Event) => void): void => {
    Reflect.apply(add, target, [type, run, { capture: true, signal }]);
  };
  let silent = false;
  let isUsersPlace = false;
  let tries = 0;
  /** Counts what the user does: a place that they have left since is not put back. */
  let acts = 0;
  for (const type of FOCUS_EVENTS) {
    listen(view, type, (event) => {
      if (silent) {
        event.stopImmediatePropagation();
      }
    });
  }
  for (const type of USER_EVENTS) {
    listen(view, type, (event) => {
      if (isTrustedOn(event, view)) {
        isUsersPlace = event.target === host.element;
        tries = 0;
        acts++;
      }
    });
  }
  const putBack = (place: HTMLElement): void => {
    if (!isUsersPlace || !o.enabled() || ++tries > TRIES) {
      return;
    }
    const asOf = acts;
    o.timers.after(0, () => {
      if (
        asOf === acts &&
        isUsersPlace &&
        o.enabled() &&
        place.isConnected &&
        host.root.activeElement !== place
      ) {
        silent = true;
        try {
          Reflect.apply(focus, place, [{ preventScroll: true }]);
        } finally {
          silent = false;
        }
      }
    });
  };
  listen(host.root, "focusout", (event) => {
    const { target, relatedTarget } = event as FocusEvent;
    if (
      !silent &&
      relatedTarget instanceof Node &&
      !host.owns(relatedTarget) &&
      target instanceof HTMLElement
    ) {
      putBack(target);
    }
  });
  // The page may also take the focus back before it has arrived.
  listen(host.root, "mousedown", (event) => {
    const pressed = event.target instanceof Element ? event.target.closest<HTMLElement>(FOCUSABLE) : null;
    const place = pressed instanceof HTMLLabelElement ? pressed.control : pressed;
    if (place !== null && isTrustedOn(event, host.root)) {
      putBack(place);
    }
  });
  return () => listening.abort();
}
