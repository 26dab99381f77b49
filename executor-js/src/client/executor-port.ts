/** What the client needs from the page executor, so that it can be tested without a page. */
import type { PageToolResult, ParsedRequest } from "../protocol/index.js";
import type { AuthorizationLevel } from "../page/types.js";

export interface ExecutorPort {
  /**
   * Runs one request to its end. When the signal aborts, it stops at the next safe point and reports what it
   * did; the signal's reason is the refusal that belongs into the report.
   */
  run(request: ParsedRequest, signal: AbortSignal): Promise<PageToolResult>;
  /** Opaque; what `pageVersion` of a result is, for results that no run made. */
  pageVersion(): string;
  level(): AuthorizationLevel;
  /** The user's choice, or the end of one. */
  setLevel(level: AuthorizationLevel, reason: string): void;
  /**
   * The document goes, right now: what a running action has led to is what its run reports, at once. Whoever lets go of
   * the connection then calls this first, so that nothing depends on who hears of `pagehide` first.
   */
  leaving(): void;
  dispose(): void;
}
