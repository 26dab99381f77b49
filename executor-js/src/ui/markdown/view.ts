/** A growing Markdown text in an element: what is complete is made once, only the end is made anew. */
import type { Token } from "marked";
import { BlockReader } from "./blocks.js";
import { purify } from "./purify.js";
import { type RenderTexts, Renderer } from "./render.js";

/** How many blocks are in the page at most, until the user asks for the earlier ones. */
const BLOCKS = 150;
/** The same for their elements. */
const ELEMENTS = 1_000;

export class MarkdownView {
  #reader = new BlockReader();
  readonly #renderer: Renderer;
  readonly #root: HTMLElement;
  /** What is too old to be shown, oldest first; what was never shown is not even made. */
  #hidden: (HTMLElement | Token)[] = [];
  #tail: HTMLElement[] = [];
  #bound = BLOCKS;
  /** How many elements the blocks in the page have, oldest first, and all of them together. */
  #weights: number[] = [];
  #weight = 0;

  readonly #hides: (count: number) => void;

  /** @param hides Told how many blocks are kept out of the page whenever that changes. */
  constructor(root: HTMLElement, texts: RenderTexts, hides: (count: number) => void) {
    this.#root = root;
    this.#renderer = new Renderer(texts);
    this.#hides = hides;
  }

  update(text: string, final: boolean): void {
    const { restart, done, tail } = this.#reader.read(text, final);
    const before = this.#hidden.length;
    this.#tail.forEach((element) => element.remove());
    if (restart) {
      this.#root.replaceChildren();
      this.#hidden = [];
      this.#weights = [];
      this.#weight = 0;
    }
    const blocks = done.filter(({ type }) => type !== "space");
    const shown = Math.max(0, blocks.length - this.#bound);
    if (shown > 0) {
      this.#hide(this.#root.childElementCount);
      this.#hidden.push(...blocks.slice(0, shown));
    }
    for (const element of this.#render(blocks.slice(shown))) {
      this.#root.append(element);
      const weight = 1 + element.querySelectorAll("*").length;
      this.#weights.push(weight);
      this.#weight += weight;
    }
    this.#hide(this.#tooMany());
    this.#tail = this.#render(tail);
    this.#root.append(...this.#tail);
    if (this.#hidden.length !== before) {
      this.#hides(this.#hidden.length);
    }
  }

  /** How many of the oldest blocks have to go. The newest stays, however large it is. */
  #tooMany(): number {
    const all = this.#weights.length;
    let count = Math.max(0, all - this.#bound);
    if (this.#bound === BLOCKS) {
      let left = this.#weight - this.#weights.slice(0, count).reduce((sum, one) => sum + one, 0);
      while (left > ELEMENTS && count < all - 1) {
        left -= this.#weights[count++] ?? 0;
      }
    }
    return count;
  }

  /** Shows everything. */
  showAll(): void {
    this.#bound = Number.POSITIVE_INFINITY;
    const elements = this.#hidden
      .splice(0)
      .flatMap((one) => (one instanceof HTMLElement ? one : this.#render([one])));
    this.#root.prepend(...elements);
    this.#weights.unshift(...elements.map(() => 1));
    this.#hides(0);
  }

  /** Takes the oldest blocks out of the page. */
  #hide(count: number): void {
    for (let i = 0; i < count; i++) {
      const first = this.#root.firstElementChild as HTMLElement;
      this.#weight -= this.#weights.shift() ?? 0;
      first.remove();
      this.#hidden.push(first);
    }
  }

  #render(tokens: readonly Token[]): HTMLElement[] {
    const box = this.#renderer.box();
    box.append(...tokens.map((token) => this.#renderer.block(token)).filter((one) => one !== undefined));
    if (box.childElementCount === 0 || !purify(box)) {
      return [];
    }
    return ([...box.children] as HTMLElement[]).map((element) => document.adoptNode(element));
  }
}
