// Generated from harness/protocol/schemas by `make generate`. Do not edit: change the schemas.

/**
 * Opaque name of a snapshot. Nothing can be read out of it.
 */
export type SnapshotId = string;
/**
 * Opaque name of an element inside one snapshot; worthless with any other snapshot.
 */
export type ElementId = string;
export type ElementKind = "button" | "form-control" | "link" | "other";
/**
 * CSS pixels, or a page (default) or half a page of what scrolls.
 */
export type ScrollAmount = number | ("page" | "half");
/**
 * Numbers and booleans are written as their text.
 */
export type FillValue = string | number | boolean;
/**
 * A string means a label, then a value; an object says which of label, value or zero-based index is meant.
 */
export type OptionChoice = string | OptionByLabel | OptionByValue | OptionByIndex;
/**
 * An action that says itself which one it is.
 */
export type AnyAction =
  | InspectAction
  | ScreenshotAction
  | ScrollAction
  | FocusAction
  | FillAction
  | SelectAction
  | CheckAction
  | UncheckAction
  | ClickAction
  | KeyboardAction
  | WaitAction
  | ObserveAction;
/**
 * Names one page-tool call. Made by the backend; the same id with the same content is the same call.
 */
export type RequestId = string;
/**
 * The chat session a frame belongs to.
 */
export type SessionId = number;
/**
 * The chat session of an event; null when the event belongs to the connection and not to a session.
 */
export type EventSessionId = number | null;
/**
 * Opaque; changes on navigation and when the set of interactive elements changes, not when texts or values do.
 */
export type PageVersion = string;
/**
 * The page tools an agent can call (seed 6.4).
 */
export type ToolName =
  | "page_inspect"
  | "page_screenshot"
  | "page_scroll"
  | "page_focus"
  | "page_fill"
  | "page_select"
  | "page_check"
  | "page_uncheck"
  | "page_click"
  | "page_keyboard"
  | "page_wait"
  | "page_observe";
/**
 * A tool name without its prefix: what one entry of `actions` does.
 */
export type ActionName =
  | "inspect"
  | "screenshot"
  | "scroll"
  | "focus"
  | "fill"
  | "select"
  | "check"
  | "uncheck"
  | "click"
  | "keyboard"
  | "wait"
  | "observe";
/**
 * How far the user lets the agent act (seed 3.3).
 */
export type AuthorizationLevel = "per_action" | "task" | "full";
/**
 * Where the execution of a session stands.
 */
export type Phase =
  "IDLE" | "RUNNING" | "RESUMING" | "WAITING_APPROVAL" | "CANCELLING" | "COMPLETED" | "FAILED" | "CANCELLED";
/**
 * The agent turn a stream event belongs to; the server uses the eventId of the message that began it.
 */
export type ExecutionId = string;
/**
 * Why something did not happen. PROTOCOL.md has a row for each.
 */
export type ErrorCode =
  | "authorization_required"
  | "authorization_denied"
  | "scope_not_allowed"
  | "snapshot_expired"
  | "navigation_detected"
  | "element_not_available"
  | "element_changed"
  | "page_changed"
  | "element_not_visible"
  | "element_disabled"
  | "element_readonly"
  | "element_inert"
  | "element_obscured"
  | "element_not_fillable"
  | "element_not_selectable"
  | "element_not_checkable"
  | "not_focusable"
  | "unsupported_action"
  | "unsupported_target"
  | "option_not_found"
  | "option_disabled"
  | "option_ambiguous"
  | "invalid_value"
  | "value_not_applied"
  | "scroll_failed"
  | "cross_origin_frame"
  | "closed_shadow_root"
  | "file_input"
  | "download"
  | "new_tab"
  | "system_dialog"
  | "human_verification"
  | "sdk_element"
  | "task_cancelled"
  | "timeout"
  | "screenshot_failed"
  | "screenshot_too_large"
  | "screenshot_timeout"
  | "invalid_arguments"
  | "session_mismatch"
  | "duplicate_request"
  | "queue_full"
  | "internal_error";
export type PageAuditEvent = "granted" | "lowered" | "revoked" | "confirmed" | "denied" | "stopped";
/**
 * What was seen after the action.
 */
export type VerificationStatus =
  "verified" | "value_differs" | "reverted" | "no_effect_observed" | "unverified";
