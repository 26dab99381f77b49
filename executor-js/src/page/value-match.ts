/**
 * Does what the page holds mean what was asked? (PROTOCOL.md 3: exact, reformatted, mismatch)
 * A mask may dress a value (1234 becomes 1,234); it may not change it. In doubt it is a mismatch: the result
 * shows the real value either way, and an agent can judge what a rule cannot.
 */
export type Match = "exact" | "reformatted" | "mismatch";

/** Compares what a field should hold with what it holds. */
export function matchText(expected: string, actual: string): Match {
  const wanted = plain(expected);
  const found = plain(actual);
  if (wanted === found) return "exact";
  if (wanted.trim() === "" || found.trim() === "") {
    return wanted.trim() === found.trim() ? "reformatted" : "mismatch";
  }
  return means(squeeze(wanted), squeeze(found)) ? "reformatted" : "mismatch";
}

/** Compares two lists of chosen labels, in document order. */
export function matchList(expected: readonly string[], actual: readonly string[]): Match {
  if (expected.length !== actual.length) return "mismatch";
  let result: Match = "exact";
  for (const [index, wanted] of expected.entries()) {
    const match = matchText(wanted, actual[index] ?? "");
    if (match === "mismatch") return "mismatch";
    if (match === "reformatted") result = "reformatted";
  }
  return result;
}

/** Line ends and hard blanks as the page's text may write them. */
function plain(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(/\u00a0/g, " ");
}

/** Without regard to width, capitals and the amount of white space. */
function squeeze(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
}

function means(wanted: string, found: string): boolean {
  if (wanted === found) return true;
  const wantedDate = dateParts(wanted);
  const foundDate = dateParts(found);
  if (wantedDate !== undefined && foundDate !== undefined) return wantedDate === foundDate;
  const wantedNumbers = decimals(wanted);
  const foundNumbers = decimals(found.replace(UNIT, "$1"));
  // Two numbers that differ are a changed value, also when their digits agree (1.5 and 15, -5 and 5).
  if (wantedNumbers.length > 0 && foundNumbers.length > 0) {
    return wantedNumbers.some((value) => foundNumbers.includes(value));
  }
  const digits = wanted.replace(/\D/g, "").length;
  return digits * 2 >= wanted.length && bare(wanted) === bare(found);
}

/** A measure that a field writes behind a number; what multiplies (k, m, 万) is none. */
const UNIT = /^([+-]?[\d.,'’ ]*\d) ?(?!k$|m$|b$|w$|mn$|bn$|千$|万$|亿$)[a-z\p{Script=Han}]{1,3}$/u;

/** Telephone, card and similar masks: only what separates groups of digits is left out. */
function bare(text: string): string {
  return text.replace(/[\s\-–().,/_'’·]/g, "");
}

/**
 * The decimal numbers a text can be read as, in one written form (text, for a long number does not fit a double).
 * A page may follow any locale, so 1.234 can be both. Empty when it is no number, or one whose leading zero counts.
 */
function decimals(text: string): string[] {
  if (/^[+-]?\d*\.?\d+e[+-]?\d{1,3}$/.test(text)) return [canonical(String(Number(text)))];
  const parts = /^[\p{Sc}\s]*([+-]?)[\p{Sc}\s]*(\d[\d.,\s'’_]*|\.\d+)\s*[\p{Sc}%]?$/u.exec(text);
  if (parts === null) return [];
  const sign = parts[1] === "-" ? "-" : "";
  const body = (parts[2] ?? "").replace(/[\s'’_]/g, "");
  if (/^0\d/.test(body)) return [];
  const readings = new Set<string>();
  if (/^(\d+|\d{1,3}(,\d{3})+)?(\.\d*)?$/.test(body)) readings.add(canonical(sign + body.replace(/,/g, "")));
  if (/^(\d+|\d{1,3}(\.\d{3})+)(,\d*)?$/.test(body)) {
    readings.add(canonical(sign + body.replace(/\./g, "").replace(",", ".")));
  }
  return [...readings];
}

function canonical(number: string): string {
  const [whole = "", fraction = ""] = number.split(".");
  const rest = fraction.replace(/0+$/, "");
  const start = whole.replace(/^(-?)0+(?=\d)/, "$1").replace(/^(-?)$/, "$10");
  const written = rest === "" ? start : `${start}.${rest}`;
  return written === "-0" ? "0" : written;
}

/** 2026-03-09 and 09/03/2026 are the same groups of digits in another order, as date fields write them. */
function dateParts(text: string): string | undefined {
  if (!/^\d{1,4}[-/.年 ]\d{1,2}[-/.月 ]\d{1,4}日?([t ,]+[\d:.]+ ?(am|pm|z)?)?$/.test(text)) return undefined;
  const groups = (text.match(/\d+/g) ?? []).map((digits) => digits.replace(/^0+(?=\d)/, ""));
  const day = groups.slice(0, 3).sort();
  const time = groups.slice(3);
  while (time.at(-1) === "0" && time.length > 2) time.pop();
  return [...day, "t", ...time].join(" ");
}
