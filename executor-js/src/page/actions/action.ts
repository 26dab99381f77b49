/** What an action is to the executor: one file each, one line in the registry. */
import type {
  ActionName,
  ActionOf,
  ActionResult,
  Changes,
  PageSnapshot,
  Screenshot,
  VerificationStatus,
} from "../../protocol/index.js";
import type { MutationWatch } from "../settle.js";
import type { PageMemory } from "../page-memory.js";
import type { SnapshotManager } from "../snapshot-manager.js";
import type { ActionableRef, AuthorizationLevel, Clock, Refusal, ResolvedRef } from "../types.js";
import type { ValueProbe } from "../verification.js";

/** Parts of an action's result that only some actions have; a handler fills in what it found out. */
export type Extras = Partial<
  Pick<
    ActionResult,
    | "documentFocused"
    | "scrolledIntoView"
    | "focusMoved"
    | "suggestions"
    | "suggestionsOpen"
    | "stable"
    | "scroll"
    | "observation"
  >
>;

/** The world of one running action. */
export interface Acting {
  readonly clock: Clock;
  /** Aborts waiting; nothing that has begun is broken off in the middle. */
  readonly signal: AbortSignal;
  readonly level: AuthorizationLevel;
  readonly snapshots: SnapshotManager;
  readonly memory: PageMemory;
  readonly isSdkNode: (node: Node) => boolean;
  /** What changed in the page since this action began. */
  readonly watch: MutationWatch;
  readonly extras: Extras;
  /** The element that had the page's focus when the SDK's own UI took it, or has it now. */
  readonly pageFocus: () => Element | null;
  /** Waits until the page rests, within the executor's bounds; false when it does not. */
  settle(): Promise<boolean>;
}

/** An action on one element, whose reference was resolved just now. */
export interface ActingOn extends Acting {
  readonly ref: ResolvedRef;
  /** Rule 6 of staleness, for this action and this moment: scrolled into view, enabled, not covered. */
  actionable(): Promise<ActionableRef | Refusal>;
  /** The same for another element that belongs to the target, such as an option of its list. */
  actionablePart(part: Element): Promise<ActionableRef | Refusal>;
  /** Rules 1 to 5 again, in an instant: what was waited for may have changed the element. */
  recheck(): Refusal | undefined;
  /** Told when the click of a press has been fired: from then on it is done, whatever follows. */
  clicked(): void;
  /** The document has gone, or is in the back/forward cache: what was begun is not gone on with. */
  gone(): boolean;
  /** What makes the target itself, for comparing it between the tasks of a press. */
  fingerprint(): string;
}

/** An action that was done. How well, is seen when the page has settled. */
export interface Done {
  readonly refused?: undefined;
  /** A value was written: how to read it back. */
  readonly probe?: ValueProbe;
  /** Otherwise: what can be said once the page has settled. */
  readonly status?: (changes: Changes) => VerificationStatus | Refusal;
  /** Nothing had to be done: there is nothing to wait for, and nothing to see again later. */
  readonly idle?: boolean;
  readonly snapshot?: PageSnapshot;
  readonly screenshot?: Screenshot;
  /** Counts as the reason when a value of an earlier action is gone later (a click on Send). */
  readonly explains?: boolean;
  /** Replaces the measured changes, for an action that compares with a snapshot. */
  readonly changes?: Changes;
}

export type Outcome = Done | Refusal;

interface Common<N extends ActionName> {
  /** Reads secrets, or more than what is shown; the authorization decides. */
  readonly sensitive?: (action: ActionOf<N>) => boolean;
  /** What the card and the log say is written, chosen or typed. Never called for a sensitive target. */
  readonly describe?: (action: ActionOf<N>) => string | undefined;
  /** True for an action that only looks: nothing is settled, compared or verified after it. */
  readonly looks?: boolean;
}

/** An action that needs an element. */
export interface TargetedHandler<N extends ActionName> extends Common<N> {
  readonly target: "required";
  /** What can be refused without touching anything, before the user is asked. */
  readonly preflight?: (ref: ResolvedRef, action: ActionOf<N>) => Refusal | undefined;
  readonly run: (acting: ActingOn, action: ActionOf<N>) => Promise<Outcome>;
}

/** An action that may do without. */
export interface FreeHandler<N extends ActionName> extends Common<N> {
  readonly target: "optional" | "own";
  readonly run: (acting: Acting & Partial<ActingOn>, action: ActionOf<N>) => Promise<Outcome>;
}

export type ActionHandler<N extends ActionName> = TargetedHandler<N> | FreeHandler<N>;