/**
 * The live value: a text, a number, a state, or the texts of a multiple choice; null for elements without one.
 */
export type ElementValue = string | number | boolean | null | string[];
/**
 * `reformatted`: the page shows the same value in its own writing, such as 1,234 for 1234.
 */
export type VerificationMatch = "exact" | "reformatted" | "mismatch";
/**
 * A state that can be mixed, such as an indeterminate checkbox.
 */
export type TriState = boolean | "mixed";
/**
 * `load` is another document, `frame` another document inside a frame; the others stay in the document.
 */
export type NavigationKind = "load" | "reload" | "push" | "replace" | "traverse" | "hash" | "frame";
/**
 * Why an element is listed but cannot be acted on; also the code of the refusal.
 */
export type Boundary =
  "cross_origin_frame" | "closed_shadow_root" | "file_input" | "download" | "new_tab" | "human_verification";
export type PageToolState = "queued" | "confirming" | "running";
/**
 * Default `cancel`. `takeover`: another connection took the session.
 */
export type PageToolCancelReason = "cancel" | "takeover" | "timeout";

/**
 * Lists the interactive elements of the viewport, or of the part below one element.
 */
export interface InspectAction {
  action?: "inspect";
  snapshotId?: SnapshotId;
  /**
   * Default: `element` when an elementId is given, else `viewport`.
   */
  scope?: "viewport" | "element";
  elementId?: ElementId;
  /**
   * Asks for the values of sensitive fields, which the authorization level must allow.
   */
  includeSensitive?: boolean;
  /**
   * Cap on the number of elements, default 500.
   */
  maxElements?: number;
  /**
   * Goes on where a truncated snapshot ended.
   */
  cursor?: string;
  filter?: InspectFilter;
}
/**
 * Keeps only the elements that fit every given part.
 */
export interface InspectFilter {
  kind?: ElementKind;
  role?: string;
  /**
   * Found in the label or the text, letter case ignored.
   */
  text?: string;
}
/**
 * A picture of the viewport, or of the part of one element that lies in it, without the SDK's own UI.
 */
export interface ScreenshotAction {
  action?: "screenshot";
  snapshotId?: SnapshotId;
  /**
   * Asks for sensitive areas as they are.
   */
  unmasked?: boolean;
  elementId?: ElementId;
  format?: "jpeg" | "png" | "webp";
  quality?: number;
}
/**
 * Scrolls the page or a container: by `direction` and `amount`, `to` an end, or `to` an element.
 */
export interface ScrollAction {
  action?: "scroll";
  snapshotId?: SnapshotId;
  elementId?: ElementId;
  direction?: "up" | "down" | "left" | "right";
  amount?: ScrollAmount;
  to?: "top" | "bottom" | "element";
}
/**
 * Moves the focus to an element.
 */
export interface FocusAction {
  action?: "focus";
  snapshotId?: SnapshotId;
  elementId: ElementId;
}
/**
 * Replaces what a text-like control holds. An empty string clears it.
 */
export interface FillAction {
  action?: "fill";
  snapshotId?: SnapshotId;
  elementId: ElementId;
  value: FillValue;
  /**
   * Says what fill does anyway: the old content goes.
   */
  clear?: true;
}
/**
 * Makes exactly the named options the selected ones. An empty list deselects all of a multiple select.
 */
export interface SelectAction {
  action?: "select";
  snapshotId?: SnapshotId;
  elementId: ElementId;
  /**
   * @maxItems 1000
   */
  values: OptionChoice[];
}
export interface OptionByLabel {
  label: string;
}
export interface OptionByValue {
  value: string;
}
export interface OptionByIndex {
  index: number;
}
/**
 * Brings a checkbox, radio or switch into the checked state.
 */
export interface CheckAction {
  action?: "check";
  snapshotId?: SnapshotId;
  elementId: ElementId;
}
/**
 * Brings a checkbox or switch into the unchecked state.
 */
export interface UncheckAction {
  action?: "uncheck";
  snapshotId?: SnapshotId;
  elementId: ElementId;
}
/**
 * Clicks an element as a user would; never a coordinate.
 */
export interface ClickAction {
  action?: "click";
  snapshotId?: SnapshotId;
  elementId: ElementId;
  button?: "left" | "right" | "middle";
  /**
   * 2 is a double click.
   */
  count?: 1 | 2;
}
/**
 * Types `text` or presses `keys`, never both; without an element, where the page's focus was.
 */
