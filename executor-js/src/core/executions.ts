/**
 * Which events belong to the turn that is shown (second seed, 4.2): those of another execution are stale, and after
 * a stop none counts until another execution begins.
 */

/** Events of one execution. Whatever else comes is about the session as a whole. */
const OF_EXECUTION =
  /^(?:content_delta|thinking_(?:start|delta|end)|tool_call_(?:start|args_delta|result)|message_end|llm_(?:waiting|retry|stream_reset)|error)$/;

export class Executions {
  #active: string | undefined;
  /** The last one that ended. */
  #ended: string | undefined;
  #isSuppressed = false;

  get active(): string | undefined {
    return this.#active;
  }

  /** True when an event of this type with this execution may be shown. */
  accepts(type: unknown, executionId: unknown): boolean {
    if (typeof type !== "string" || !OF_EXECUTION.test(type)) {
      return true;
    }
    if (this.#isSuppressed) {
      return false;
    }
    if (typeof executionId !== "string") {
      return true;
    }
    return this.#active === undefined ? executionId !== this.#ended : executionId === this.#active;
  }

  /** An execution begins, or is found running; one that ended does not come back. False for that. */
  begin(executionId: unknown): boolean {
    if (typeof executionId !== "string") {
      return !this.#isSuppressed;
    }
    if (executionId === this.#ended) {
      return false;
    }
    this.#active = executionId;
    this.#isSuppressed = false;
    return true;
  }

  /** True when the present execution, or one that nothing is known of, is at its end. */
  concerns(executionId: unknown): boolean {
    return typeof executionId !== "string" || this.#active === undefined || executionId === this.#active;
  }

  /** The execution is over. */
  end(executionId?: unknown): void {
    this.#ended = this.#active ?? (typeof executionId === "string" ? executionId : this.#ended);
    this.#active = undefined;
  }

  /** The user has stopped it. */
  stop(): void {
    this.end();
    this.#isSuppressed = true;
  }

  /** Another conversation begins. */
  clear(): void {
    this.#active = this.#ended = undefined;
    this.#isSuppressed = false;
  }
}
