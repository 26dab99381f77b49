import type { ActionName, AnyAction, ToolName } from "./types.gen.js";

/** An action as it may come over the wire: `action` may be missing where the request's tool says it. */
export type PageActionInput = AnyAction;

type Named<T extends { action?: string }> = T extends unknown ? T & Required<Pick<T, "action">> : never;

/** An action that says which one it is: a union that `action` tells apart. */
export type PageAction = Readonly<Named<AnyAction>>;

/** The parameters of one kind of action, `ActionOf<"fill">` for example. */
export type ActionOf<N extends ActionName> = Extract<PageAction, { action: N }>;

/**
 * A request that passed the check: one list of actions, whatever form it came in, with every default filled in.
 * All objects in it have no prototype, so that a page that pollutes `Object.prototype` adds nothing to them.
 */
export interface ParsedRequest {
  readonly requestId: string;
  readonly sessionId: number;
  readonly tool: ToolName;
  /** The request's own snapshotId; the actions already carry the one that counts for them. */
  readonly snapshotId?: string;
  /** At least one. Two or more are a batch. */
  readonly actions: readonly PageAction[];
  readonly requireConfirmation: boolean;
  readonly timeoutMs: number;
  readonly includeSnapshot: boolean;
}