export interface KeyboardAction {
  action?: "keyboard";
  snapshotId?: SnapshotId;
  elementId?: ElementId;
  text?: string;
  /**
   * Pressed one after the other, such as `Control+A` or `Enter`.
   *
   * @minItems 1
   * @maxItems 100
   */
  keys?: string[];
}
/**
 * Waits a time, or for a condition; never longer than 30 s.
 */
export interface WaitAction {
  action?: "wait";
  snapshotId?: SnapshotId;
  /**
   * Milliseconds; default 300 when there is no `for`.
   */
  ms?: number;
  for?: "stable" | "elementGone" | "elementChanged" | "text" | "urlChange";
  elementId?: ElementId;
  text?: string;
  /**
   * How long the condition may take.
   */
  timeoutMs?: number;
}
/**
 * What changed since the snapshot: URL, title, version, element counts, and the named elements.
 */
export interface ObserveAction {
  action?: "observe";
  snapshotId?: SnapshotId;
  /**
   * @minItems 1
   * @maxItems 200
   */
  elementIds?: ElementId[];
}
/**
 * A box in CSS pixels of the top document's viewport, whatever frames lie between.
 */
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}
/**
 * One refusal or failure.
 */
export interface ErrorBody {
  code: ErrorCode;
  /**
   * For the agent: what is wrong and what to do next.
   */
  message: string;
  elementId?: ElementId;
  /**
   * Facts that belong to the code, such as `reason`, `changed`, `coveredBy`, `actual`, `candidates`.
   */
  details?: {
    [k: string]: unknown | undefined;
  };
}
export interface AskUserQuestionsResultData {
  requestId: RequestId;
  answers: QuestionAnswer[];
}
export interface QuestionAnswer {
  question: string;
  selectedLabels: string[];
  /**
   * Free text, null when none was given.
   */
  customInput: string | null;
}
/**
 * The user's answers to `ask_user_questions`.
 */
export interface AskUserQuestionsResultFrame {
  type: "ask_user_questions_result";
  sessionId: SessionId;
  data: AskUserQuestionsResultData;
}
/**
 * First frame on a new connection. The token travels here and nowhere else.
 */
export interface AuthFrame {
  type: "auth";
  /**
   * Access token of the host, as getToken() gave it.
   */
  token: string;
  client: "embed";
}
/**
 * The user stops the running execution.
 */
export interface CancelFrame {
  type: "cancel";
  sessionId: SessionId;
}
/**
 * An act of the user on authorization. Never page content, never a value.
 */
export interface PageAudit {
  type: "page_audit";
  sessionId: EventSessionId;
  event: PageAuditEvent;
  level: AuthorizationLevel;
  previousLevel?: AuthorizationLevel;
  requestId?: RequestId;
  /**
   * What was asked for.
   *
   * @maxItems 50
   */
  actions?: ActionName[];
  highRisk?: boolean;
  sensitive?: boolean;
  /**
   * Why, where the event alone does not say it.
   */
  reason?:
    | "user"
    | "no_answer"
    | "host"
    | "task_end"
    | "refresh"
    | "disconnect"
    | "session_switch"
    | "identity_change"
    | "other_tab";
  /**
   * When, in milliseconds since 1970.
   */
  at: number;
}
/**
 * The one answer to a page_tool_request.
 */
export interface PageToolResult {
  type: "page_tool_result";
  requestId: RequestId;
  sessionId: SessionId;
  /**
   * True only if every action was completed.
   */
  success: boolean;
  pageVersion: PageVersion;
  snapshotId?: SnapshotId;
  result?: ResultBody;
  /**
   * Index of the first action that was not completed.
   */
  stoppedAt?: number;
  error?: ErrorBody;
}
/**
 * What the request brought.
 */
export interface ResultBody {
  /**
   * One entry for every action that was started, in order.
   *
   * @maxItems 50
   */
  actions: ActionResult[];
  snapshot?: PageSnapshot;
  screenshot?: Screenshot;
}
/**
 * What one action did.
 */
