import type { Timers } from "./timers.js";

/**
 * The time that a request may take. It runs only while the executor works: queueing comes before it is
 * started, and while the user is being asked it stands still (PROTOCOL.md, life cycle).
 */
export class Budget {
  #left: number;
  #since = 0;
  #stop: (() => void) | undefined;

  readonly #timers: Timers;
  readonly #expired: () => void;

  constructor(timers: Timers, ms: number, expired: () => void) {
    this.#timers = timers;
    this.#expired = expired;
    this.#left = ms;
  }

  /** Lets the time run, first and after each pause. */
  resume(): void {
    if (this.#stop === undefined) {
      this.#since = this.#timers.now();
      this.#stop = this.#timers.after(this.#left, this.#expired);
    }
  }

  /** Stands still until `resume`. Also the way to end it. */
  pause(): void {
    if (this.#stop !== undefined) {
      this.#stop();
      this.#stop = undefined;
      this.#left = Math.max(0, this.#left - (this.#timers.now() - this.#since));
    }
  }
}
