/**
 * The wire contract as the SDK sees it: types generated from harness/protocol's schemas, the check of incoming
 * requests, and one constructor per error code. Everything else in executor-js may import this; it imports nothing.
 */
export type * from "./types.gen.js";
export { ACTION_NAMES, ERROR_CODES, TOOL_NAMES } from "./schema.gen.js";
export { errorBody, refuse } from "./errors.js";
export type { ErrorDetails, RefusalBody, TaskCancelReason } from "./errors.js";
export { parseCancel, parseRequest } from "./parse.js";
export type { ParsedCancel, ParseFailure, ParseResult } from "./parse.js";
export type { ActionOf, PageAction, PageActionInput, ParsedRequest } from "./request.js";
export { DEFAULT_WAIT_MS, MAX_DEPTH, MAX_FRAME_BYTES } from "./limits.js";
