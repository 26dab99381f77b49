import { describe, expect, test } from "vitest";
import { jsonSize, oneLine, publicUrl, valueText } from "../../src/page/text.js";

describe("text as it goes over the wire", () => {
  test.each([
    ["Save", "Save", "plain text stays"],
    ["  a \n\t b ", "a b", "white space collapses"],
    ["a\u00a0b", "a b", "a hard blank is a blank"],
    ["\ue600Delete", "Delete", "icon fonts draw with private characters"],
    ["a\u0001b\u007f", "ab", "control characters go"],
    ["a\ud800b", "a\ufffdb", "half a surrogate pair would break JSON"],
    ["", "", "nothing"],
  ])("%j becomes %j: %s", (given, wanted) => {
    expect(oneLine(given)).toBe(wanted);
  });

  test("a long text is cut, and says so", () => {
    const cut = oneLine("word ".repeat(1000), 20);
    expect(cut).toHaveLength(20);
    expect(cut.endsWith("…")).toBe(true);
  });

  test("a cut never leaves half a character", () => {
    expect(oneLine("😀".repeat(50), 10).isWellFormed()).toBe(true);
    expect(valueText("😀".repeat(50), 9).isWellFormed()).toBe(true);
  });

  test("a value keeps its lines and blanks", () => {
    expect(valueText(" a\n  b ")).toBe(" a\n  b ");
  });

  test.each(["plain", 'quote"back\\slash', "ümlaut", "汉字", "😀", "line\nfeed\u0001"])(
    "the planned size of %j is not below the real one",
    (text) => {
      const real = new TextEncoder().encode(JSON.stringify(text)).length;
      expect(jsonSize(text)).toBeGreaterThanOrEqual(real);
    },
  );
});

describe("addresses without secrets", () => {
  test.each([
    ["https://a.test/x", "https://a.test/x", "nothing to hide"],
    ["https://a.test/?page=2&q=tea", "https://a.test/?page=2&q=tea", "plain parameters stay"],
    ["https://a.test/?access_token=S3&x=1", "https://a.test/?access_token=…&x=1", "a token"],
    ["https://a.test/#id_token=S3", "https://a.test/#id_token=…", "a token in the hash"],
    ["https://a.test/cb?code=S3&state=ok", "https://a.test/cb?code=…&state=ok", "a code"],
    ["https://u:S3@a.test/", "https://a.test/", "user and password"],
    ["/go?csrf_token=S3", "/go?csrf_token=…", "a relative address"],
  ])("%s: %s (%s)", (given, wanted) => {
    expect(publicUrl(given)).toBe(wanted);
  });
});
