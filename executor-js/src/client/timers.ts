/**
 * Time as the SDK uses it. The built-ins are taken when the script is loaded, so that a page that replaces
 * them later (fake timers, "performance" polyfills) cannot bend a time-out; tests hand in a clock of their own.
 */
import type { Clock } from "../page/types.js";

/** Time that can be waited for. */
export interface Timers {
  /** Milliseconds on a clock that never goes back. */
  now(): number;
  /** Calls `run` once after `ms`; the returned function takes that back and may be called at any time. */
  after(ms: number, run: () => void): () => void;
}

const { setTimeout: set, clearTimeout: clear, performance: perf } = globalThis;
const perfNow = perf.now.bind(perf);

/** The browser's own time. */
export const realTimers: Timers = {
  now: perfNow,
  after(ms, run) {
    const id = set(run, ms);
    return () => clear(id);
  },
};

/** The same time in the form that the page executor takes. */
export function clockOf(timers: Timers): Clock {
  return {
    now: () => timers.now(),
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) {
          reject(signal.reason);
          return;
        }
        const stop = timers.after(ms, () => {
          signal?.removeEventListener("abort", abort);
          resolve();
        });
        const abort = (): void => {
          stop();
          reject(signal?.reason);
        };
        signal?.addEventListener("abort", abort, { once: true });
      }),
  };
}
