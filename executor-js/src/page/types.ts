/**
 * The seams inside the page executor: what each part of `page/` offers to the others, and what it is given
 * from outside. Wire shapes (requests, results, snapshots) are generated from the JSON Schemas and live in
 * `../protocol`; the types here never leave the page.
 */
import type {
  ActionName,
  ErrorCode,
  PageElement,
  PageSnapshot,
  VerificationStatus,
} from "../protocol/index.js";

/** Why something did not happen. One closed set of codes (PROTOCOL.md, errors); a thrown exception means a bug. */
export interface Refusal {
  readonly refused: true;
  readonly code: ErrorCode;
  /** Tells the agent what to do next. */
  readonly message: string;
  readonly elementId?: string;
  /** JSON-safe facts, e.g. `{changed: ["label"]}` or `{coveredBy: {...}}`. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** What makes an element itself and not another one (seed 6.2; PROTOCOL.md, staleness rule 5). State is not identity. */
export interface Identity {
  readonly role: string;
  readonly kind: string;
  readonly type: string;
  readonly label: string;
  readonly name: string;
  readonly href: string;
  /** Id-like `data-*` attributes as `name=value` lines, sorted. */
  readonly dataIds: string;
  readonly form: string;
  readonly context: string;
}

/**
 * A snapshot reference that has been looked up and whose identity was compared (rules 1 to 5), but whose
 * actionability for one action has not been checked yet.
 */
export interface ResolvedRef {
  readonly elementId: string;
  readonly snapshotId: string;
  /** The element that the snapshot listed. */
  readonly element: Element;
  readonly identity: Identity;
  /** Name for the user's eyes: accessible name with row context. Never a value. */
  readonly describe: string;
  readonly sensitive: boolean;
  /** The entry as it stood in the snapshot. */
  readonly listed: PageElement;
}

/** A reference that may be acted on now (rule 6): scrolled into view, visible, enabled, not covered. */
export interface ActionableRef extends ResolvedRef {
  readonly actionable: true;
  /** What receives pointer events: the element itself, or the label that stands for a hidden native control. */
  readonly pointerTarget: Element;
  /** A point on `pointerTarget`, in the client coordinates of its own document, that passed the hit test. */
  readonly point: { readonly x: number; readonly y: number };
}

/** Time, so that tests and hostile pages cannot bend it. */
export interface Clock {
  now(): number;
  /** Resolves after `ms`, or rejects with the signal's reason. Must not depend on animation frames. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export type AuthorizationLevel = "per_action" | "task" | "full";

/** What the user is asked before an action runs. */
export interface ConfirmRequest {
  readonly requestId: string;
  readonly sessionId: number;
  readonly level: AuthorizationLevel;
  /** The request wants to be confirmed whatever the level is. */
  readonly required?: boolean;
  /** One entry, or with `requireConfirmation` under task/full every action of the batch. */
  readonly actions: readonly ConfirmAction[];
}

export interface ConfirmAction {
  readonly index: number;
  readonly action: ActionName;
  /** Accessible name and row context of the target; empty for actions without one. */
  readonly target: string;
  /** What will be written, chosen or typed; absent when sensitive. */
  readonly value?: string;
  readonly sensitive: boolean;
  readonly highRisk: boolean;
  readonly element?: Element;
}

export type ConfirmAnswer =
  | { readonly allowed: true; readonly grant?: AuthorizationLevel }
  | { readonly allowed: false; readonly reason: "denied" | "no_answer" };

/** One line of the action log and of the action card. Never holds a value of a sensitive field. */
export interface ActionEvent {
  readonly requestId: string;
  readonly index: number;
  readonly action: ActionName;
  readonly phase: "start" | "end";
  readonly target: string;
  readonly element?: Element;
  readonly ok?: boolean;
  readonly code?: ErrorCode;
  readonly status?: VerificationStatus;
}

/** What the executor needs from outside; `page/` imports no UI, WebSocket or backend. */
export interface ExecutorHost {
  /** Asks the user; resolves when answered, rejects only when `signal` aborts. */
  confirm(request: ConfirmRequest, signal: AbortSignal): Promise<ConfirmAnswer>;
  /** True for the SDK's own host element, for anything inside it and for anything it put into the page. */
  isSdkNode(node: Node): boolean;
  /** Called before anything that may take long or block the page's thread. */
  onStatus(requestId: string, state: "queued" | "confirming" | "running", actionIndex: number): void;
  /** Action log and highlight. */
  onAction(event: ActionEvent): void;
  readonly clock: Clock;
}

/** A snapshot as taken, before it is stored. */
export interface ScanResult {
  readonly snapshot: PageSnapshot;
}
