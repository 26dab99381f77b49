import type { PageToolResult, ParsedRequest, RefusalBody } from "../protocol/index.js";
import { errorBody, refuse } from "../protocol/index.js";
import { Budget } from "./budget.js";
import type { ExecutorPort } from "./executor-port.js";
import type { Timers } from "./timers.js";

/** What each action of a batch adds to the time-out. */
const BATCH_ACTION_MS = 2_000;
/** How long an ended run may take to come to its next safe point before it is reported without its own word. */
export const GRACE_MS = 5_000;

/** One request at work: its time, its end from outside, and its one result. */
export class Run {
  readonly #aborter = new AbortController();
  readonly #budget: Budget;
  readonly #givenUp: Promise<undefined>;
  #giveUp: () => void = () => undefined;
  #cause: RefusalBody | undefined;
  #stopGrace: (() => void) | undefined;

  readonly #executor: Pick<ExecutorPort, "run" | "pageVersion">;
  readonly #timers: Timers;

  constructor(
    readonly request: ParsedRequest,
    executor: Pick<ExecutorPort, "run" | "pageVersion">,
    timers: Timers,
  ) {
    this.#executor = executor;
    this.#timers = timers;
    const count = request.actions.length;
    const ms = request.timeoutMs + (count > 1 ? count * BATCH_ACTION_MS : 0);
    this.#budget = new Budget(timers, ms, () => this.end(refuse.timeout(undefined, { timeoutMs: ms })));
    this.#givenUp = new Promise((resolve) => {
      this.#giveUp = () => resolve(undefined);
    });
  }

  /** Ends it at the next safe point. The first cause is the one that is reported. */
  end(cause: RefusalBody): void {
    if (this.#cause === undefined) {
      this.#cause = cause;
      this.#budget.pause();
      this.#aborter.abort(cause);
      this.#stopGrace = this.#timers.after(GRACE_MS, this.#giveUp);
    }
  }

  /** The user is being asked, or has answered. */
  setWaiting(waiting: boolean): void {
    if (waiting) {
      this.#budget.pause();
    } else if (this.#cause === undefined) {
      this.#budget.resume();
    }
  }

  /** Runs it. Never rejects. */
  async result(): Promise<PageToolResult> {
    this.#budget.resume();
    try {
      const result = await Promise.race([
        this.#executor.run(this.request, this.#aborter.signal),
        this.#givenUp,
      ]);
      return result === undefined
        ? this.#refused(this.#cause, { unfinished: true })
        : this.#attribute(result);
    } catch (error) {
      if (this.#cause === undefined) {
        console.error("MaoChat: the page executor failed", error);
      }
      return this.#refused(this.#cause);
    } finally {
      this.#budget.pause();
      this.#stopGrace?.();
    }
  }

  /** A run that was ended from outside says why; one that was done before it noticed stays done. */
  #attribute(result: PageToolResult): PageToolResult {
    const code = result.error?.code;
    if (this.#cause === undefined || result.success || (code !== "task_cancelled" && code !== "timeout")) {
      return result;
    }
    const { elementId } = result.error ?? {};
    return { ...result, error: { ...errorBody(this.#cause), ...(elementId !== undefined && { elementId }) } };
  }

  #refused(cause: RefusalBody | undefined, details?: Record<string, unknown>): PageToolResult {
    const body = errorBody(cause ?? refuse.internalError());
    return {
      type: "page_tool_result",
      requestId: this.request.requestId,
      sessionId: this.request.sessionId,
      success: false,
      pageVersion: this.#executor.pageVersion(),
      error: details === undefined ? body : { ...body, details: { ...body.details, ...details } },
    };
  }
}
