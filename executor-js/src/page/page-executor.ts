/**
 * Executes page-tool requests in this document (seed 5.2, 6.5). It knows no transport and no interface: a parsed
 * request goes in, the one result comes out, and the host is asked for what only the user can decide.
 */
import {
  errorBody,
  refuse,
  type ActionName,
  type PageToolResult,
  type ParsedRequest,
} from "../protocol/index.js";
import { reasonOf } from "./action-run.js";
import { Authorization } from "./authorization.js";
import { FocusMemory } from "./focus-memory.js";
import { NavigationWatch } from "./navigation-watch.js";
import { PageMemory } from "./page-memory.js";
import { RequestRun } from "./request-run.js";
import { DEFAULT_SETTLE } from "./settle.js";
import { SnapshotManager } from "./snapshot-manager.js";
import type { AuthorizationLevel, ExecutorHost } from "./types.js";
import type { World } from "./world.js";

export interface PageExecutorOptions {
  /** Page actions that may be done at all; every one when absent. */
  readonly allow?: readonly ActionName[];
  /** Level to begin with; `per_action` when absent. */
  readonly level?: AuthorizationLevel;
  /** A page at rest has not changed for this long, in milliseconds. Default 100. */
  readonly settleQuietMs?: number;
  /** How long rest is waited for after an action, in milliseconds. Default 1000. */
  readonly settleMaxMs?: number;
}

export class PageExecutor {
  readonly #world: World;

  constructor(host: ExecutorHost, options: PageExecutorOptions = {}) {
    const isSdkNode = (node: Node): boolean => host.isSdkNode(node);
    const snapshots = new SnapshotManager({ isSdkNode, clock: host.clock });
    this.#world = {
      host,
      clock: host.clock,
      isSdkNode,
      authorization: new Authorization(options),
      snapshots,
      memory: new PageMemory(isSdkNode),
      navigation: new NavigationWatch({
        window,
        onNavigation: (kind) => {
          snapshots.noteNavigation(kind);
        },
      }),
      focus: new FocusMemory(isSdkNode),
      settle: {
        quietMs: options.settleQuietMs ?? DEFAULT_SETTLE.quietMs,
        maxMs: options.settleMaxMs ?? DEFAULT_SETTLE.maxMs,
      },
    };
  }

  /**
   * Runs one request; the caller sees to it that only one runs at a time. Never rejects: a bug becomes
   * `internal_error`. When `signal` aborts, the run ends at its next safe point with the signal's reason, a refusal.
   */
  async run(request: ParsedRequest, signal: AbortSignal): Promise<PageToolResult> {
    try {
      return await new RequestRun(this.#world, request, signal).result();
    } catch (error) {
      if (!signal.aborted) console.error("MaoChat: a page request failed", error);
      return {
        type: "page_tool_result",
        requestId: request.requestId,
        sessionId: request.sessionId,
        success: false,
        pageVersion: this.pageVersion(),
        error: errorBody(signal.aborted ? reasonOf(signal) : refuse.internalError()),
      };
    }
  }

  /** Opaque; changes on navigation and when the set of controls changes. */
  pageVersion(): string {
    try {
      return this.#world.snapshots.pageVersion();
    } catch {
      return "unknown";
    }
  }

  level(): AuthorizationLevel {
    return this.#world.authorization.level;
  }

  /** The user's choice, or the end of one; `reason` says which. */
  setLevel(level: AuthorizationLevel, reason: string): void {
    this.#world.authorization.setLevel(level, reason);
  }

  /** The document goes; said by whoever knows it first, `pagehide` here or the host's own. */
  leaving(): void {
    this.#world.navigation.leave();
  }

  /** Takes all listeners off the page and forgets every snapshot. */
  dispose(): void {
    this.#world.navigation.dispose();
    this.#world.focus.dispose();
    this.#world.snapshots.clear();
  }
}
