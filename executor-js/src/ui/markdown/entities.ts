/** Character references as they stand in Markdown; the ones that agents write, and all numbers. */
const NAMED: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0", copy: "©", reg: "®", trade: "™" },
  ...{ hellip: "…", mdash: "—", ndash: "–", middot: "·", bull: "•", times: "×", divide: "÷", deg: "°" },
  ...{
    larr: "←",
    rarr: "→",
    uarr: "↑",
    darr: "↓",
    le: "≤",
    ge: "≥",
    ne: "≠",
    euro: "€",
    pound: "£",
    yen: "¥",
  },
  ...{ lsquo: "‘", rsquo: "’", ldquo: "“", rdquo: "”", laquo: "«", raquo: "»" },
};

/** The text with its character references resolved; unknown ones stay as they are. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,6}));/gi, (whole, hex, decimal, name) => {
    if (typeof name === "string") {
      return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? whole) : whole;
    }
    const code = typeof hex === "string" ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
      ? String.fromCodePoint(code)
      : "\ufffd";
  });
}
