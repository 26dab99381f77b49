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

describe("a block without end", () => {
  /** The longest text that is read at once while the answer grows piece by piece, and what is shown at its end. */
  function grow(first: string, each: (n: number) => string, count: number) {
    const reader = new BlockReader();
    const pieces: string[] = [];
    let text = first;
    let most = 0;
    for (let n = 0; n < count; n++) {
      text += each(n);
      if (n % 20 !== 19) {
        continue; // several pieces come within one frame
      }
      const { done, tail } = reader.read(text, n === count - 1);
      most = Math.max(
        most,
        [...done, ...tail].reduce((sum, { raw }) => sum + raw.length, 0),
      );
      pieces.push(...done.map(({ raw }) => raw));
    }
    return { most, pieces, text };
  }

  it.each([
    ["paragraph", "", (n: number) => `word${n} and **more** `],
    ["lines", "", (n: number) => `line ${n}\n`],
    ["list", "", (n: number) => `- item ${n}\n`],
    ["numbered list", "", (n: number) => `${n + 1}. item\n`],
    ["nested list", "", (n: number) => (n % 9 === 0 ? `- item ${n}\n` : `  - item ${n}\n`)],
    ["code", "```js\n", (n: number) => `const a${n} = 1;\n`],
    ["one line of code", "```\n", (n: number) => `value${n} + other`],
    ["table", "| a | b |\n| - | - |\n", (n: number) => `| row ${n} | **x** |\n`],
    ["quote", "", (n: number) => `> quoted ${n}\n`],
    ["raw HTML", "", (n: number) => `<div>${n}</div>\n`],
    ["one word", "", (n: number) => `a${n}`],
  ])("costs no more at its end than at its beginning: %s", (kind, first, each) => {
    const short = grow(first, each, 3_000);
    const long = grow(first, each, 6_000);
    expect(long.most).toBeLessThanOrEqual(short.most * 1.02);
    expect(long.most).toBeLessThan(kind.includes("code") ? 33_000 : 9_000);
    // Nothing is lost, whatever opens a part again.
    const all = long.pieces.join("").replaceAll(kind === "table" ? first : "\u0000", "");
    const bare = (text: string): string =>
      text.replaceAll("```js\n", "").replaceAll("```\n", "").replace(/\s/g, "");
    expect(bare(all)).toBe(bare(long.text).replaceAll(kind === "table" ? bare(first) : "\u0000", ""));
  });

  it("is parted into blocks of its kind", () => {
    const reader = new BlockReader();
    const code = reader.read(`\`\`\`js\n${"let a = 1;\n".repeat(5_000)}\`\`\`\n`, true).done;
    expect(
      new Set(code.map((token) => `${token.type} ${String((token as { lang?: string }).lang)}`)),
    ).toEqual(new Set(["code js"]));
    const list = new BlockReader().read("1. item\n".repeat(2_000), true).done;
    expect(new Set(list.map(({ type }) => type))).toEqual(new Set(["list"]));
    const table = new BlockReader().read(`| a |\n| - |\n${"| 1 |\n".repeat(2_000)}`, true).done;
    expect(new Set(table.map(({ type }) => type))).toEqual(new Set(["table"]));
  });
});