export interface ActionResult {
  action: ActionName;
  elementId?: ElementId;
  ok: boolean;
  status?: VerificationStatus;
  verification?: Verification;
  changes: Changes;
  error?: ErrorBody;
  /**
   * From the start of the action to its last look at the page; the time of a confirmation is not in it.
   */
  durationMs: number;
  /**
   * False when the document had no focus, so that focus and blur events were synthetic.
   */
  documentFocused?: boolean;
  /**
   * The target had to be scrolled to.
   */
  scrolledIntoView?: boolean;
  /**
   * The focus moved to the target.
   */
  focusMoved?: boolean;
  /**
   * Visible choices of the field's own list.
   *
   * @maxItems 100
   */
  suggestions?: Suggestion[];
  /**
   * The field's own list or popup is open.
   */
  suggestionsOpen?: boolean;
  /**
   * Of `wait` for stable: whether the page came to rest.
   */
  stable?: boolean;
  scroll?: ScrollReport;
  observation?: Observation;
}
/**
 * The value asked for and the value read back after the page settled; of sensitive fields only `match`.
 */
export interface Verification {
  expected?: ElementValue;
  actual?: ElementValue;
  match: VerificationMatch;
}
/**
 * What became different (seed 6.6).
 */
export interface Changes {
  urlChanged: boolean;
  titleChanged: boolean;
  versionChanged: boolean;
  /**
   * Interactive elements that appeared.
   */
  added: number;
  /**
   * Interactive elements that went.
   */
  removed: number;
  /**
   * Interactive elements whose state or text changed.
   */
  updated: number;
  target?: TargetChange;
  /**
   * Messages that appeared for the user.
   */
  messages: PageMessage[];
  navigation?: NavigationChange;
  dialog?: DialogChange;
  newTab?: NewTab;
}
/**
 * The target before and after; only the parts that differ.
 */
export interface TargetChange {
  before: TargetState;
  after: TargetState;
}
/**
 * State of one element. `present: false` says that it is no longer in the page.
 */
export interface TargetState {
  present?: boolean;
  value?: ElementValue;
  valueRedacted?: boolean;
  text?: string;
  label?: string;
  visible?: boolean;
  disabled?: boolean;
  readonly?: boolean;
  checked?: TriState;
  expanded?: boolean;
  selected?: boolean;
  pressed?: TriState;
  invalid?: boolean;
  focused?: boolean;
}
export interface PageMessage {
  kind: "error" | "success" | "info";
  text: string;
}
/**
 * The page went, or is about to go, somewhere else.
 */
export interface NavigationChange {
  kind: NavigationKind;
  url: string;
  /**
   * Begun, but not there when the page had settled.
   */
  pending?: boolean;
}
/**
 * A dialog of the page opened or closed, or a dialog of the browser was called.
 */
export interface DialogChange {
  kind: "dialog" | "alertdialog" | "popover" | "system";
  label?: string;
  opened?: boolean;
  closed?: boolean;
  /**
   * Which dialog of the browser it was; it is left to the user.
   */
  systemDialog?: "alert" | "confirm" | "prompt" | "print" | "picker" | "permission" | "beforeunload";
}
/**
 * A script opened a window, which page tools do not follow.
 */
export interface NewTab {
  url: string;
}
export interface Suggestion {
  label: string;
  value?: string;
  selected?: boolean;
  disabled?: boolean;
}
/**
 * Where what was scrolled stands now, and whether it moved.
 */
export interface ScrollReport {
  left: number;
  top: number;
  maxLeft: number;
  maxTop: number;
  moved: boolean;
}
/**
 * The page now, and the named elements of the snapshot it is compared with.
 */
export interface Observation {
  pageVersion: PageVersion;
  url: string;
  title: string;
  /**
   * @maxItems 200
   */
  elements?: ObservedElement[];
}
export interface ObservedElement {
  elementId: ElementId;
  /**
   * The reference could still be acted on.
   */
  valid: boolean;
  code?: ErrorCode;
  changed: boolean;
  before?: TargetState;
  after?: TargetState;
}
/**
 * The interactive elements of the page at one moment, in reading order.
 */
export interface PageSnapshot {
  snapshotId: SnapshotId;
  pageVersion: PageVersion;
  url: string;
  title: string;
  viewport: ViewportInfo;
  /**
   * The documents that elements come from; the first is the top document.
   *
   * @minItems 1
   */
  frames: FrameInfo[];
  elements: PageElement[];
  /**
   * True when the cap cut the list; `cursor` then goes on.
   */
  truncated?: boolean;
  cursor?: string;
}
/**
 * The top document's viewport in CSS pixels.
 */
