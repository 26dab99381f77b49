/**
 * One constructor per error code. The message is for the agent that called the tool: what is wrong, and what to
 * do next. Facts travel in `details`, so that no caller has to read them out of a sentence.
 */
import { bare } from "./intrinsics.js";
import type { ActionName, ErrorBody, ErrorCode } from "./types.gen.js";

/** JSON-safe facts that belong to a code. */
export type ErrorDetails = Readonly<Record<string, unknown>>;

/** Why something did not happen. The same shape as the executor's `Refusal`. */
export interface RefusalBody {
  readonly refused: true;
  readonly code: ErrorCode;
  readonly message: string;
  readonly elementId?: string;
  readonly details?: ErrorDetails;
}

/** Why a task ended before its time (`details.reason` of `task_cancelled`). */
export type TaskCancelReason =
  "user_stop" | "cancel" | "disconnect" | "destroy" | "session_switch" | "refresh" | "takeover";

/** The object has no prototype: nothing that a page adds to `Object.prototype` can pass for one of its fields. */
function refusal(code: ErrorCode, message: string, elementId?: string, details?: ErrorDetails): RefusalBody {
  return bare({
    refused: true,
    code,
    message,
    ...(elementId !== undefined && { elementId }),
    ...(details !== undefined && { details: bare(details) }),
  });
}

const INSPECT_AGAIN = "call page_inspect and use the new ids";

/** Element refusals share this signature; `details` may be left out. An empty id names none: keys go to the focus. */
type ElementRefusal = (elementId: string, details?: ErrorDetails) => RefusalBody;

function about(code: ErrorCode, message: string): ElementRefusal {
  return (elementId, details) => refusal(code, message, elementId === "" ? undefined : elementId, details);
}

