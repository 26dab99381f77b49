import type { Timers } from "../client/timers.js";

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 30_000;

/** Something that is tried again after 1, 2, 4 … 30 s. */
export class Retry {
  #attempts = 0;
  #waiting: (() => void) | undefined;
  #failed = false;

  readonly #timers: Timers;
  readonly #run: () => void;

  constructor(timers: Timers, run: () => void) {
    this.#timers = timers;
    this.#run = run;
  }

  /** It has failed. It is tried again by itself only where that can help, and by `now` in any case. */
  later(byItself: boolean): void {
    this.stop();
    this.#failed = true;
    if (byItself) {
      this.#waiting = this.#timers.after(Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** this.#attempts), () =>
        this.now(),
      );
      this.#attempts++;
    }
  }

  /** Tries it at once if it would be tried later anyway. */
  hurry(): void {
    if (this.#waiting !== undefined) {
      this.now();
    }
  }

  /** Tries it at once if its last try failed. */
  now(): void {
    if (this.#failed) {
      this.stop();
      this.#run();
    }
  }

  /** Takes back what is planned. */
  stop(): void {
    this.#waiting?.();
    this.#waiting = undefined;
    this.#failed = false;
  }
}