export interface ViewportInfo {
  width: number;
  height: number;
  scrollX: number;
  scrollY: number;
  /**
   * Width of all that can be scrolled to.
   */
  pageWidth: number;
  /**
   * Height of all that can be scrolled to.
   */
  pageHeight: number;
  devicePixelRatio: number;
}
/**
 * One document that elements of the snapshot belong to.
 */
export interface FrameInfo {
  url: string;
  title: string;
  /**
   * Accessible name of the frame element.
   */
  name?: string;
  /**
   * Index of the frame that holds this one.
   */
  parent?: number;
  rect: Rect;
}
/**
 * One interactive element. Carries no selector, path, markup, class name, data attribute or token.
 */
export interface PageElement {
  elementId: ElementId;
  kind: ElementKind;
  /**
   * ARIA role, explicit or implied.
   */
  role: string;
  /**
   * The control's type, such as `text`, `select-multiple`; empty where there is none.
   */
  type: string;
  /**
   * Accessible name; then placeholder, then nearby text.
   */
  label: string;
  /**
   * Visible text.
   */
  text: string;
  value: ElementValue;
  options: PageOption[];
  visible: boolean;
  inViewport: boolean;
  disabled: boolean;
  readonly: boolean;
  required: boolean;
  rect: Rect;
  /**
   * What the element accepts now; empty for boundaries.
   */
  actions: ActionName[];
  formId?: string;
  formName?: string;
  formAction?: string;
  formMethod?: string;
  checked?: TriState;
  expanded?: boolean;
  selected?: boolean;
  pressed?: TriState;
  invalid?: boolean;
  sensitive?: boolean;
  /**
   * The value is withheld; `value` is null.
   */
  valueRedacted?: boolean;
  /**
   * The value goes on: only its beginning is here.
   */
  valueTruncated?: boolean;
  /**
   * How many choices there are; only where `options` does not hold all of them. Any of them can be selected.
   */
  optionCount?: number;
  /**
   * Painted and usable, but hidden from assistive technology.
   */
  ariaHidden?: boolean;
  /**
   * Index into the snapshot's frames; absent for the top document.
   */
  frame?: number;
  /**
   * Nearest heading, row or dialog label: tells twins apart.
   */
  context?: string;
  boundary?: Boundary;
  scrollable?: Scrollable;
}
/**
 * One choice of a select, listbox or combobox.
 */
export interface PageOption {
  label: string;
  value: string;
  selected: boolean;
  disabled: boolean;
  /**
   * Label of the group it stands in.
   */
  group?: string;
}
/**
 * How far a container is scrolled and how far it could be, in CSS pixels.
 */
export interface Scrollable {
  left: number;
  top: number;
  maxLeft: number;
  maxTop: number;
}
/**
 * A picture of the viewport without the SDK.
 */
export interface Screenshot {
  mime: "image/jpeg" | "image/png" | "image/webp";
  /**
   * Pixels of the picture.
   */
  width: number;
  /**
   * Pixels of the picture.
   */
  height: number;
  /**
   * Picture pixels per CSS pixel.
   */
  scale: number;
  /**
   * Bytes of the encoded picture.
   */
  byteLength: number;
  /**
   * The encoded picture in base64.
   */
  data: string;
  /**
   * How many areas were masked.
   */
  masked: number;
  omitted: OmittedArea[];
}
/**
 * A part that could not be drawn.
 */
export interface OmittedArea {
  reason: string;
  rect: Rect;
}
/**
 * Says that a request waits or runs, so that a silent SDK can be told from a waiting one.
 */
export interface PageToolStatus {
  type: "page_tool_status";
  requestId: RequestId;
  sessionId: SessionId;
  state: PageToolState;
  /**
   * The action it is about; 0 while queued.
   */
  actionIndex: number;
}
/**
 * Keeps the connection alive; answered by `pong`.
 */
export interface PingFrame {
  type: "ping";
}
export interface SendMessageData {
  content: string;
  /**
   * Made by the SDK; the server uses it as executionId of the turn.
   */
  eventId: string;
  /**
   * URLs of uploaded pictures; left out when there are none.
   *
   * @minItems 1
   * @maxItems 10
   */
  images?: string[];
}
/**
 * A message of the user. Page results never travel in it.
 */
