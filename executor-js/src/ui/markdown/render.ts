/**
 * Markdown tokens as elements. No markup is ever made from text: elements come from a short list, everything else is
 * text, so that nothing of an answer can run, also where the page's policy allows no HTML from strings at all.
 */
import type { Token, Tokens } from "marked";
import { decodeEntities } from "./entities.js";

/** Deeper nesting is shown as it was written. */
const DEPTH = 30;
/** Tags that an answer may use as HTML, without attributes. */
const PLAIN_TAG = /^<(\/?)(b|i|u|s|em|strong|del|ins|mark|sub|sup|small|kbd|code|br|hr)\s*(\/?)>$/i;
const VOID_TAG = /^(?:br|hr)$/i;
const SCHEMES = /^(?:https?|mailto|tel):$/;

export interface RenderTexts {
  readonly copy: string;
  readonly code: string;
  readonly image: string;
}

export class Renderer {
  #level = 2;

  readonly #document: Document;
  readonly #texts: RenderTexts;

  constructor(texts: RenderTexts) {
    // Without a window: nothing is loaded and no custom element wakes up while it is put together.
    this.#document = document.implementation.createHTMLDocument("");
    this.#texts = texts;
  }

  /** An empty element to put blocks into. */
  box(): HTMLElement {
    return this.#element("div");
  }

  /** One block; undefined for what shows nothing. */
  block(token: Token, depth = 0): HTMLElement | undefined {
    if (depth > DEPTH) {
      return this.#element("p", [token.raw]);
    }
    switch (token.type) {
      case "space":
      case "def":
        return undefined;
      case "heading":
        return this.#inline(this.#element(this.#heading(token as Tokens.Heading)), token.tokens, depth);
      case "paragraph":
        return this.#inline(this.#element("p"), token.tokens, depth);
      case "text":
        return token.tokens === undefined
          ? this.#element("p", [decodeEntities((token as Tokens.Text).text)])
          : this.#inline(this.#element("p"), token.tokens, depth);
      case "code":
        return this.#code(token as Tokens.Code);
      case "blockquote":
        return this.#blocks(this.#element("blockquote"), token.tokens ?? [], depth);
      case "list":
        return this.#list(token as Tokens.List, depth);
      case "table":
        return this.#table(token as Tokens.Table, depth);
      case "hr":
        return this.#element("hr");
      case "html":
        return this.#inline(this.#element("p"), [token], depth);
      default:
        return this.#element("p", [token.raw]);
    }
  }

