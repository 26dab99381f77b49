package protocol

// ErrorCode says why something did not happen. The set is closed (PROTOCOL.md, errors).
type ErrorCode string

// The error codes. Meaning says what each stands for.
const (
	ErrAuthorizationRequired ErrorCode = "authorization_required"
	ErrAuthorizationDenied   ErrorCode = "authorization_denied"
	ErrScopeNotAllowed       ErrorCode = "scope_not_allowed"
	ErrSnapshotExpired       ErrorCode = "snapshot_expired"
	ErrNavigationDetected    ErrorCode = "navigation_detected"
	ErrElementNotAvailable   ErrorCode = "element_not_available"
	ErrElementChanged        ErrorCode = "element_changed"
	ErrPageChanged           ErrorCode = "page_changed"
	ErrElementNotVisible     ErrorCode = "element_not_visible"
	ErrElementDisabled       ErrorCode = "element_disabled"
	ErrElementReadonly       ErrorCode = "element_readonly"
	ErrElementInert          ErrorCode = "element_inert"
	ErrElementObscured       ErrorCode = "element_obscured"
	ErrElementNotFillable    ErrorCode = "element_not_fillable"
	ErrElementNotSelectable  ErrorCode = "element_not_selectable"
	ErrElementNotCheckable   ErrorCode = "element_not_checkable"
	ErrNotFocusable          ErrorCode = "not_focusable"
	ErrUnsupportedAction     ErrorCode = "unsupported_action"
	ErrUnsupportedTarget     ErrorCode = "unsupported_target"
	ErrOptionNotFound        ErrorCode = "option_not_found"
	ErrOptionDisabled        ErrorCode = "option_disabled"
	ErrOptionAmbiguous       ErrorCode = "option_ambiguous"
	ErrInvalidValue          ErrorCode = "invalid_value"
	ErrValueNotApplied       ErrorCode = "value_not_applied"
	ErrScrollFailed          ErrorCode = "scroll_failed"
	ErrCrossOriginFrame      ErrorCode = "cross_origin_frame"
	ErrClosedShadowRoot      ErrorCode = "closed_shadow_root"
	ErrFileInput             ErrorCode = "file_input"
	ErrDownload              ErrorCode = "download"
	ErrNewTab                ErrorCode = "new_tab"
	ErrSystemDialog          ErrorCode = "system_dialog"
	ErrHumanVerification     ErrorCode = "human_verification"
	ErrSDKElement            ErrorCode = "sdk_element"
	ErrTaskCancelled         ErrorCode = "task_cancelled"
	ErrTimeout               ErrorCode = "timeout"
	ErrScreenshotFailed      ErrorCode = "screenshot_failed"
	ErrScreenshotTooLarge    ErrorCode = "screenshot_too_large"
	ErrScreenshotTimeout     ErrorCode = "screenshot_timeout"
	ErrInvalidArguments      ErrorCode = "invalid_arguments"
	ErrSessionMismatch       ErrorCode = "session_mismatch"
	ErrDuplicateRequest      ErrorCode = "duplicate_request"
	ErrQueueFull             ErrorCode = "queue_full"
	ErrInternalError         ErrorCode = "internal_error"
)

// meanings holds every code with what it stands for, in the order of PROTOCOL.md.
var meanings = []struct {
	code    ErrorCode
	meaning string
}{
	{ErrAuthorizationRequired, "The action needs the user's confirmation, and here it may not ask for one."},
	{ErrAuthorizationDenied, "The user said no, or did not answer in time."},
	{ErrScopeNotAllowed, "The host page does not permit this kind of action."},
	{ErrSnapshotExpired, "The snapshot is unknown, older than ten minutes, or not among the newest eight."},
	{ErrNavigationDetected, "The page navigated since the snapshot."},
	{ErrElementNotAvailable, "The id is not in that snapshot, or its element left the page."},
	{ErrElementChanged, "The element lives, but is not what the snapshot described."},
	{ErrPageChanged, "Interactive elements appeared or disappeared in the middle of a batch."},
	{ErrElementNotVisible, "The element is not visible."},
	{ErrElementDisabled, "The element is disabled."},
	{ErrElementReadonly, "The element is read-only."},
	{ErrElementInert, "The element is in an inert part of the page, or behind a modal dialog."},
	{ErrElementObscured, "Something covers the element where a user would act."},
	{ErrElementNotFillable, "The element does not take text."},
	{ErrElementNotSelectable, "The element offers no choices that can be reached."},
	{ErrElementNotCheckable, "The element has no checked state."},
	{ErrNotFocusable, "The element did not take the focus."},
	{ErrUnsupportedAction, "The action is not supported, or not in this way."},
	{ErrUnsupportedTarget, "The element cannot be operated by page tools."},
	{ErrOptionNotFound, "No option fits."},
	{ErrOptionDisabled, "The option is disabled."},
	{ErrOptionAmbiguous, "More than one option fits."},
	{ErrInvalidValue, "The control does not accept such a value."},
	{ErrValueNotApplied, "The page did not keep what was asked for."},
	{ErrScrollFailed, "Nothing scrolled."},
	{ErrCrossOriginFrame, "The element belongs to a frame of another origin."},
	{ErrClosedShadowRoot, "The element hides its content in a closed shadow root."},
	{ErrFileInput, "The element chooses files."},
	{ErrDownload, "The action would start a download."},
	{ErrNewTab, "The action would open another tab."},
	{ErrSystemDialog, "The browser shows a dialog that only the user can answer."},
	{ErrHumanVerification, "The element checks that a human is present."},
	{ErrSDKElement, "The element belongs to the SDK's own interface."},
	{ErrTaskCancelled, "The task ended before the request did."},
	{ErrTimeout, "It took longer than allowed."},
	{ErrScreenshotFailed, "The page could not be drawn."},
	{ErrScreenshotTooLarge, "The picture stays over the size limit."},
	{ErrScreenshotTimeout, "Drawing the page took too long."},
	{ErrInvalidArguments, "The request is not one of this contract."},
	{ErrSessionMismatch, "The request is for another session."},
	{ErrDuplicateRequest, "The requestId was used for other content."},
	{ErrQueueFull, "Too many requests wait."},
	{ErrInternalError, "The executor failed."},
}

// ErrorCodes lists every code, in the order of PROTOCOL.md.
var ErrorCodes = func() []ErrorCode {
	codes := make([]ErrorCode, len(meanings))
	for i, row := range meanings {
		codes[i] = row.code
	}
	return codes
}()

// Meaning says in one sentence what the code stands for; empty for a code that the contract does not have.
func (c ErrorCode) Meaning() string {
	for _, row := range meanings {
		if row.code == c {
			return row.meaning
		}
	}
	return ""
}

// Known reports whether the contract has the code.
func (c ErrorCode) Known() bool { return c.Meaning() != "" }