export interface SendMessageFrame {
  type: "send_message";
  sessionId: SessionId;
  data: SendMessageData;
}
/**
 * Asks for the events of a session; answered by `session_snapshot`.
 */
export interface SubscribeFrame {
  type: "subscribe";
  sessionId: SessionId;
}
/**
 * Ends the interest in a session.
 */
export interface UnsubscribeFrame {
  type: "unsubscribe";
  sessionId: SessionId;
}
export interface UserQuestion {
  question: string;
  header?: string;
  multiSelect?: boolean;
  options: UserQuestionOption[];
}
export interface UserQuestionOption {
  label: string;
  description?: string;
}
/**
 * The agent asks the user.
 */
export interface AskUserQuestionsEvent {
  type: "ask_user_questions";
  sessionId: EventSessionId;
  data: {
    requestId: RequestId;
    /**
     * @minItems 1
     */
    questions: UserQuestion[];
    /**
     * Free for the server; the SDK does not read it.
     */
    metadata?: {
      [k: string]: unknown | undefined;
    };
  };
}
/**
 * The questions are void.
 */
export interface AskUserQuestionsCancelledEvent {
  type: "ask_user_questions_cancelled";
  sessionId: EventSessionId;
  data: {
    requestId: RequestId;
  };
}
/**
 * The token was accepted; subscriptions may follow.
 */
export interface ConnectedEvent {
  type: "connected";
  sessionId: EventSessionId;
  data: {
    userId: number;
  };
}
/**
 * More of the answer's text.
 */
export interface ContentDeltaEvent {
  type: "content_delta";
  sessionId: EventSessionId;
  data: {
    executionId: ExecutionId;
    delta: string;
  };
}
/**
 * The execution failed.
 */
export interface ErrorEvent {
  type: "error";
  sessionId: EventSessionId;
  data: {
    message: string;
    executionId?: ExecutionId;
  };
}
/**
 * The model is asked again after a failure.
 */
export interface LlmRetryEvent {
  type: "llm_retry";
  sessionId: EventSessionId;
  data: {
    executionId: ExecutionId;
    reason: string;
    statusCode?: number;
    attempt: number;
    maxRetries: number;
    delaySeconds: number;
  };
}
/**
 * The unfinished tail of the answer is void.
 */
export interface LlmStreamResetEvent {
  type: "llm_stream_reset";
  sessionId: EventSessionId;
  data: {
    executionId: ExecutionId;
  };
}
/**
 * The model has not answered yet.
 */
export interface LlmWaitingEvent {
  type: "llm_waiting";
  sessionId: EventSessionId;
  data: {
    executionId: ExecutionId;
    phase: string;
    elapsedSeconds: number;
  };
}
/**
 * The turn's answer is complete.
 */
export interface MessageEndEvent {
  type: "message_end";
  sessionId: EventSessionId;
  data: {
    executionId: ExecutionId;
    prompt_tokens: number;
    completion_tokens: number;
    total_tokens: number;
  };
}
/**
 * Ends one call, or without requestId every call of the session.
 */
export interface PageToolCancel {
  type: "page_tool_cancel";
  requestId?: RequestId;
  sessionId: SessionId;
  reason?: PageToolCancelReason;
}
/**
 * One call of a page tool: a single action or an ordered batch.
 */
export interface PageToolRequest {
  type: "page_tool_request";
  requestId: RequestId;
  sessionId: SessionId;
  tool: ToolName;
  snapshotId?: SnapshotId;
  /**
   * The parameters: one entry is a single action, more are a batch that runs in order.
   *
   * @minItems 1
   * @maxItems 50
   */
  actions?: AnyAction[];
  /**
   * Asks the user at any authorization level.
   */
  requireConfirmation?: boolean;
  /**
   * Default 30,000; neither queueing nor the user's thinking counts.
   */
  timeoutMs?: number;
  /**
   * Puts a fresh snapshot into the result.
   */
  includeSnapshot?: boolean;
}
/**
 * Answers `ping`.
 */
export interface PongEvent {
  type: "pong";
  sessionId: EventSessionId;
  data: {};
}
/**
 * A message was not taken because the session is busy, possibly from another client.
 */
