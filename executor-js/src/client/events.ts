/** What `onEvent` of the host page is told (PROTOCOL.md, authorization). Never a value, never page content. */
import type { ErrorCode, ToolName } from "../protocol/index.js";
import type { AuthorizationLevel } from "../page/types.js";

/** The user's own acts, and every page action that ended. */
export interface PageEvent {
  readonly type: "page";
  readonly event: "granted" | "lowered" | "revoked" | "confirmed" | "denied" | "stopped" | "action";
  readonly tool?: ToolName;
  readonly level?: AuthorizationLevel;
  readonly ok?: boolean;
  readonly code?: ErrorCode;
}
