/**
 * Parts a growing Markdown text into blocks that are complete and the one at its end that still grows, so that a long
 * answer is not read anew with each piece of it.
 */
import { Lexer, type Token } from "marked";

/** A definition of a link, which may stand behind its use. */
const DEFINITION = /^ {0,3}\[[^\]]+\]:/m;

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

  /** Reads the text so far; `final` when nothing comes any more. */
  read(source: string, final: boolean): Blocks {
    const text = source.includes("\r") ? source.replace(/\r\n?/g, "\n") : source;
    const isDefined = final && DEFINITION.test(text);
    const restart = isDefined || !text.startsWith(this.#done);
    if (restart) {
      this.#done = "";
    }
    const tokens = lex(text.slice(this.#done.length));
    const last = final ? tokens.length : tokens.findLastIndex((token) => token.type !== "space");
    const done = tokens.slice(0, Math.max(0, last));
    const length = done.reduce((sum, token) => sum + token.raw.length, 0);
    this.#done = text.slice(0, this.#done.length + length);
    return { restart, done, tail: tokens.slice(Math.max(0, last)) };
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
