import type { Timers } from "../client/timers.js";
import type { ActionEvent, ConfirmAnswer, ConfirmRequest } from "../page/types.js";
import { logAction } from "./action-log.js";
import type { Store } from "./store.js";

/** How long a target stays marked after its action, in ms. */
const HIGHLIGHT_MS = 1_200;

/** Writes into the store what the user sees of a page task: the question, the log, the marked target. */
export class PageTaskView {
  #stopHighlight: (() => void) | undefined;

  readonly #store: Store;
  readonly #timers: Timers;

  constructor(store: Store, timers: Timers) {
    this.#store = store;
    this.#timers = timers;
  }

  /** Shows the question, and the panel for it, until it is answered or the signal aborts. */
  ask(request: ConfirmRequest, signal: AbortSignal): Promise<ConfirmAnswer> {
    return new Promise((resolve, reject) => {
      const { live, state } = this.#store;
      const id = this.#store.nextId();
      const close = (): void => {
        signal.removeEventListener("abort", abort);
        if (live.confirm?.id === id) {
          live.confirm = undefined;
          this.#mark([]);
        }
      };
      const abort = (): void => {
        close();
        reject(signal.reason);
      };
      signal.addEventListener("abort", abort, { once: true });
      const answer = (given: ConfirmAnswer): void => {
        close();
        resolve(given);
      };
      live.confirm = { id, request, answer };
      this.#mark(request.actions.flatMap((action) => action.element ?? []));
      state.panelOpen = true;
    });
  }

  /** An action begins or ends. */
  acted(event: ActionEvent): void {
    logAction(this.#store.state, event, this.#store.nextId());
    if (event.phase === "start") {
      this.#mark(event.element === undefined ? [] : [event.element]);
    } else {
      this.#stopHighlight?.();
      this.#stopHighlight = this.#timers.after(HIGHLIGHT_MS, () => this.#mark([]));
    }
  }

  /** Nothing is shown any more. */
  clear(): void {
    this.#mark([]);
    this.#store.live.confirm = undefined;
    this.#store.state.panelOpen = false;
  }

  #mark(elements: readonly Element[]): void {
    this.#stopHighlight?.();
    this.#stopHighlight = undefined;
    this.#store.live.highlight = [...new Set(elements)];
  }
}
