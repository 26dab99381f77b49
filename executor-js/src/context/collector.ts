/**
 * The block of page facts in front of a user's message (second seed, 4.4): sent only when it differs from what the
 * last message carried, and never longer than 8 KB together with the quote. It is text and nothing else.
 */
import { decode, encode, fingerprint } from "../client/json.js";

/** The most that stands in front of the user's own words, in bytes of UTF-8. */
export const PREFIX_BYTES = 8 * 1024;
/** The most of it that a quote may take. */
const QUOTE_BYTES = 4 * 1024;

const PAGE = "[页面上下文]";
const QUOTE = "[用户选中文本]";
const CUT = "…（内容过长，已截断）";
/** Between the prefix and the user's own words. */
const RULE = "\n\n---\n\n";

const bytes = new TextEncoder();

export interface CollectorOptions {
  /** What the host page has to say; undefined for nothing. */
  facts(): unknown;
  page(): { readonly url: string; readonly title: string };
}

export interface Prefixed {
  readonly content: string;
  /** The message was not taken: the next one carries the same facts again. */
  undo(): void;
}

export class Collector {
  /** Of the facts that the server has. */
  #sent: string | undefined;

  readonly #o: CollectorOptions;

  constructor(o: CollectorOptions) {
    this.#o = o;
  }

  /** The message as it is sent. */
  prefix(text: string, quote?: string): Prefixed {
    // The rule ends the prefix, so it does not stand in it.
    const selected = quote?.replaceAll(RULE, "\n---\n");
    const quoted = selected === undefined ? "" : `${QUOTE}\n${cut(selected, QUOTE_BYTES - size(QUOTE) - 1)}`;
    const before = this.#sent;
    const room = PREFIX_BYTES - size(RULE) - (quoted === "" ? 0 : size(quoted) + 2);
    const block = this.#block(room);
    const blocks = [block, quoted].filter((one) => one !== "");
    return {
      content: blocks.length === 0 ? text : blocks.join("\n\n") + RULE + text,
      undo: () => {
        this.#sent = before;
      },
    };
  }

  /** Another conversation knows nothing of this page. */
  clear(): void {
    this.#sent = undefined;
  }

  /** The page's block; empty when nothing has changed, or nothing is to be told. */
  #block(room: number): string {
    let data: unknown;
    try {
      data = this.#o.facts();
    } catch (error) {
      console.error("MaoChat: context() failed", error);
      return "";
    }
    if (data === undefined) {
      return "";
    }
    const { url, title } = this.#o.page();
    let text = "null";
    try {
      text = encode(data);
    } catch (error) {
      console.error("MaoChat: what context() gives cannot be written as JSON", error);
    }
    const hash = fingerprint([url, title, decode(text)]); // the order of keys is no change
    if (hash === this.#sent) {
      return "";
    }
    this.#sent = hash;
    return cut(`${PAGE}\nurl: ${oneLine(url)}\ntitle: ${oneLine(title)}\ndata: ${text}`, room);
  }
}

/** What the user wrote of a message as it was sent; the history gives it back as a whole. */
export function withoutPrefix(content: string): { readonly text: string; readonly quote?: string } {
  const at = content.indexOf(RULE);
  if (at < 0 || !(content.startsWith(PAGE) || content.startsWith(QUOTE))) {
    return { text: content };
  }
  const prefix = content.slice(0, at);
  const quote = prefix.startsWith(QUOTE) ? QUOTE.length : prefix.indexOf(`\n\n${QUOTE}`) + QUOTE.length + 2;
  const text = content.slice(at + RULE.length);
  return prefix.includes(QUOTE) ? { text, quote: prefix.slice(quote + 1) } : { text };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function size(text: string): number {
  return bytes.encode(text).length;
}

/** The text within a number of bytes, with a note where something is missing. */
function cut(text: string, room: number): string {
  if (size(text) <= room) {
    return text;
  }
  const left = new Uint8Array(Math.max(0, room - size(CUT)));
  const { read } = bytes.encodeInto(text, left); // never a half character
  return text.slice(0, read) + CUT;
}