export interface SessionAlreadyRunningEvent {
  type: "session_already_running";
  sessionId: EventSessionId;
  data: {
    code?: string | number;
    message: string;
    executionId?: ExecutionId;
  };
}
/**
 * Answers each subscribe: where the session stands, for reconciliation.
 */
export interface SessionSnapshotEvent {
  type: "session_snapshot";
  sessionId: EventSessionId;
  data: {
    phase: Phase;
    executionId?: ExecutionId;
  };
}
/**
 * The phase of the session changed; drives button state and composer.
 */
export interface SessionStatusEvent {
  type: "session_status";
  sessionId: EventSessionId;
  data: {
    phase: Phase;
    executionId?: ExecutionId;
    /**
     * Whether the session has an answer that the user has not seen.
     */
    unread?: boolean;
    /**
     * When the turn began, an ISO 8601 date and time.
     */
    startedAt?: string;
  };
}
/**
 * The session has a new title.
 */
export interface SessionTitleUpdatedEvent {
  type: "session_title_updated";
  sessionId: EventSessionId;
  data: {
    title: string;
  };
}
/**
 * More of the agent's thoughts.
 */
export interface ThinkingDeltaEvent {
  type: "thinking_delta";
  sessionId: EventSessionId;
  data: {
    executionId: ExecutionId;
    delta: string;
  };
}
/**
 * The thoughts are complete.
 */
export interface ThinkingEndEvent {
  type: "thinking_end";
  sessionId: EventSessionId;
  data: {
    executionId: ExecutionId;
  };
}
/**
 * The agent begins to think.
 */
export interface ThinkingStartEvent {
  type: "thinking_start";
  sessionId: EventSessionId;
  data: {
    executionId: ExecutionId;
  };
}
/**
 * The arguments so far.
 */
export interface ToolCallArgsDeltaEvent {
  type: "tool_call_args_delta";
  sessionId: EventSessionId;
  data: {
    executionId: ExecutionId;
    tool_call_id: string;
    /**
     * The whole accumulated text: replaces, does not append.
     */
    arguments: string;
  };
}
/**
 * A server-side tool ended.
 */
export interface ToolCallResultEvent {
  type: "tool_call_result";
  sessionId: EventSessionId;
  data: {
    executionId: ExecutionId;
    tool_call_id: string;
    result: string;
    status: "success" | "error";
    tool_name?: string;
    summary?: string;
    preview?: string;
  };
}
/**
 * A server-side tool begins; may come again for the same tool_call_id.
 */
export interface ToolCallStartEvent {
  type: "tool_call_start";
  sessionId: EventSessionId;
  data: {
    executionId: ExecutionId;
    tool_call_id: string;
    tool_name: string;
    /**
     * JSON text as far as it is known.
     */
    arguments?: string;
  };
}
/**
 * A user's message is stored: the SDK's own, or one from another channel.
 */
export interface UserMessageSavedEvent {
  type: "user_message_saved";
  sessionId: EventSessionId;
  data: {
    /**
     * eventId of the SDK's own message; empty for other channels.
     */
    tempEventId: string;
    messageId: number;
    /**
     * The other channel.
     */
    source?: string;
    /**
     * Text of a message from another channel.
     */
    content?: string;
  };
}

export type FromSdkFrame =
  | AskUserQuestionsResultFrame
  | AuthFrame
  | CancelFrame
  | PageAudit
  | PageToolResult
  | PageToolStatus
  | PingFrame
  | SendMessageFrame
  | SubscribeFrame
  | UnsubscribeFrame;
export type ToSdkFrame =
  | AskUserQuestionsEvent
  | AskUserQuestionsCancelledEvent
  | ConnectedEvent
  | ContentDeltaEvent
  | ErrorEvent
  | LlmRetryEvent
  | LlmStreamResetEvent
  | LlmWaitingEvent
  | MessageEndEvent
  | PageToolCancel
  | PageToolRequest
  | PongEvent
  | SessionAlreadyRunningEvent
  | SessionSnapshotEvent
  | SessionStatusEvent
  | SessionTitleUpdatedEvent
  | ThinkingDeltaEvent
  | ThinkingEndEvent
  | ThinkingStartEvent
  | ToolCallArgsDeltaEvent
  | ToolCallResultEvent
  | ToolCallStartEvent
  | UserMessageSavedEvent;