export const refuse = {
  // Authorization (seed 3.3, 7)
  authorizationRequired: (elementId?: string, details?: ErrorDetails) =>
    refusal(
      "authorization_required",
      "This action needs the user's confirmation, which only the first action of a request may ask for; send it as a request of its own.",
      elementId,
      details,
    ),
  authorizationDenied: (
    reason: "denied" | "no_answer",
    elementId?: string,
    details?: ErrorDetails,
  ): RefusalBody =>
    refusal(
      "authorization_denied",
      reason === "denied"
        ? "The user did not allow this action; do not repeat it, ask the user what they want instead."
        : "The user did not answer the confirmation in time; ask in the conversation before trying again.",
      elementId,
      { reason, ...details },
    ),
  scopeNotAllowed: (action: ActionName, elementId?: string, details?: ErrorDetails) =>
    refusal(
      "scope_not_allowed",
      `The host page does not permit the action ${action}; use another way or tell the user that it cannot be done here.`,
      elementId,
      { action, ...details },
    ),

  // References (seed 6.2)
  snapshotExpired: (details?: ErrorDetails) =>
    refusal(
      "snapshot_expired",
      `The snapshot is unknown, too old or was replaced by newer ones; ${INSPECT_AGAIN}.`,
      undefined,
      details,
    ),
  navigationDetected: (elementId?: string, details?: ErrorDetails) =>
    refusal(
      "navigation_detected",
      `The page navigated since the snapshot was taken; ${INSPECT_AGAIN}.`,
      elementId,
      details,
    ),
  elementNotAvailable: about(
    "element_not_available",
    `The element is not in that snapshot or no longer in the page; ${INSPECT_AGAIN}.`,
  ),
  elementChanged: about(
    "element_changed",
    `The element is not what the snapshot described any more; ${INSPECT_AGAIN}.`,
  ),
  pageChanged: (details?: ErrorDetails) =>
    refusal(
      "page_changed",
      `Interactive elements appeared or disappeared, so the rest of the batch was not run; ${INSPECT_AGAIN}.`,
      undefined,
      details,
    ),

  // Actionability (seed 7.2)
  elementNotVisible: about(
    "element_not_visible",
    "The element is not visible; open or expand what holds it first, then inspect again.",
  ),
  elementDisabled: about(
    "element_disabled",
    "The element is disabled; do what enables it first, then inspect again.",
  ),
  elementReadonly: about(
    "element_readonly",
    "The element is read-only; its value cannot be changed by typing.",
  ),
  elementInert: about(
    "element_inert",
    "The element is inert, for example behind a modal dialog; finish or close the dialog first.",
  ),
  elementObscured: about(
    "element_obscured",
    "Something else covers the element where a user would act; close or scroll away what covers it, then try again.",
  ),
  elementNotFillable: about(
    "element_not_fillable",
    "The element does not take text; use the action that fits it, see its `actions` in the snapshot.",
  ),
  elementNotSelectable: about(
    "element_not_selectable",
    "The element offers no choices that page_select can reach; see its `actions` in the snapshot.",
  ),
  elementNotCheckable: about(
    "element_not_checkable",
    "The element has no checked state; see its `actions` in the snapshot.",
  ),
  notFocusable: about(
    "not_focusable",
    "The element did not take the focus; act on it directly or choose another one.",
  ),

  // What cannot be asked
  unsupportedAction: (action: ActionName, elementId?: string, details?: ErrorDetails) =>
    refusal(
      "unsupported_action",
      `The action ${action} is not supported here; use another action.`,
      elementId,
      { action, ...details },
    ),
  unsupportedTarget: (elementId: string, reason: string, details?: ErrorDetails) =>
    refusal(
      "unsupported_target",
      "The element cannot be operated in this way; `details.reason` says why. Leave this step to the user.",
      elementId,
      { reason, ...details },
    ),
  optionNotFound: about(
    "option_not_found",
    "No such option; use a label or value that the snapshot or `details.candidates` lists. Nothing was changed.",
  ),
  optionDisabled: about(
    "option_disabled",
    "The option is disabled; choose another one. Nothing was changed.",
  ),
  optionAmbiguous: about(
    "option_ambiguous",
    "More than one option fits; say {label}, {value} or {index}. Nothing was changed.",
  ),
  invalidValue: (elementId: string, reason: string, details?: ErrorDetails) =>
    refusal(
      "invalid_value",
      `The control does not accept this value: ${reason}. Nothing was changed.`,
      elementId,
      details,
    ),
  valueNotApplied: about(
    "value_not_applied",
    "The page did not keep what was asked for; `details.actual` or the verification says what it holds now.",
  ),
  scrollFailed: (elementId?: string, details?: ErrorDetails) =>
    refusal(
      "scroll_failed",
      "Nothing scrolled; there may be no room that way, or another container scrolls. Inspect to see which do.",
      elementId,
      details,
    ),

  // Boundaries (seed 3.2)
  crossOriginFrame: about(
    "cross_origin_frame",
    "The element belongs to a frame of another origin, which the browser keeps closed; leave it to the user.",
  ),
  closedShadowRoot: about(
    "closed_shadow_root",
    "The element hides its content in a closed shadow root, which cannot be reached; leave it to the user.",
  ),
  fileInput: about("file_input", "Files can only be chosen by the user; ask the user to do it."),
  download: about(
    "download",
    "This would start a download, which only the user may do; ask the user to do it.",
  ),
  newTab: about(
    "new_tab",
    "This would open another tab, where page tools do not follow; ask the user to do it.",
  ),
  systemDialog: (kind: string, elementId?: string, details?: ErrorDetails) =>
    refusal(
      "system_dialog",
      `The browser shows a dialog (${kind}) that only the user can answer; wait for the user, then inspect.`,
      elementId,
      { kind, ...details },
    ),
  humanVerification: about(
    "human_verification",
    "This is a check that a human is present; only the user may answer it.",
  ),
  sdkElement: about(
    "sdk_element",
    "This belongs to the assistant's own interface, which page tools never touch.",
  ),

  // Life of a request (seed 4.3, 7.2)
  taskCancelled: (reason: TaskCancelReason, details?: ErrorDetails) =>
    refusal(
      "task_cancelled",
      reason === "user_stop"
        ? "The user stopped the task; do nothing more in the page until the user asks again."
        : `The task was ended (${reason}); nothing more of this request runs.`,
      undefined,
      { reason, ...details },
    ),
  timeout: (elementId?: string, details?: ErrorDetails) =>
    refusal(
      "timeout",
      "It took longer than allowed; inspect to see what the page shows, then decide whether to try again.",
      elementId,
      details,
    ),

  // Screenshots (seed 6.3)
  screenshotFailed: (reason: string, details?: ErrorDetails) =>
    refusal(
      "screenshot_failed",
      "The page could not be drawn; `details.reason` says why. page_inspect still works.",
      undefined,
      { reason, ...details },
    ),
  screenshotTooLarge: (details?: ErrorDetails) =>
    refusal(
      "screenshot_too_large",
      "The picture stays over the size limit; ask for one element, JPEG, or a lower quality.",
      undefined,
      details,
    ),
  screenshotTimeout: (details?: ErrorDetails) =>
    refusal(
      "screenshot_timeout",
      "Drawing the page took too long; ask for one element, or use page_inspect.",
      undefined,
      details,
    ),

  // The request itself (seed 6.4)
  invalidArguments: (message: string, pointer: string) =>
    refusal("invalid_arguments", `The request is not valid: ${message}. Nothing was run.`, undefined, {
      pointer,
    }),
  sessionMismatch: (details?: ErrorDetails) =>
    refusal(
      "session_mismatch",
      "The request is for another session than the one this page shows; nothing was run.",
      undefined,
      details,
    ),
  duplicateRequest: (details?: ErrorDetails) =>
    refusal(
      "duplicate_request",
      "This requestId was used for another request; send new content under a new requestId. Nothing was run.",
      undefined,
      details,
    ),
  queueFull: (limit: number) =>
    refusal(
      "queue_full",
      `${limit} requests wait already; wait for their results before sending more. Nothing was run.`,
      undefined,
      { limit },
    ),
  internalError: (details?: ErrorDetails) =>
    refusal(
      "internal_error",
      "The page executor failed unexpectedly; inspect to see what the page shows before doing anything else.",
      undefined,
      details,
    ),
} as const satisfies Record<string, (...args: never[]) => RefusalBody>;

/** The wire form of a refusal. */
export function errorBody(refused: RefusalBody): ErrorBody {
  const { code, message, elementId, details } = refused;
  return bare({
    code,
    message,
    ...(elementId !== undefined && { elementId }),
    ...(details !== undefined && { details: bare(details) }),
  });
}
