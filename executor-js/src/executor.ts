/**
 * The page executor by itself, over any transport: for tools that bring their own channel into a page (a test
 * runner, an extension, a desktop shell) and need neither the chat nor its connection. Global: MaoPageExecutor.
 */
import { PageToolClient } from "./client/page-tool-client.js";
import { decode } from "./client/json.js";
import { realTimers } from "./client/timers.js";
import type { ActionName } from "./protocol/index.js";
import { PageExecutor } from "./page/page-executor.js";
import type { ActionEvent, ConfirmAnswer, ConfirmRequest } from "./page/types.js";

export type { ActionEvent, ConfirmAction, ConfirmAnswer, ConfirmRequest } from "./page/types.js";

export const version: string = __MAO_VERSION__;

export interface CreateOptions {
  /** The session that requests must name. */
  readonly sessionId: number;
  /** Takes the JSON text of each frame: status, result, audit. */
  readonly send: (text: string) => void;
  /** Asks whoever may decide. Without it nobody can, and what needs a confirmation is denied. */
  readonly confirm?: (request: ConfirmRequest, signal: AbortSignal) => Promise<ConfirmAnswer>;
  /** The page actions that may be done at all; all of them when absent. */
  readonly allow?: readonly ActionName[];
  /** True for nodes of the tool's own interface, which no action may touch or list. */
  readonly isOwnNode?: (node: Node) => boolean;
  readonly onAction?: (event: ActionEvent) => void;
  readonly settleQuietMs?: number;
  readonly settleMaxMs?: number;
}

export interface BareExecutor {
  /** Takes one frame as JSON text or as the value of it; false when it is none that the executor knows. */
  receive(frame: unknown): boolean;
  /** Ends what runs and waits; further requests are refused until `resume`. */
  stop(): void;
  /** Lets requests run again after `stop`. */
  resume(): void;
  destroy(): void;
}

/** Makes an executor for this document. */
export function create(options: CreateOptions): BareExecutor {
  const client = new PageToolClient({
    createExecutor: (host) =>
      new PageExecutor(host, {
        ...(options.allow !== undefined && { allow: options.allow }),
        ...(options.settleQuietMs !== undefined && { settleQuietMs: options.settleQuietMs }),
        ...(options.settleMaxMs !== undefined && { settleMaxMs: options.settleMaxMs }),
      }),
    send(text) {
      options.send(text);
      return true;
    },
    ask: options.confirm ?? (() => Promise.resolve({ allowed: false, reason: "denied" })),
    isSdkNode: options.isOwnNode ?? (() => false),
    ...(options.onAction !== undefined && { onAction: options.onAction }),
    timers: realTimers,
  });
  client.setSession(options.sessionId);
  return {
    receive(raw) {
      let frame = raw;
      try {
        frame = typeof raw === "string" ? decode(raw) : raw;
      } catch {
        return false;
      }
      return (
        typeof frame === "object" &&
        frame !== null &&
        client.receive(frame as Record<string, unknown>, typeof raw === "string" ? raw.length : 0)
      );
    },
    stop: () => client.stop(),
    resume: () => client.userSpoke(),
    destroy: () => client.destroy(),
  };
}
