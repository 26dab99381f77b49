import type { AuthorizationLevel } from "../page/types.js";
import type { Audit } from "./audit.js";
import type { Consent } from "./consent.js";
import type { ExecutorPort } from "./executor-port.js";

/** The levels from the strictest on. */
const RANK: Readonly<Record<AuthorizationLevel, number>> = { per_action: 0, task: 1, full: 2 };

export interface LevelsOptions {
  readonly executor: Pick<ExecutorPort, "level" | "setLevel">;
  readonly consent: Pick<Consent, "cover" | "refuse">;
  decided(audit: Audit): void;
  changed(): void;
}

/** The authorization level and what becomes of it; every act of the user on it is written down. */
export class Levels {
  readonly #o: LevelsOptions;

  constructor(o: LevelsOptions) {
    this.#o = o;
  }

  get current(): AuthorizationLevel {
    return this.#o.executor.level();
  }

  /**
   * The user chose another level. A higher one answers the question that waits, a lower one leaves it; the action
   * that runs now was allowed and is finished.
   */
  choose(level: AuthorizationLevel, reason: Audit["reason"] = "user"): void {
    const previousLevel = this.current;
    if (level === previousLevel) {
      return;
    }
    const raised = RANK[level] > RANK[previousLevel];
    const event = raised ? "granted" : "lowered";
    this.#o.executor.setLevel(level, event);
    this.#o.decided({ event, level, previousLevel, ...(reason !== undefined && { reason }) });
    if (raised) {
      this.#o.consent.cover();
    }
  }

  /** Everything that was allowed is taken back, also what is asked right now. */
  revoke(reason: Audit["reason"] = "user"): void {
    const previous = this.current;
    this.#o.executor.setLevel("per_action", "revoked");
    this.#o.decided({
      event: "revoked",
      level: "per_action",
      ...(previous !== "per_action" && { previousLevel: previous }),
      ...(reason !== undefined && { reason }),
    });
    this.#o.consent.refuse();
  }

  /** What the user allowed at an earlier visit holds again. That is no act of now, so nobody is told. */
  restore(level: AuthorizationLevel): void {
    this.#o.executor.setLevel(level, "restored");
    this.#o.consent.cover();
    this.#o.changed();
  }

  /** The agent's task has ended, and with it what was allowed for it. */
  endTask(reason: "task_end" | "disconnect" | "refresh" | "session_switch"): void {
    if (this.current === "task") {
      this.#o.executor.setLevel("per_action", reason);
      this.#o.decided({ event: "lowered", level: "per_action", previousLevel: "task", reason });
    }
  }

  /** The user stopped the task. */
  stopped(requestId: string | undefined): void {
    const previous = this.current;
    if (previous === "task") {
      this.#o.executor.setLevel("per_action", "stopped");
    }
    this.#o.decided({
      event: "stopped",
      level: this.current,
      ...(previous === "task" && { previousLevel: previous }),
      ...(requestId !== undefined && { requestId }),
    });
  }
}
