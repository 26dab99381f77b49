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

/** An answer, and whether it follows from an act that is written down by itself. */
interface Settled {
  readonly answer: ConfirmAnswer;
  readonly told: boolean;
}

/** Asks the user, bounded in time, and has every decision written down. */
export class Consent {
  #pending: { readonly request: ConfirmRequest; settle(settled: Settled): void } | undefined;

  readonly #o: ConsentOptions;

  constructor(o: ConsentOptions) {
    this.#o = o;
  }

  /** The user's answer; rejects with the signal's reason when what was asked about has ended. */
  async confirm(request: ConfirmRequest, signal: AbortSignal): Promise<ConfirmAnswer> {
    const previous = this.#o.level();
    const { answer, told } = await this.#askInTime(request, signal);
    if (told) {
      return answer;
    }
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

  /**
   * The user has raised the level, which covers what was asked because of the level. A request that wants to be
   * confirmed at any level goes on waiting.
   */
  cover(): void {
    const request = this.#pending?.request;
    if (request !== undefined && request.level === "per_action" && request.required !== true) {
      this.#pending?.settle({ answer: { allowed: true }, told: true });
    }
  }

  /** The user has taken everything back: the question that waits is answered by that. */
  refuse(): void {
    this.#pending?.settle({ answer: { allowed: false, reason: "denied" }, told: true });
  }

  #askInTime(request: ConfirmRequest, signal: AbortSignal): Promise<Settled> {
    return new Promise((resolve, reject) => {
      const closing = new AbortController();
      const stop = this.#o.timers.after(ANSWER_MS, () =>
        settle({ answer: { allowed: false, reason: "no_answer" }, told: false }),
      );
      const end = (finish: () => void): void => {
        stop();
        signal.removeEventListener("abort", abort);
        if (this.#pending === pending) {
          this.#pending = undefined;
        }
        finish();
        closing.abort();
      };
      const settle = (settled: Settled): void => end(() => resolve(settled));
      const fail = (reason: unknown): void => end(() => reject(reason));
      const abort = (): void => fail(signal.reason);
      const pending = { request, settle };
      if (signal.aborted) {
        abort();
        return;
      }
      this.#pending = pending;
      signal.addEventListener("abort", abort, { once: true });
      this.#o.ask(request, closing.signal).then((answer) => settle({ answer, told: false }), fail);
    });
  }
}
