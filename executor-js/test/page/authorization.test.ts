import { describe, expect, test, vi } from "vitest";
import { Authorization, isPageAction, type AuthorizationQuestion } from "../../src/page/authorization.js";

const ask = (over: Partial<AuthorizationQuestion> = {}): AuthorizationQuestion => ({
  action: "fill",
  sensitive: false,
  requireConfirmation: false,
  index: 0,
  ...over,
});

const code = (decision: ReturnType<Authorization["decide"]>): string =>
  typeof decision === "string" ? decision : decision.code;

describe("who may act", () => {
  test.each([
    ["per_action", {}, "ask", "each page action is asked for"],
    ["per_action", { action: "scroll" }, "ask", "scrolling is a page action too"],
    ["per_action", { index: 1 }, "authorization_required", "only the first action of a request may ask"],
    ["per_action", { action: "inspect" }, "allow", "the agent observes on its own"],
    ["per_action", { action: "observe", index: 3 }, "allow", "observing needs no confirmation anywhere"],
    ["per_action", { action: "inspect", sensitive: true }, "ask", "reading secrets is asked for"],
    ["task", {}, "allow", "a task grant covers the action"],
    ["task", { index: 7 }, "allow", "and each of a batch"],
    ["task", { action: "inspect", sensitive: true }, "allow", "and reading secrets in its scope"],
    ["task", { requireConfirmation: true }, "ask", "the request may ask at any level"],
    [
      "task",
      { requireConfirmation: true, index: 2 },
      "authorization_required",
      "but only at its first action",
    ],
    ["full", { requireConfirmation: true, action: "inspect" }, "ask", "also for looking"],
    ["full", {}, "allow", "full is a level like task here"],
  ] as const)("%s, %j: %s (%s)", (level, over, wanted, _why) => {
    expect(code(new Authorization({ level }).decide(ask(over)))).toBe(wanted);
  });

  test("what the user has confirmed is allowed, whatever the level", () => {
    const authorization = new Authorization();
    expect(authorization.decide(ask({ index: 4, requireConfirmation: true }), true)).toBe("allow");
  });

  test("the host's range holds at every level, also after a confirmation, and never for looking", () => {
    const authorization = new Authorization({ level: "task", allow: ["fill"] });
    expect(code(authorization.decide(ask()))).toBe("allow");
    expect(code(authorization.decide(ask({ action: "click", elementId: "e" })))).toBe("scope_not_allowed");
    expect(code(authorization.decide(ask({ action: "click" }), true))).toBe("scope_not_allowed");
    expect(code(authorization.decide(ask({ action: "inspect" })))).toBe("allow");
  });

  test("an empty range forbids every page action", () => {
    expect(code(new Authorization({ level: "task", allow: [] }).decide(ask()))).toBe("scope_not_allowed");
  });

  test("a task grant ends with its task, a full one does not", () => {
    const onChange = vi.fn();
    const task = new Authorization({ level: "task", onChange });
    task.endTask("message_end");
    expect(task.level).toBe("per_action");
    expect(onChange).toHaveBeenCalledExactlyOnceWith("per_action", "message_end");
    const full = new Authorization({ level: "full", onChange });
    full.endTask("message_end");
    expect(full.level).toBe("full");
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  test("setting the same level again tells nobody", () => {
    const onChange = vi.fn();
    new Authorization({ onChange }).setLevel("per_action", "revoked");
    expect(onChange).not.toHaveBeenCalled();
  });

  test("only looking without secrets is no page action", () => {
    expect(isPageAction("wait", false)).toBe(false);
    expect(isPageAction("inspect", true)).toBe(true);
    expect(isPageAction("keyboard", false)).toBe(true);
  });
});
