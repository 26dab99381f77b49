import { describe, expect, test } from "vitest";
import { parseStroke, strokeInit, strokeOf } from "../../src/page/keys.js";

describe("keys as an agent writes them", () => {
  test.each([
    ["Enter", { key: "Enter", code: "Enter", keyCode: 13 }],
    ["enter", { key: "Enter" }],
    ["Return", { key: "Enter" }],
    ["Esc", { key: "Escape", keyCode: 27 }],
    ["Space", { key: " ", code: "Space", keyCode: 32 }],
    ["a", { key: "a", code: "KeyA", keyCode: 65 }],
    ["A", { key: "A", code: "KeyA" }],
    ["Control+A", { key: "a", control: true, shift: false }],
    ["Ctrl+Shift+z", { key: "Z", control: true, shift: true }],
    ["Shift+Tab", { key: "Tab", shift: true }],
    ["Shift+1", { key: "!", code: "Digit1", keyCode: 49 }],
    ["Cmd+K", { key: "k", meta: true }],
    ["+", { key: "+", code: "Equal" }],
    ["Control++", { key: "+", control: true }],
    ["Plus", { key: "+" }],
    ["F5", { key: "F5", keyCode: 116 }],
    ["Shift", { key: "Shift", code: "ShiftLeft", shift: true }],
    ["é", { key: "é", code: "", keyCode: 0 }],
  ])("%s", (text, wanted) => {
    expect(parseStroke(text)).toMatchObject(wanted);
  });

  test.each([
    "Foo",
    "Control+Foo",
    "Hyper+A",
    "constructor",
    "toString+a",
    "Control+constructor",
    "F99",
    "__proto__",
  ])("%s is no key", (text) => {
    expect(parseStroke(text)).toBeUndefined();
  });

  test("a typed character comes from the key it is on", () => {
    expect(strokeOf("A")).toMatchObject({ key: "A", code: "KeyA", keyCode: 65, shift: true });
    expect(strokeOf("a")).toMatchObject({ key: "a", shift: false });
    expect(strokeOf("?")).toMatchObject({ key: "?", code: "Slash", shift: true });
    expect(strokeOf("\n")).toMatchObject({ key: "Enter" });
    expect(strokeOf("中")).toMatchObject({ key: "中", code: "" });
  });

  test("events carry the modifiers and the old codes", () => {
    const stroke = parseStroke("Control+Alt+x");
    expect(stroke && strokeInit(stroke)).toEqual({
      key: "x",
      code: "KeyX",
      keyCode: 88,
      ctrlKey: true,
      shiftKey: false,
      altKey: true,
      metaKey: false,
    });
  });
});
