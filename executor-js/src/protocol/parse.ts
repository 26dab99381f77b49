/**
 * The only way by which a page-tool request enters the SDK: unknown bytes in, a checked and normalised request
 * out, or the reason why not. Nothing of a refused request is acted on (PROTOCOL.md, request).
 */
import { check } from "./check.js";
import { clean, ownValue } from "./clean.js";
import { append, bare, bareObject, isSafeInteger, parseJson, slice, utf8Bytes } from "./intrinsics.js";
import { DEFAULT_TIMEOUT_MS, MAX_FRAME_BYTES } from "./limits.js";
import type { PageAction, ParsedRequest } from "./request.js";
import { pageToolCancel, pageToolRequest } from "./schema.gen.js";
import type { SchemaNode } from "./schema.js";
import type { PageToolCancel, PageToolRequest, ToolName } from "./types.gen.js";
import { sentence, type Violation } from "./violation.js";

/** Why a frame was refused. The ids are there when they could be read, so that the refusal finds its caller. */
export interface ParseFailure {
  readonly ok: false;
  readonly requestId?: string;
  readonly sessionId?: number;
  /** What is wrong, for the agent; `refuse.invalidArguments` makes the error of it. */
  readonly message: string;
  /** JSON pointer to what is wrong. */
  readonly pointer: string;
}

export type ParseResult = { readonly ok: true; readonly request: ParsedRequest } | ParseFailure;
export type ParsedCancel = { readonly ok: true; readonly cancel: Readonly<PageToolCancel> } | ParseFailure;

/** Checks a page_tool_request, given as JSON text or as the value of it. Never throws, runs no getter. */
export function parseRequest(raw: unknown): ParseResult {
  const read = readFrame(pageToolRequest, raw);
  if (!read.ok) return read;
  return bare({ ok: true, request: normalised(read.frame as PageToolRequest) });
}

/** Checks a page_tool_cancel in the same way. */
export function parseCancel(raw: unknown): ParsedCancel {
  const read = readFrame(pageToolCancel, raw);
  if (!read.ok) return read;
  return bare({ ok: true, cancel: read.frame as PageToolCancel });
}

type Read = { readonly ok: true; readonly frame: unknown } | ParseFailure;

function readFrame(schema: SchemaNode, raw: unknown): Read {
  let value = raw;
  try {
    if (typeof raw === "string") {
      if (tooLarge(raw)) {
        return failed(undefined, {
          pointer: "",
          wanted: `at most ${MAX_FRAME_BYTES} bytes`,
          found: "larger",
        });
      }
      value = parseJson(raw);
    }
    const cleaned = clean(value);
    if (!cleaned.ok) return failed(value, cleaned.violation);
    const violation = check(schema, cleaned.value);
    return violation === undefined ? bare({ ok: true, frame: cleaned.value }) : failed(value, violation);
  } catch {
    // Text that is not JSON, or an object that throws when it is looked at.
    return failed(value === raw ? undefined : value, {
      pointer: "",
      wanted: "JSON",
      found: "something else",
    });
  }
}

function tooLarge(text: string): boolean {
  return (
    text.length > MAX_FRAME_BYTES || (text.length * 3 > MAX_FRAME_BYTES && utf8Bytes(text) > MAX_FRAME_BYTES)
  );
}

function failed(value: unknown, violation: Violation): ParseFailure {
  const requestId = idOf(value, "requestId");
  const sessionId = idOf(value, "sessionId");
  return bare({
    ok: false,
    message: sentence(violation),
    pointer: violation.pointer,
    ...(typeof requestId === "string" && requestId !== "" && requestId.length <= 128 && { requestId }),
    ...(isSafeInteger(sessionId) && (sessionId as number) > 0 && { sessionId: sessionId as number }),
  });
}

function idOf(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? ownValue(value, key) : undefined;
}

/** Fills in what may be left out; `frame` has passed the check and has no prototype. */
function normalised(frame: PageToolRequest): ParsedRequest {
  const given = frame.actions ?? [bareObject()];
  const actions: PageAction[] = [];
  for (let i = 0; i < given.length; i++) {
    append(actions, effective(given[i] as Record<string, unknown>, frame));
  }
  return bare({
    requestId: frame.requestId,
    sessionId: frame.sessionId,
    tool: frame.tool,
    ...(frame.snapshotId !== undefined && { snapshotId: frame.snapshotId }),
    actions,
    requireConfirmation: frame.requireConfirmation ?? false,
    timeoutMs: frame.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    includeSnapshot: frame.includeSnapshot ?? false,
  });
}

function effective(action: Record<string, unknown>, frame: PageToolRequest): PageAction {
  const named = bare(action);
  named["action"] ??= actionOf(frame.tool);
  if (frame.snapshotId !== undefined) named["snapshotId"] ??= frame.snapshotId;
  return named as PageAction;
}

/** A tool's name without `page_`. */
function actionOf(tool: ToolName): string {
  return slice(tool, "page_".length, tool.length);
}
