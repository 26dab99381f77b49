/**
 * Parts a growing Markdown text into blocks that are complete and the one at its end that still grows, so that a long
 * answer is not read anew with each piece of it.
 */
import { Lexer, type Token } from "marked";
import { partLong } from "./long-blocks.js";

/** A definition of a link, which may stand behind its use. */
const DEFINITION = /^ {0,3}\[[^\]]+\]:/m;
/** A longer text is not read once more for the sake of its definitions. */
const READ_AGAIN = 40_000;

export interface Blocks {
  /** The text is not a continuation of the former one: everything is new. */
  readonly restart: boolean;
  /** Complete since the last time; they do not change any more. */
  readonly done: readonly Token[];
  /** What still grows. */
  readonly tail: readonly Token[];
}

export class BlockReader {
  #done = "";
  /** Opens the block again of which a part is done, such as the fence of a code block. */
  #lead = "";

  /** Reads the text so far; `final` when nothing comes any more. */
  read(source: string, final: boolean): Blocks {
    const text = source.includes("\r") ? source.replace(/\r\n?/g, "\n") : source;
    const isDefined = final && text.length <= READ_AGAIN && DEFINITION.test(text);
    const restart = isDefined || !text.startsWith(this.#done);
    if (restart) {
      this.#done = this.#lead = "";
    }
    const done: Token[] = [];
    for (;;) {
      const rest = this.#lead + text.slice(this.#done.length);
      const tokens = lex(rest);
      const long = tokens.findIndex((token) => partLong(token) !== undefined);
      const last = final ? tokens.length : tokens.findLastIndex((token) => token.type !== "space");
      const complete = tokens.slice(0, Math.max(0, long < 0 ? last : long));
      done.push(...complete);
      let length = complete.reduce((sum, token) => sum + token.raw.length, 0);
      const token = tokens[long];
      const part = token && partLong(token);
      if (token !== undefined && part !== undefined) {
        done.push(...lex(token.raw.slice(0, part.length)));
        length += part.length;
      }
      if (length > 0) {
        this.#done = text.slice(0, this.#done.length + length - this.#lead.length);
        this.#lead = part?.lead ?? "";
      }
      if (part === undefined) {
        return { restart, done, tail: tokens.slice(complete.length) };
      }
    }
  }
}

function lex(text: string): Token[] {
  try {
    return new Lexer({ gfm: true, breaks: true }).lex(text);
  } catch {
    // Nested deeper than the stack: it is shown as it was written.
    return [{ type: "text", raw: text, text, escaped: false }];
  }
}
