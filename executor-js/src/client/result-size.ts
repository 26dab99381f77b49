import { MAX_FRAME_BYTES, errorBody, refuse, type PageToolResult } from "../protocol/index.js";
import { encode } from "./json.js";

const encoder = new TextEncoder();

/**
 * The text of a result, small enough for the server to take. The executor keeps its snapshots and pictures
 * small; should one be too large after all, it is left out, and what was done to the page is still told.
 */
export function fitResult(result: PageToolResult): string {
  const text = encode(result);
  if (fits(text)) {
    return text;
  }
  const { type, requestId, sessionId, pageVersion, stoppedAt, result: body } = result;
  const error = result.error ?? errorBody(refuse.internalError({ reason: "result_too_large" }));
  const short = { type, requestId, sessionId, success: false, pageVersion, stoppedAt, error };
  const told = encode({ ...short, result: body && { actions: body.actions } });
  return fits(told) ? told : encode(short);
}

function fits(text: string): boolean {
  // A UTF-16 unit makes at most three bytes, so that most texts need not be counted.
  return text.length * 3 <= MAX_FRAME_BYTES || encoder.encode(text).length <= MAX_FRAME_BYTES;
}
