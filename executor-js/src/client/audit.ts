import type { PageAudit } from "../protocol/index.js";
import type { AuthorizationLevel, ConfirmRequest } from "../page/types.js";

/** One act on authorization. What was asked for is told by action names only, never by target or value. */
export interface Audit {
  readonly event: PageAudit["event"];
  /** After the act. */
  readonly level: AuthorizationLevel;
  readonly previousLevel?: AuthorizationLevel;
  readonly reason?: NonNullable<PageAudit["reason"]>;
  readonly requestId?: string;
  /** The question that was answered. */
  readonly request?: ConfirmRequest;
}

const wallClock = Date.now.bind(Date);

/** The frame that tells the server about it. */
export function auditFrame(audit: Audit, sessionId: number | null): PageAudit {
  const { event, level, previousLevel, reason, request } = audit;
  const requestId = audit.requestId ?? request?.requestId;
  return {
    type: "page_audit",
    sessionId,
    event,
    level,
    ...(previousLevel !== undefined && { previousLevel }),
    ...(requestId !== undefined && { requestId }),
    ...(request !== undefined && {
      actions: request.actions.map((action) => action.action),
      highRisk: request.actions.some((action) => action.highRisk),
      sensitive: request.actions.some((action) => action.sensitive),
    }),
    ...(reason !== undefined && { reason }),
    at: wallClock(),
  };
}