  /** An answer's headings stand below that of the panel, and no level is left out. */
  #heading({ depth }: Tokens.Heading): string {
    this.#level = Math.min(6, depth + 2, this.#level + 1);
    return `h${this.#level}`;
  }

  #blocks(parent: HTMLElement, tokens: readonly Token[], depth: number): HTMLElement {
    for (const token of tokens) {
      parent.append(...[this.block(token, depth + 1)].filter((one) => one !== undefined));
    }
    return parent;
  }

  #code({ text, lang = "" }: Tokens.Code): HTMLElement {
    const { copy, code } = this.#texts;
    const language = lang.trim().split(/\s/)[0] ?? "";
    const button = this.#element("button", [copy], { type: "button", class: "md-copy", "data-copy": "" });
    const head = this.#element("div", [this.#element("span", [language || code]), button], {
      class: "md-code-head",
    });
    const pre = this.#element("pre", [this.#element("code", [text])], { tabindex: "0" });
    return this.#element("div", [head, pre], { class: "md-code" });
  }

  #list({ ordered, start, items, loose }: Tokens.List, depth: number): HTMLElement {
    const list = this.#element(ordered ? "ol" : "ul");
    if (ordered && typeof start === "number" && start !== 1) {
      list.setAttribute("start", String(start));
    }
    for (const item of items) {
      const li = this.#element("li");
      for (const token of item.tokens) {
        if (token.type === "checkbox") {
          li.append((token as Tokens.Checkbox).checked ? "☑ " : "☐ ");
        } else if (token.type === "text" && !loose) {
          this.#inline(li, token.tokens ?? [token], depth);
        } else {
          this.#blocks(li, [token], depth + 1);
        }
      }
      list.append(li);
    }
    return list;
  }

  #table({ header, rows, align }: Tokens.Table, depth: number): HTMLElement {
    const row = (name: "th" | "td", cells: readonly Tokens.TableCell[]): HTMLElement =>
      this.#element(
        "tr",
        cells.map((cell, i) => {
          const side = align[i];
          const attributes = side === null || side === undefined ? {} : { class: `md-${side}` };
          return this.#inline(this.#element(name, [], attributes), cell.tokens, depth);
        }),
      );
    const body = rows.map((cells) => row("td", cells));
    const table = this.#element("table", [
      this.#element("thead", [row("th", header)]),
      this.#element("tbody", body),
    ]);
    return this.#element("div", [table], { class: "md-table", tabindex: "0" });
  }

  #inline(parent: HTMLElement, tokens: readonly Token[] | undefined, depth: number): HTMLElement {
    // Tags that were opened by raw HTML, the innermost last.
    const open: HTMLElement[] = [parent];
    const into = (): HTMLElement => open.at(-1) ?? parent;
    for (const token of tokens ?? []) {
      if (token.type !== "html") {
        into().append(depth > DEPTH ? token.raw : this.#span(token, depth));
        continue;
      }
      for (const piece of token.raw.split(/(<[^<>]*>)/)) {
        const [tag, slash, name = ""] = PLAIN_TAG.exec(piece) ?? [];
        if (tag === undefined) {
          into().append(decodeEntities(piece));
        } else if (slash === "/") {
          const at = open.findLastIndex((one, i) => i > 0 && one.localName === name.toLowerCase());
          open.splice(at < 0 ? open.length : at);
        } else {
          const element = this.#element(name.toLowerCase());
          into().append(element);
          if (!VOID_TAG.test(name) && open.length < DEPTH) {
            open.push(element);
          }
        }
      }
    }
    return parent;
  }

  #span(token: Token, depth: number): Node | string {
    switch (token.type) {
      case "text":
        return token.tokens === undefined
          ? decodeEntities((token as Tokens.Text).text)
          : this.#inline(this.#element("span"), token.tokens, depth + 1);
      case "escape":
        return (token as Tokens.Escape).text;
      case "strong":
      case "em":
      case "del":
        return this.#inline(this.#element(token.type), token.tokens, depth + 1);
      case "codespan":
        return this.#element("code", [(token as Tokens.Codespan).text]);
      case "br":
        return this.#element("br");
      case "link":
        return this.#link(token as Tokens.Link, depth);
      case "image":
        return this.#image(token as Tokens.Image);
      default:
        return token.raw;
    }
  }

  #link({ href, tokens, raw }: Tokens.Link, depth: number): Node | string {
    const to = safeAddress(href);
    return to === undefined ? raw : this.#inline(this.#element("a", [], linkTo(to)), tokens, depth + 1);
  }

  /** A picture is not loaded: its address could carry away what the agent has seen. The user may follow the link. */
  #image({ href, text }: Tokens.Image): Node | string {
    const to = safeAddress(href);
    const name = text === "" ? this.#texts.image : `${this.#texts.image} · ${decodeEntities(text)}`;
    return to === undefined ? name : this.#element("a", [name], linkTo(to));
  }

  #element(
    name: string,
    children: readonly (Node | string)[] = [],
    attributes: Readonly<Record<string, string>> = {},
  ): HTMLElement {
    const element = this.#document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      element.setAttribute(key, value);
    }
    element.append(...children);
    return element;
  }
}

function linkTo(href: string): Record<string, string> {
  return { href, target: "_blank", rel: "noopener noreferrer nofollow", title: href };
}

/** The address if it leads to a place, and runs nothing. */
function safeAddress(href: string): string | undefined {
  try {
    const url = new URL(decodeEntities(href));
    return SCHEMES.test(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
}
