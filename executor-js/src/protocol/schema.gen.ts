// Generated from harness/protocol/schemas by `make generate`. Do not edit: change the schemas.

import type { ActionName, ErrorCode, ToolName } from "./types.gen.js";
import type { SchemaNode } from "./schema.js";

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

/** Definitions by type name; `$ref` names one of them. */
export const SCHEMAS: Readonly<Record<string, SchemaNode>> = {
  ActionName: {
    type: "string",
    enum: [
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
    ],
  },
  AnyAction: {
    type: "object",
    required: ["action"],
    properties: { action: { $ref: "ActionName" } },
    allOf: [
      {
        if: { required: ["action"], properties: { action: { const: "inspect" } } },
        then: { $ref: "InspectAction" },
      },
      {
        if: { required: ["action"], properties: { action: { const: "screenshot" } } },
        then: { $ref: "ScreenshotAction" },
      },
      {
        if: { required: ["action"], properties: { action: { const: "scroll" } } },
        then: { $ref: "ScrollAction" },
      },
      {
        if: { required: ["action"], properties: { action: { const: "focus" } } },
        then: { $ref: "FocusAction" },
      },
      {
        if: { required: ["action"], properties: { action: { const: "fill" } } },
        then: { $ref: "FillAction" },
      },
      {
        if: { required: ["action"], properties: { action: { const: "select" } } },
        then: { $ref: "SelectAction" },
      },
      {
        if: { required: ["action"], properties: { action: { const: "check" } } },
        then: { $ref: "CheckAction" },
      },
      {
        if: { required: ["action"], properties: { action: { const: "uncheck" } } },
        then: { $ref: "UncheckAction" },
      },
      {
        if: { required: ["action"], properties: { action: { const: "click" } } },
        then: { $ref: "ClickAction" },
      },
      {
        if: { required: ["action"], properties: { action: { const: "keyboard" } } },
        then: { $ref: "KeyboardAction" },
      },
      {
        if: { required: ["action"], properties: { action: { const: "wait" } } },
        then: { $ref: "WaitAction" },
      },
      {
        if: { required: ["action"], properties: { action: { const: "observe" } } },
        then: { $ref: "ObserveAction" },
      },
    ],
  },
  CheckAction: {
    type: "object",
    additionalProperties: false,
    required: ["elementId"],
    properties: {
      action: { const: "check" },
      snapshotId: { $ref: "SnapshotId" },
      elementId: { $ref: "ElementId" },
    },
  },
  ClickAction: {
    type: "object",
    additionalProperties: false,
    required: ["elementId"],
    properties: {
      action: { const: "click" },
      snapshotId: { $ref: "SnapshotId" },
      elementId: { $ref: "ElementId" },
      button: { type: "string", enum: ["left", "right", "middle"] },
      count: { type: "integer", enum: [1, 2] },
    },
  },
  ElementId: { type: "string", minLength: 1, maxLength: 128 },
  ElementKind: { type: "string", enum: ["button", "form-control", "link", "other"] },
  FillAction: {
    type: "object",
    additionalProperties: false,
    required: ["elementId", "value"],
    properties: {
      action: { const: "fill" },
      snapshotId: { $ref: "SnapshotId" },
      elementId: { $ref: "ElementId" },
      value: { $ref: "FillValue" },
      clear: { const: true },
    },
  },
  FillValue: { oneOf: [{ type: "string", maxLength: 500000 }, { type: "number" }, { type: "boolean" }] },
  FocusAction: {
    type: "object",
    additionalProperties: false,
    required: ["elementId"],
    properties: {
      action: { const: "focus" },
      snapshotId: { $ref: "SnapshotId" },
      elementId: { $ref: "ElementId" },
    },
  },
  InspectAction: {
    type: "object",
    additionalProperties: false,
    properties: {
      action: { const: "inspect" },
      snapshotId: { $ref: "SnapshotId" },
      scope: { type: "string", enum: ["viewport", "element"] },
      elementId: { $ref: "ElementId" },
      includeSensitive: { type: "boolean" },
      maxElements: { type: "integer", minimum: 1, maximum: 5000 },
      cursor: { type: "string", minLength: 1, maxLength: 256 },
      filter: { $ref: "InspectFilter" },
    },
    allOf: [
      {
        if: { required: ["scope"], properties: { scope: { const: "element" } } },
        then: { required: ["elementId"] },
      },
      {
        if: { required: ["scope"], properties: { scope: { const: "viewport" } } },
        then: { properties: { elementId: false } },
      },
    ],
  },
  InspectFilter: {
    type: "object",
    additionalProperties: false,
    properties: {
      kind: { $ref: "ElementKind" },
      role: { type: "string", minLength: 1, maxLength: 64 },
      text: { type: "string", minLength: 1, maxLength: 256 },
    },
  },
  KeyboardAction: {
    type: "object",
    additionalProperties: false,
    properties: {
      action: { const: "keyboard" },
      snapshotId: { $ref: "SnapshotId" },
      elementId: { $ref: "ElementId" },
      text: { type: "string", minLength: 1, maxLength: 100000 },
      keys: {
        type: "array",
        minItems: 1,
        maxItems: 100,
        items: { type: "string", minLength: 1, maxLength: 64 },
      },
    },
    if: { required: ["text"] },
    then: { properties: { keys: false } },
    else: { required: ["keys"] },
  },
  ObserveAction: {
    type: "object",
    additionalProperties: false,
    properties: {
      action: { const: "observe" },
      snapshotId: { $ref: "SnapshotId" },
      elementIds: { type: "array", minItems: 1, maxItems: 200, items: { $ref: "ElementId" } },
    },
  },
  OptionByIndex: {
    type: "object",
    additionalProperties: false,
    required: ["index"],
    properties: { index: { type: "integer", minimum: 0, maximum: 100000 } },
  },
  OptionByLabel: {
    type: "object",
    additionalProperties: false,
    required: ["label"],
    properties: { label: { type: "string", maxLength: 4096 } },
  },
  OptionByValue: {
    type: "object",
    additionalProperties: false,
    required: ["value"],
    properties: { value: { type: "string", maxLength: 4096 } },
  },
  OptionChoice: {
    oneOf: [
      { type: "string", maxLength: 4096 },
      { $ref: "OptionByLabel" },
      { $ref: "OptionByValue" },
      { $ref: "OptionByIndex" },
    ],
  },
  PageToolCancel: {
    type: "object",
    additionalProperties: false,
    required: ["type", "sessionId"],
    properties: {
      type: { const: "page_tool_cancel" },
      requestId: { $ref: "RequestId" },
      sessionId: { $ref: "SessionId" },
      reason: { $ref: "PageToolCancelReason" },
    },
  },
  PageToolCancelReason: { type: "string", enum: ["cancel", "takeover", "timeout"] },
  PageToolRequest: {
    type: "object",
    additionalProperties: false,
    required: ["type", "requestId", "sessionId", "tool"],
    properties: {
      type: { const: "page_tool_request" },
      requestId: { $ref: "RequestId" },
      sessionId: { $ref: "SessionId" },
      tool: { $ref: "ToolName" },
      snapshotId: { $ref: "SnapshotId" },
      actions: { type: "array", minItems: 1, maxItems: 50, items: { type: "object" } },
      requireConfirmation: { type: "boolean" },
      timeoutMs: { type: "integer", minimum: 1000, maximum: 120000 },
      includeSnapshot: { type: "boolean" },
    },
    allOf: [
      {
        if: { required: ["tool"], properties: { tool: { const: "page_inspect" } } },
        then: {
          properties: {
            actions: {
              items: {
                if: { required: ["action"] },
                then: { $ref: "AnyAction" },
                else: { $ref: "InspectAction" },
              },
            },
          },
        },
      },
      {
        if: { required: ["tool"], properties: { tool: { const: "page_screenshot" } } },
        then: {
          properties: {
            actions: {
              items: {
                if: { required: ["action"] },
                then: { $ref: "AnyAction" },
                else: { $ref: "ScreenshotAction" },
              },
            },
          },
        },
      },
      {
        if: { required: ["tool"], properties: { tool: { const: "page_scroll" } } },
        then: {
          required: ["actions"],
          properties: {
            actions: {
              items: {
                if: { required: ["action"] },
                then: { $ref: "AnyAction" },
                else: { $ref: "ScrollAction" },
              },
            },
          },
        },
      },
      {
        if: { required: ["tool"], properties: { tool: { const: "page_focus" } } },
        then: {
          required: ["actions"],
          properties: {
            actions: {
              items: {
                if: { required: ["action"] },
                then: { $ref: "AnyAction" },
                else: { $ref: "FocusAction" },
              },
            },
          },
        },
      },
      {
        if: { required: ["tool"], properties: { tool: { const: "page_fill" } } },
        then: {
          required: ["actions"],
          properties: {
            actions: {
              items: {
                if: { required: ["action"] },
                then: { $ref: "AnyAction" },
                else: { $ref: "FillAction" },
              },
            },
          },
        },
      },
      {
        if: { required: ["tool"], properties: { tool: { const: "page_select" } } },
        then: {
          required: ["actions"],
          properties: {
            actions: {
              items: {
                if: { required: ["action"] },
                then: { $ref: "AnyAction" },
                else: { $ref: "SelectAction" },
              },
            },
          },
        },
      },
      {
        if: { required: ["tool"], properties: { tool: { const: "page_check" } } },
        then: {
          required: ["actions"],
          properties: {
            actions: {
              items: {
                if: { required: ["action"] },
                then: { $ref: "AnyAction" },
                else: { $ref: "CheckAction" },
              },
            },
          },
        },
      },
      {
        if: { required: ["tool"], properties: { tool: { const: "page_uncheck" } } },
        then: {
          required: ["actions"],
          properties: {
            actions: {
              items: {
                if: { required: ["action"] },
                then: { $ref: "AnyAction" },
                else: { $ref: "UncheckAction" },
              },
            },
          },
        },
      },
      {
        if: { required: ["tool"], properties: { tool: { const: "page_click" } } },
        then: {
          required: ["actions"],
          properties: {
            actions: {
              items: {
                if: { required: ["action"] },
                then: { $ref: "AnyAction" },
                else: { $ref: "ClickAction" },
              },
            },
          },
        },
      },
      {
        if: { required: ["tool"], properties: { tool: { const: "page_keyboard" } } },
        then: {
          required: ["actions"],
          properties: {
            actions: {
              items: {
                if: { required: ["action"] },
                then: { $ref: "AnyAction" },
                else: { $ref: "KeyboardAction" },
              },
            },
          },
        },
      },
      {
        if: { required: ["tool"], properties: { tool: { const: "page_wait" } } },
        then: {
          properties: {
            actions: {
              items: {
                if: { required: ["action"] },
                then: { $ref: "AnyAction" },
                else: { $ref: "WaitAction" },
              },
            },
          },
        },
      },
      {
        if: { required: ["tool"], properties: { tool: { const: "page_observe" } } },
        then: {
          properties: {
            actions: {
              items: {
                if: { required: ["action"] },
                then: { $ref: "AnyAction" },
                else: { $ref: "ObserveAction" },
              },
            },
          },
        },
      },
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
  RequestId: { type: "string", minLength: 1, maxLength: 128 },
  ScreenshotAction: {
    type: "object",
    additionalProperties: false,
    properties: {
      action: { const: "screenshot" },
      snapshotId: { $ref: "SnapshotId" },
      unmasked: { type: "boolean" },
      elementId: { $ref: "ElementId" },
      format: { type: "string", enum: ["jpeg", "png", "webp"] },
      quality: { type: "number", minimum: 0, maximum: 1 },
    },
  },
  ScrollAction: {
    type: "object",
    additionalProperties: false,
    properties: {
      action: { const: "scroll" },
      snapshotId: { $ref: "SnapshotId" },
      elementId: { $ref: "ElementId" },
      direction: { type: "string", enum: ["up", "down", "left", "right"] },
      amount: { $ref: "ScrollAmount" },
      to: { type: "string", enum: ["top", "bottom", "element"] },
    },
    if: { required: ["to"] },
    then: {
      properties: { direction: false, amount: false },
      if: { required: ["to"], properties: { to: { const: "element" } } },
      then: { required: ["elementId"] },
    },
    else: { required: ["direction"] },
  },
  ScrollAmount: {
    oneOf: [
      { type: "number", exclusiveMinimum: 0, maximum: 1000000 },
      { type: "string", enum: ["page", "half"] },
    ],
  },
  SelectAction: {
    type: "object",
    additionalProperties: false,
    required: ["elementId", "values"],
    properties: {
      action: { const: "select" },
      snapshotId: { $ref: "SnapshotId" },
      elementId: { $ref: "ElementId" },
      values: { type: "array", maxItems: 1000, items: { $ref: "OptionChoice" } },
    },
  },
  SessionId: { type: "integer", minimum: 1, maximum: 9007199254740991 },
  SnapshotId: { type: "string", minLength: 1, maxLength: 128 },
  ToolName: {
    type: "string",
    enum: [
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
    ],
  },
  UncheckAction: {
    type: "object",
    additionalProperties: false,
    required: ["elementId"],
    properties: {
      action: { const: "uncheck" },
      snapshotId: { $ref: "SnapshotId" },
      elementId: { $ref: "ElementId" },
    },
  },
  WaitAction: {
    type: "object",
    additionalProperties: false,
    properties: {
      action: { const: "wait" },
      snapshotId: { $ref: "SnapshotId" },
      ms: { type: "integer", minimum: 0, maximum: 30000 },
      for: { type: "string", enum: ["stable", "elementGone", "elementChanged", "text", "urlChange"] },
      elementId: { $ref: "ElementId" },
      text: { type: "string", minLength: 1, maxLength: 1024 },
      timeoutMs: { type: "integer", minimum: 1, maximum: 30000 },
    },
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
};
