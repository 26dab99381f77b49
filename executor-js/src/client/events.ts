/** What `onEvent` of the host page is told (PROTOCOL.md, authorization). Never a value, never page content. */
import type { ErrorCode, ToolName } from "../protocol/index.js";
import type { ActionEvent, AuthorizationLevel } from "../page/types.js";

/** The user's own acts, and every page action that ended. */
export interface PageEvent {
  readonly type: "page";
  readonly event: "granted" | "lowered" | "revoked" | "confirmed" | "denied" | "stopped" | "action";
  readonly tool?: ToolName;
  readonly level?: AuthorizationLevel;
  readonly ok?: boolean;
  readonly code?: ErrorCode;
}

const OBSERVING: ReadonlySet<string> = new Set(["inspect", "observe", "wait", "screenshot"]);

/** What is told of an action: that a page action has ended, and how. */
export function actionEvent(event: ActionEvent, level: AuthorizationLevel): PageEvent | undefined {
  const { action, phase, ok, code } = event;
  if (phase !== "end" || OBSERVING.has(action)) {
    return undefined;
  }
  const told = { type: "page", event: "action", tool: `page_${action}`, level, ok: ok === true } as const;
  return code === undefined ? told : { ...told, code };
}
