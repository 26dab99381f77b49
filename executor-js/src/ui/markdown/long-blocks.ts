/**
 * Where a block that grows without end is parted: a list of ten thousand items or a program of as many lines must not
 * be read and written anew with each piece that comes.
 */
import type { Token, Tokens } from "marked";

/** How many characters one part has at most; a block of less than two parts stays whole. */
const PART = 4_000;
/** The same for blocks that make many elements of few characters, and for code, which makes hardly any. */
const FINE_PART = 1_000;
const CODE_PART = 16_000;

const FENCE = /^ {0,3}(?:`{3,}|~{3,})[^\n]*\n/;
const HEAD = /^[^\n]*\n[^\n]*\n/;
/** What would be read as something else at the beginning of a block. */
const MEANS_MORE = /[\s#>\-+*=|`~<[\d]/;

export interface Part {
  /** How much of the block's text it takes. */
  readonly length: number;
  /** What the rest has to begin with to go on as the same kind of block. */
  readonly lead: string;
}

/** The first part of a block that is too long; undefined for one that may stay whole. */
export function partLong(token: Token): Part | undefined {
  const { type, raw } = token;
  const most = type === "list" || type === "table" ? FINE_PART : type === "code" ? CODE_PART : PART;
  if (raw.length <= 2 * most || type === "space" || type === "def") {
    return undefined;
  }
  switch (type) {
    case "code":
      return atLine(raw, most, FENCE.exec(raw)?.[0] ?? "");
    case "table":
      return atLine(raw, most, HEAD.exec(raw)?.[0] ?? "");
    case "list":
      return atItem(token as Tokens.List, most);
    case "paragraph":
    case "text":
      return { length: wordsWithin(token.tokens ?? [], raw, most), lead: "" };
    default:
      return atLine(raw, most, "");
  }
}

/** Behind the last line that fits, or in the middle of one that is longer than all. */
function atLine(raw: string, most: number, opening: string): Part {
  const lead = opening.length < most / 2 ? opening : "";
  const at = raw.lastIndexOf("\n", most - 1) + 1;
  return { length: at > lead.length ? at : most, lead };
}

function atItem({ items, raw }: Tokens.List, most: number): Part {
  let length = 0;
  for (const item of items) {
    if (length + item.raw.length > most) {
      break;
    }
    length += item.raw.length;
  }
  return length > 0 ? { length, lead: "" } : atLine(raw, most, "");
}

/** Between two words, and not within emphasis, a link or code. */
function wordsWithin(tokens: readonly Token[], raw: string, most: number): number {
  let at = 0;
  let best = 0;
  for (const token of tokens) {
    if (at >= most) {
      break;
    }
    if (token.type === "text") {
      for (let i = Math.min(at + token.raw.length, most) - 1; i > at; i--) {
        if (/\s/.test(raw.charAt(i - 1)) && !MEANS_MORE.test(raw.charAt(i))) {
          best = i;
          break;
        }
      }
    }
    at += token.raw.length;
  }
  return best > 0 ? best : most;
}
