// Generated from harness/protocol/schemas by `make generate`. Do not edit: change the schemas.

import type { ActionName, ErrorCode, ToolName } from "./types.gen.js";
import { choice, closed, type SchemaNode, text } from "./schema.js";

export const TOOL_NAMES: readonly ToolName[] = [
  "page_inspect",
  "page_screenshot",
  "page_scroll",
  "page_focus",
  "page_fill",
  "page_select",
  "page_check",
  "page_uncheck",
  "page_click",
  "page_keyboard",
  "page_wait",
  "page_observe",
];
export const ACTION_NAMES: readonly ActionName[] = [
  "inspect",
  "screenshot",
  "scroll",
  "focus",
  "fill",
  "select",
  "check",
  "uncheck",
  "click",
  "keyboard",
  "wait",
  "observe",
];
export const ERROR_CODES: readonly ErrorCode[] = [
  "authorization_required",
  "authorization_denied",
  "scope_not_allowed",
  "snapshot_expired",
  "navigation_detected",
  "element_not_available",
  "element_changed",
  "page_changed",
  "element_not_visible",
  "element_disabled",
  "element_readonly",
  "element_inert",
  "element_obscured",
  "element_not_fillable",
  "element_not_selectable",
  "element_not_checkable",
  "not_focusable",
  "unsupported_action",
  "unsupported_target",
  "option_not_found",
  "option_disabled",
  "option_ambiguous",
  "invalid_value",
  "value_not_applied",
  "scroll_failed",
  "cross_origin_frame",
  "closed_shadow_root",
  "file_input",
  "download",
  "new_tab",
  "system_dialog",
  "human_verification",
  "sdk_element",
  "task_cancelled",
  "timeout",
  "screenshot_failed",
  "screenshot_too_large",
  "screenshot_timeout",
  "invalid_arguments",
  "session_mismatch",
  "duplicate_request",
  "queue_full",
  "internal_error",
];

