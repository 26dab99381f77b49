import { describe, expect, it } from "vitest";
import { dataUrl, escapeCss, escapeXml, isXmlName, TOKEN } from "../../../src/page/screenshot/xml.js";

describe("text of the page in the picture's document", () => {
  it("cannot end the document or an attribute", () => {
    expect(escapeXml(`</div>"&'`)).toBe("&lt;/div&gt;&quot;&amp;'");
  });

  it("loses what XML forbids: control characters, lone surrogates", () => {
    expect(escapeXml("a\u0001\u000b\ufffeb\ud800")).toBe("ab\ufffd");
  });

  it("keeps line ends and tabs, which a data address drops, as references", () => {
    expect(escapeXml("a\n\tb\r")).toBe("a&#10;&#9;b&#13;");
  });

  it("cannot pass for the stand-in of a resource", () => {
    expect(escapeXml(`${TOKEN}3;`)).toBe("3;");
  });

  it("keeps the stand-ins that style rules hold", () => {
    expect(escapeCss(`a{background:url("${TOKEN}3;")}\n`)).toBe(`a{background:url("${TOKEN}3;")} `);
  });

  it("gives an address in which # and % are data", () => {
    expect(dataUrl("<a b='#1 100%'/>")).toBe("data:image/svg+xml;charset=utf-8,<a b='%231 100%25'/>");
  });

  it("knows which attribute names XML reads", () => {
    expect(["data-x", "xml:lang", "@click", ":x", "1a"].map(isXmlName)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
