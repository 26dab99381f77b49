import type { AuthorizationLevel, ConfirmAnswer, ConfirmRequest } from "../page/types.js";
import type { Audit } from "./audit.js";
import type { Timers } from "./timers.js";

/** How long the user may think about a confirmation. */
export const ANSWER_MS = 5 * 60_000;

export interface ConsentOptions {
  /** Shows the question. May reject when the signal aborts. */
  ask(request: ConfirmRequest, signal: AbortSignal): Promise<ConfirmAnswer>;
  level(): AuthorizationLevel;
  /** The user has decided. */
  decided(audit: Audit): void;
  readonly timers: Timers;
}

/** Asks the user, bounded in time, and has every decision written down. */
export class Consent {
  readonly #o: ConsentOptions;

  constructor(o: ConsentOptions) {
    this.#o = o;
  }

  /** The user's answer; rejects with the signal's reason when what was asked about has ended. */
  async confirm(request: ConfirmRequest, signal: AbortSignal): Promise<ConfirmAnswer> {
    const previous = this.#o.level();
    const answer = await this.#askInTime(request, signal);
    const grant = answer.allowed ? answer.grant : undefined;
    this.#o.decided({
      event: !answer.allowed ? "denied" : grant === undefined ? "confirmed" : "granted",
      level: grant ?? previous,
      ...(grant !== undefined && grant !== previous && { previousLevel: previous }),
      ...(!answer.allowed && answer.reason === "no_answer" && { reason: "no_answer" }),
      request,
    });
    return answer;
  }

  #askInTime(request: ConfirmRequest, signal: AbortSignal): Promise<ConfirmAnswer> {
    return new Promise((resolve, reject) => {
      const closing = new AbortController();
      const stop = this.#o.timers.after(ANSWER_MS, () => {
        resolve({ allowed: false, reason: "no_answer" });
        closing.abort();
      });
      const end = (): void => {
        stop();
        reject(signal.reason);
        closing.abort();
      };
      if (signal.aborted) {
        end();
        return;
      }
      signal.addEventListener("abort", end, { once: true });
      this.#o
        .ask(request, closing.signal)
        .then(resolve, reject)
        .finally(() => {
          stop();
          signal.removeEventListener("abort", end);
        });
    });
  }
}