const actionName: SchemaNode = choice(
  "inspect",
  "screenshot",
  "scroll",
  "focus",
  "fill",
  "select",
  "check",
  "uncheck",
  "click",
  "keyboard",
  "wait",
  "observe",
);
const snapshotId: SchemaNode = text(128, 1);
const elementId: SchemaNode = text(128, 1);
const elementKind: SchemaNode = choice("button", "form-control", "link", "other");
const inspectFilter: SchemaNode = closed({ kind: elementKind, role: text(64, 1), text: text(256, 1) });
const inspectAction: SchemaNode = closed(
  {
    action: { const: "inspect" },
    snapshotId,
    scope: choice("viewport", "element"),
    elementId,
    includeSensitive: { type: "boolean" },
    maxElements: { type: "integer", minimum: 1, maximum: 5000 },
    cursor: text(256, 1),
    filter: inspectFilter,
  },
  [],
  {
    by: "scope",
    cases: { element: { required: ["elementId"] }, viewport: { properties: { elementId: false } } },
  },
);
const screenshotAction: SchemaNode = closed({
  action: { const: "screenshot" },
  snapshotId,
  unmasked: { type: "boolean" },
  elementId,
  format: choice("jpeg", "png", "webp"),
  quality: { type: "number", minimum: 0, maximum: 1 },
});
const scrollAmount: SchemaNode = {
  oneOf: [{ type: "number", exclusiveMinimum: 0, maximum: 1000000 }, choice("page", "half")],
};
const scrollAction: SchemaNode = closed(
  {
    action: { const: "scroll" },
    snapshotId,
    elementId,
    direction: choice("up", "down", "left", "right"),
    amount: scrollAmount,
    to: choice("top", "bottom", "element"),
  },
  [],
  {
    if: { required: ["to"] },
    then: {
      properties: { direction: false, amount: false },
      if: { required: ["to"], properties: { to: { const: "element" } } },
      then: { required: ["elementId"] },
    },
    else: { required: ["direction"] },
  },
);
const focusAction: SchemaNode = closed({ action: { const: "focus" }, snapshotId, elementId }, ["elementId"]);
const fillValue: SchemaNode = { oneOf: [text(500000), { type: "number" }, { type: "boolean" }] };
const fillAction: SchemaNode = closed(
  { action: { const: "fill" }, snapshotId, elementId, value: fillValue, clear: { const: true } },
  ["elementId", "value"],
);
const optionByLabel: SchemaNode = closed({ label: text(4096) }, ["label"]);
const optionByValue: SchemaNode = closed({ value: text(4096) }, ["value"]);
const optionByIndex: SchemaNode = closed({ index: { type: "integer", minimum: 0, maximum: 100000 } }, [
  "index",
]);
const optionChoice: SchemaNode = { oneOf: [text(4096), optionByLabel, optionByValue, optionByIndex] };
const selectAction: SchemaNode = closed(
  {
    action: { const: "select" },
    snapshotId,
    elementId,
    values: { type: "array", maxItems: 1000, items: optionChoice },
  },
  ["elementId", "values"],
);
const checkAction: SchemaNode = closed({ action: { const: "check" }, snapshotId, elementId }, ["elementId"]);
const uncheckAction: SchemaNode = closed({ action: { const: "uncheck" }, snapshotId, elementId }, [
  "elementId",
]);
const clickAction: SchemaNode = closed(
  {
    action: { const: "click" },
    snapshotId,
    elementId,
    button: choice("left", "right", "middle"),
    count: { type: "integer", enum: [1, 2] },
  },
  ["elementId"],
);
const keyboardAction: SchemaNode = closed(
  {
    action: { const: "keyboard" },
    snapshotId,
    elementId,
    text: text(100000, 1),
    keys: { type: "array", minItems: 1, maxItems: 100, items: text(64, 1) },
  },
  [],
  { if: { required: ["text"] }, then: { properties: { keys: false } }, else: { required: ["keys"] } },
);
const waitAction: SchemaNode = closed(
  {
    action: { const: "wait" },
    snapshotId,
    ms: { type: "integer", minimum: 0, maximum: 30000 },
    for: choice("stable", "elementGone", "elementChanged", "text", "urlChange"),
    elementId,
    text: text(1024, 1),
    timeoutMs: { type: "integer", minimum: 1, maximum: 30000 },
  },
  [],
  {
    if: { required: ["for"] },
    then: {
      properties: { ms: false },
      allOf: [
        {
          if: { required: ["for"], properties: { for: { enum: ["elementGone", "elementChanged"] } } },
          then: { required: ["elementId"] },
        },
        {
          if: { required: ["for"], properties: { for: { enum: ["stable", "urlChange"] } } },
          then: { properties: { elementId: false } },
        },
        {
          if: { required: ["for"], properties: { for: { const: "text" } } },
          then: { required: ["text"] },
          else: { properties: { text: false } },
        },
      ],
    },
    else: { properties: { elementId: false, text: false, timeoutMs: false } },
  },
);
const observeAction: SchemaNode = closed({
  action: { const: "observe" },
  snapshotId,
  elementIds: { type: "array", minItems: 1, maxItems: 200, items: elementId },
});
const anyAction: SchemaNode = {
  type: "object",
  required: ["action"],
  properties: { action: actionName },
  by: "action",
  cases: {
    inspect: inspectAction,
    screenshot: screenshotAction,
    scroll: scrollAction,
    focus: focusAction,
    fill: fillAction,
    select: selectAction,
    check: checkAction,
    uncheck: uncheckAction,
    click: clickAction,
    keyboard: keyboardAction,
    wait: waitAction,
    observe: observeAction,
  },
};
const requestId: SchemaNode = text(128, 1);
const sessionId: SchemaNode = { type: "integer", minimum: 1, maximum: 9007199254740991 };
const pageToolCancelReason: SchemaNode = choice("cancel", "takeover", "timeout");
/** The frame page_tool_cancel. */
export const pageToolCancel: SchemaNode = closed(
  { type: { const: "page_tool_cancel" }, requestId, sessionId, reason: pageToolCancelReason },
  ["type", "sessionId"],
);
const toolName: SchemaNode = choice(
  "page_inspect",
  "page_screenshot",
  "page_scroll",
  "page_focus",
  "page_fill",
  "page_select",
  "page_check",
  "page_uncheck",
  "page_click",
  "page_keyboard",
  "page_wait",
  "page_observe",
);
/** The frame page_tool_request. */
export const pageToolRequest: SchemaNode = closed(
  {
    type: { const: "page_tool_request" },
    requestId,
    sessionId,
    tool: toolName,
    snapshotId,
    actions: { type: "array", minItems: 1, maxItems: 50, items: { type: "object" } },
    requireConfirmation: { type: "boolean" },
    timeoutMs: { type: "integer", minimum: 1000, maximum: 120000 },
    includeSnapshot: { type: "boolean" },
  },
  ["type", "requestId", "sessionId", "tool"],
  {
    by: "tool",
    cases: {
      page_inspect: {
        properties: {
          actions: { items: { if: { required: ["action"] }, then: anyAction, else: inspectAction } },
        },
      },
      page_screenshot: {
        properties: {
          actions: { items: { if: { required: ["action"] }, then: anyAction, else: screenshotAction } },
        },
      },
      page_scroll: {
        required: ["actions"],
        properties: {
          actions: { items: { if: { required: ["action"] }, then: anyAction, else: scrollAction } },
        },
      },
      page_focus: {
        required: ["actions"],
        properties: {
          actions: { items: { if: { required: ["action"] }, then: anyAction, else: focusAction } },
        },
      },
      page_fill: {
        required: ["actions"],
        properties: {
          actions: { items: { if: { required: ["action"] }, then: anyAction, else: fillAction } },
        },
      },
      page_select: {
        required: ["actions"],
        properties: {
          actions: { items: { if: { required: ["action"] }, then: anyAction, else: selectAction } },
        },
      },
      page_check: {
        required: ["actions"],
        properties: {
          actions: { items: { if: { required: ["action"] }, then: anyAction, else: checkAction } },
        },
      },
      page_uncheck: {
        required: ["actions"],
        properties: {
          actions: { items: { if: { required: ["action"] }, then: anyAction, else: uncheckAction } },
        },
      },
      page_click: {
        required: ["actions"],
        properties: {
          actions: { items: { if: { required: ["action"] }, then: anyAction, else: clickAction } },
        },
      },
      page_keyboard: {
        required: ["actions"],
        properties: {
          actions: { items: { if: { required: ["action"] }, then: anyAction, else: keyboardAction } },
        },
      },
      page_wait: {
        properties: {
          actions: { items: { if: { required: ["action"] }, then: anyAction, else: waitAction } },
        },
      },
      page_observe: {
        properties: {
          actions: { items: { if: { required: ["action"] }, then: anyAction, else: observeAction } },
        },
      },
    },
    allOf: [
      {
        if: { required: ["snapshotId"] },
        else: {
          properties: {
            actions: {
              items: { dependentRequired: { elementId: ["snapshotId"], elementIds: ["snapshotId"] } },
            },
          },
        },
      },
    ],
  },
);
