import { describe, expect, it, vi } from "vitest";
import { Collector, PREFIX_BYTES, withoutPrefix } from "../../src/context/collector.js";

function setUp(facts: () => unknown = () => ({ page: "order", orderId: "1" })) {
  const page = { url: "https://shop.test/o/1", title: "Order\n 1" };
  return { page, collector: new Collector({ facts, page: () => page }) };
}

const bytes = (text: string): number => new TextEncoder().encode(text).length;
const RULE = "\n\n---\n\n";
const prefixOf = (content: string): string => content.slice(0, content.indexOf(RULE) + RULE.length);

describe("the page's block", () => {
  it("stands before the user's words, as the seed writes it", () => {
    expect(setUp().collector.prefix("why?").content).toBe(
      '[页面上下文]\nurl: https://shop.test/o/1\ntitle: Order 1\ndata: {"page":"order","orderId":"1"}\n\n---\n\nwhy?',
    );
  });

  it("is sent again only when something has changed, and the order of keys is no change", () => {
    let facts: unknown = { a: 1, b: 2 };
    const { collector, page } = setUp(() => facts);
    const has = (): boolean => collector.prefix("x").content !== "x";
    expect(has()).toBe(true);
    expect(has()).toBe(false);
    facts = { b: 2, a: 1 };
    expect(has()).toBe(false);
    facts = { a: 1, b: 3 };
    expect(has()).toBe(true);
    page.url = "https://shop.test/o/2";
    expect(has()).toBe(true);
    page.title = "Other";
    expect(has()).toBe(true);
    expect(has()).toBe(false);
    collector.clear();
    expect(has()).toBe(true);
  });

  it("comes again after a message that was not taken", () => {
    const { collector } = setUp();
    const first = collector.prefix("x");
    first.undo();
    const second = collector.prefix("x");
    expect(second.content).toBe(first.content);
    const third = collector.prefix("x");
    expect(third.content).toBe("x");
    third.undo();
    expect(collector.prefix("x").content).toBe("x");
  });

  it("is not sent where the host has nothing to say", () => {
    expect(setUp(() => undefined).collector.prefix("x").content).toBe("x");
  });

  it("does without facts that fail or cannot be written", () => {
    const told = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const failing = setUp(() => {
      throw new Error("host bug");
    });
    expect(failing.collector.prefix("x").content).toBe("x");
    const circle: { self?: unknown } = {};
    circle.self = circle;
    expect(setUp(() => circle).collector.prefix("x").content).toContain("data: null");
    expect(told).toHaveBeenCalledTimes(2);
  });

  it.each(["a", "文", "😀"])("stays within 8 KB with its rule and says that it was cut: %s", (unit) => {
    const { collector } = setUp(() => ({ text: unit.repeat(9000) }));
    const prefix = prefixOf(collector.prefix("why?", unit.repeat(9000)).content);
    expect(bytes(prefix)).toBeLessThanOrEqual(PREFIX_BYTES);
    expect(bytes(prefix)).toBeGreaterThan(PREFIX_BYTES - 16);
    expect(prefix.match(/已截断/g)).toHaveLength(2);
    expect(prefix).not.toContain("\ufffd");
  });
});

describe("the quote", () => {
  it("is a block of its own, with and without the page's", () => {
    const { collector } = setUp();
    expect(collector.prefix("x", "red").content).toMatch(
      /^\[页面上下文\][^]*\n\n\[用户选中文本\]\nred\n\n---\n\nx$/,
    );
    expect(collector.prefix("x", "red").content).toBe("[用户选中文本]\nred\n\n---\n\nx");
  });

  it("cannot end the prefix", () => {
    const content = setUp().collector.prefix("x", `a${RULE}b`).content;
    expect(withoutPrefix(content)).toEqual({ text: "x", quote: "a\n---\nb" });
  });
});

describe("withoutPrefix", () => {
  it.each(["plain", `a${RULE}b`, "[页面上下文] is a heading", ""])("leaves %j alone", (text) => {
    expect(withoutPrefix(text)).toEqual({ text });
  });

  it("finds the user's words, whatever stands in them", () => {
    const { collector } = setUp();
    const text = `one${RULE}two\n[用户选中文本]\nthree`;
    expect(withoutPrefix(collector.prefix(text).content)).toEqual({ text });
    expect(withoutPrefix(collector.prefix(text, "q").content)).toEqual({ text, quote: "q" });
  });
});
