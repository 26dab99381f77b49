/** What the page-tool client is given. */
import type { ActionEvent, ConfirmAnswer, ConfirmRequest, ExecutorHost } from "../page/types.js";
import type { PageEvent } from "./events.js";
import type { ExecutorPort } from "./executor-port.js";
import type { Timers } from "./timers.js";

export interface PageToolClientOptions {
  createExecutor(host: ExecutorHost): ExecutorPort;
  /** Sends the JSON text of a frame; false when there is no connection. */
  send(text: string): boolean;
  /** Asks the user. May reject when the signal aborts. */
  ask(request: ConfirmRequest, signal: AbortSignal): Promise<ConfirmAnswer>;
  isSdkNode(node: Node): boolean;
  /** Each action as it begins and ends. */
  onAction?(event: ActionEvent): void;
  /** Something begins or ends: `busy` or the level may have changed. */
  onActivity?(): void;
  onEvent?(event: PageEvent): void;
  /** A request is about to run: the last moment to take a grant back that no longer stands. */
  beforeRun?(): void;
  readonly timers: Timers;
}
