/**
 * The key chord that stops the task from anywhere in the page, its frames of the same origin included: it is taken
 * before the page sees it, and only when the user pressed it.
 */
import { liveRoots } from "../page/page-walk.js";
import { viewOf } from "../page/dom.js";
import { isTrustedOn } from "./trusted.js";

/** As `aria-keyshortcuts` spells it. */
export const STOP_KEYS = "Control+Shift+Period";

const add = EventTarget.prototype.addEventListener;

export interface Shortcut {
  /** Listens in frames that have come since. */
  refresh(): void;
  end(): void;
}

/** Calls `stop` when the chord is pressed while there is something to stop. */
export function watchStopKeys(view: Window, active: () => boolean, stop: () => void): Shortcut {
  const listening = new AbortController();
  const known = new WeakSet<Window>();
  const listen = (target: Window): void => {
    known.add(target);
    const pressed = (event: KeyboardEvent): void => {
      const isChord = event.code === "Period" && event.shiftKey && (event.ctrlKey || event.metaKey);
      if (isChord && !event.repeat && isTrustedOn(event, target) && active()) {
        event.preventDefault();
        event.stopImmediatePropagation();
        stop();
      }
    };
    Reflect.apply(add, target, ["keydown", pressed, { capture: true, signal: listening.signal }]);
  };
  listen(view);
  return {
    refresh() {
      if (view.frames.length > 0) {
        for (const root of liveRoots(() => false)) {
          const inner = viewOf(root);
          if (inner !== null && !known.has(inner)) {
            listen(inner);
          }
        }
      }
    },
    end: () => listening.abort(),
  };
}
