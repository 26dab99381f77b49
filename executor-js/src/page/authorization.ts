/**
 * Who may act: the three authorization levels and the host's range of actions (seed 3.3, 7.1; PROTOCOL.md 9).
 * Pure decisions and the life of a grant; asking the user is the host's part.
 */
import { refuse, type ActionName } from "../protocol/index.js";
import type { AuthorizationLevel, Refusal } from "./types.js";

/** Actions that only look. They need no confirmation unless the request asks for one. */
const OBSERVATIONS: ReadonlySet<ActionName> = new Set<ActionName>([
  "inspect",
  "observe",
  "wait",
  "screenshot",
]);

/** What one action wants to do, as far as the decision depends on it. */
export interface AuthorizationQuestion {
  readonly action: ActionName;
  /** It reads or writes what counts as a secret, or asks for an unmasked picture. */
  readonly sensitive: boolean;
  readonly requireConfirmation: boolean;
  /** Position in the batch; only the first action of a request may ask the user. */
  readonly index: number;
  readonly elementId?: string;
}

export type AuthorizationDecision = "allow" | "ask" | Refusal;

export interface AuthorizationOptions {
  readonly level?: AuthorizationLevel;
  /** The host's range: page actions outside it are refused at every level. All actions when absent. */
  readonly allow?: readonly ActionName[];
  /** Told when the level changes, with the reason of an end (for `page_audit` and the panel). */
  readonly onChange?: (level: AuthorizationLevel, reason: string) => void;
}

/** True for an action that changes the page, or could. */
export function isPageAction(action: ActionName, sensitive: boolean): boolean {
  return sensitive || !OBSERVATIONS.has(action);
}

export class Authorization {
  #level: AuthorizationLevel;
  readonly #allow: ReadonlySet<ActionName> | undefined;
  readonly #onChange: (level: AuthorizationLevel, reason: string) => void;

  constructor(options: AuthorizationOptions = {}) {
    this.#level = options.level ?? "per_action";
    this.#allow = options.allow === undefined ? undefined : new Set(options.allow);
    this.#onChange = options.onChange ?? ((): void => undefined);
  }

  get level(): AuthorizationLevel {
    return this.#level;
  }

  /** The user's choice. `reason` says what led to it, e.g. `granted`, `lowered`, `revoked`. */
  setLevel(level: AuthorizationLevel, reason: string): void {
    if (level === this.#level) return;
    this.#level = level;
    this.#onChange(level, reason);
  }

  /** Ends a grant that holds for one task only (PROTOCOL.md 9: task end, stop, switch, lost connection). */
  endTask(reason: string): void {
    if (this.#level === "task") this.setLevel("per_action", reason);
  }

  /**
   * Says whether an action may run now, must be asked for, or is refused. `confirmed` is true when the user has
   * already answered yes for this very action in this request (a card that listed the whole batch counts).
   */
  decide(question: AuthorizationQuestion, confirmed = false): AuthorizationDecision {
    const { action, sensitive, requireConfirmation, index, elementId } = question;
    const acts = isPageAction(action, sensitive);
    // The range limits what may be done to the page; looking stays possible, or the agent could not even explain itself.
    if (acts && this.#allow !== undefined && !this.#allow.has(action)) {
      return refuse.scopeNotAllowed(action, elementId);
    }
    if (confirmed) return "allow";
    const asks = requireConfirmation || (acts && this.#level === "per_action");
    if (!asks) return "allow";
    return index === 0 ? "ask" : refuse.authorizationRequired(elementId, { index });
  }
}
