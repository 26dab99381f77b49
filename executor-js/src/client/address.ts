/** What of a frame that is not looked into is safe to use for an answer. */
export function addressOf(frame: Readonly<Record<string, unknown>>): {
  requestId?: string;
  sessionId?: number;
} {
  const { requestId, sessionId } = frame;
  return {
    ...(typeof requestId === "string" && requestId !== "" && requestId.length <= 128 && { requestId }),
    ...(typeof sessionId === "number" && Number.isSafeInteger(sessionId) && sessionId > 0 && { sessionId }),
  };
}
