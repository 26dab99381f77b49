import { describe, expect, it } from "vitest";
import { BlockReader } from "../../src/ui/markdown/blocks.js";
import { decodeEntities } from "../../src/ui/markdown/entities.js";

const TEXT = [
  "# Title\n",
  "A paragraph\nof two lines.\n",
  "- one\n- two\n\n  more of two\n- three\n",
  "```js\nconst a = 1;\n\nconst b = 2;\n```\n",
  "| a | b |\n| - | - |\n| 1 | 2 |\n",
  "1. x\n2. y\n",
  "> quoted\n> again\n",
  "End.",
].join("\n");

/** What is shown after all of it: the raw text of each block. */
function shown(pieces: readonly string[]): string[] {
  const reader = new BlockReader();
  const done: string[] = [];
  let text = "";
  for (const piece of [...pieces, ""]) {
    text += piece;
    const blocks = reader.read(text, piece === "");
    if (blocks.restart) {
      done.length = 0;
    }
    done.push(...blocks.done.filter(({ type }) => type !== "space").map(({ raw }) => raw.trim()));
  }
  return done;
}

describe("BlockReader", () => {
  it("finds the same blocks whether the text comes at once or by the character", () => {
    const whole = shown([TEXT]);
    expect(whole).toHaveLength(8);
    expect(shown([...TEXT])).toEqual(whole);
    expect(shown(TEXT.match(/[^]{1,7}/g) ?? [])).toEqual(whole);
  });

  it("reads the end only", () => {
    const reader = new BlockReader();
    const text = "word ".repeat(100) + "\n\n" + "more ".repeat(10);
    reader.read(text, false);
    const next = reader.read(`${text} and`, false);
    expect(next.done).toEqual([]);
    expect(next.tail.map(({ raw }) => raw).join("")).toBe(`${"more ".repeat(10)} and`);
  });

  it("begins anew with a text that does not go on where it was", () => {
    const reader = new BlockReader();
    reader.read("one\n\ntwo", false);
    expect(reader.read("other", false)).toMatchObject({ restart: true, done: [] });
  });

  it("resolves links that are defined at the end", () => {
    const reader = new BlockReader();
    const text = "See [this][a].\n\n[a]: https://example.org\n";
    reader.read(text, false);
    const last = reader.read(text, true);
    expect(last.restart).toBe(true);
    expect(JSON.stringify(last.done)).toContain('"href":"https://example.org"');
  });

  it("reads line ends of every kind, and text that is nested beyond reason", () => {
    expect(shown(["a\r\n\r\nb\rc"])).toEqual(["a", "b\nc"]);
    expect(() => shown([`${">".repeat(20_000)} deep`])).not.toThrow();
  });
});

describe("decodeEntities", () => {
  it.each([
    ["1 &lt; 2 &amp;&amp; 3", "1 < 2 && 3"],
    ["&#39;&#x27;&#x1F600;", "''😀"],
    ["&nbsp;&hellip;", "\u00a0…"],
    ["&unknown; & &amp", "&unknown; & &amp"],
    ["&#0;&#xD800;&#x110000;", "\ufffd\ufffd\ufffd"],
    ["&constructor;", "&constructor;"],
  ])("%s", (text, plain) => {
    expect(decodeEntities(text)).toBe(plain);
  });
});
