package protocol

import "strings"

// Tool is the name of a page tool (seed 000, 6.4).
type Tool string

// The page tools.
const (
	PageInspect    Tool = "page_inspect"
	PageScreenshot Tool = "page_screenshot"
	PageScroll     Tool = "page_scroll"
	PageFocus      Tool = "page_focus"
	PageFill       Tool = "page_fill"
	PageSelect     Tool = "page_select"
	PageCheck      Tool = "page_check"
	PageUncheck    Tool = "page_uncheck"
	PageClick      Tool = "page_click"
	PageKeyboard   Tool = "page_keyboard"
	PageWait       Tool = "page_wait"
	PageObserve    Tool = "page_observe"
)

// Tools lists the page tools in the order of the seed.
var Tools = []Tool{
	PageInspect, PageScreenshot, PageScroll, PageFocus, PageFill, PageSelect,
	PageCheck, PageUncheck, PageClick, PageKeyboard, PageWait, PageObserve,
}

// ActionName is what one entry of a request's actions does.
type ActionName string

// The actions, one per tool.
const (
	ActionInspect    ActionName = "inspect"
	ActionScreenshot ActionName = "screenshot"
	ActionScroll     ActionName = "scroll"
	ActionFocus      ActionName = "focus"
	ActionFill       ActionName = "fill"
	ActionSelect     ActionName = "select"
	ActionCheck      ActionName = "check"
	ActionUncheck    ActionName = "uncheck"
	ActionClick      ActionName = "click"
	ActionKeyboard   ActionName = "keyboard"
	ActionWait       ActionName = "wait"
	ActionObserve    ActionName = "observe"
)

const toolPrefix = "page_"

// Action gives the action that the tool's name stands for.
func (t Tool) Action() ActionName { return ActionName(strings.TrimPrefix(string(t), toolPrefix)) }

// Known reports whether the contract has the tool.
func (t Tool) Known() bool {
	for _, known := range Tools {
		if t == known {
			return true
		}
	}
	return false
}

// Tool gives the page tool of the action.
func (a ActionName) Tool() Tool { return Tool(toolPrefix + string(a)) }

// Observes reports whether the action only looks: it changes nothing in the page and is no page action in the
// sense of the authorization (PROTOCOL.md, authorization). A screenshot counts as long as it is masked.
func (a ActionName) Observes() bool {
	switch a {
	case ActionInspect, ActionScreenshot, ActionWait, ActionObserve:
		return true
	default:
		return false
	}
}
