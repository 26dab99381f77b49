/** A growing Markdown text in an element: what is complete is made once, only the end is made anew. */
import type { Token } from "marked";
import { BlockReader } from "./blocks.js";
import { purify } from "./purify.js";
import { type RenderTexts, Renderer } from "./render.js";

/** How many blocks are in the page at most, until the user asks for the earlier ones. */
const BLOCKS = 200;

export class MarkdownView {
  #reader = new BlockReader();
  readonly #renderer: Renderer;
  readonly #root: HTMLElement;
  /** Too old to be shown. */
  #hidden: HTMLElement[] = [];
  #tail: HTMLElement[] = [];
  #bound = BLOCKS;

  readonly #hides: (count: number) => void;

  /** @param hides Told how many blocks are kept out of the page whenever that changes. */
  constructor(root: HTMLElement, texts: RenderTexts, hides: (count: number) => void) {
    this.#root = root;
    this.#renderer = new Renderer(texts);
    this.#hides = hides;
  }

  update(text: string, final: boolean): void {
    const { restart, done, tail } = this.#reader.read(text, final);
    this.#tail.forEach((element) => element.remove());
    if (restart) {
      this.#root.replaceChildren();
      this.#hidden = [];
    }
    this.#root.append(...this.#render(done));
    this.#tail = this.#render(tail);
    this.#root.append(...this.#tail);
    this.#trim();
  }

  /** Shows everything. */
  showAll(): void {
    this.#bound = Number.POSITIVE_INFINITY;
    this.#root.prepend(...this.#hidden.splice(0));
    this.#hides(0);
  }

  #render(tokens: readonly Token[]): HTMLElement[] {
    return tokens.flatMap((token) => {
      const element = this.#renderer.block(token);
      return element !== undefined && purify(element) ? [document.adoptNode(element)] : [];
    });
  }

  #trim(): void {
    const before = this.#hidden.length;
    while (this.#root.childElementCount > this.#bound) {
      const first = this.#root.firstElementChild as HTMLElement;
      first.remove();
      this.#hidden.push(first);
    }
    if (this.#hidden.length !== before) {
      this.#hides(this.#hidden.length);
    }
  }
}
