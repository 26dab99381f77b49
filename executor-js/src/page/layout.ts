/** What a pass over the page can share: styles, clips, viewports of frames, modal dialogs. */
import { documentOf, flatParent, frameElementOf, htmlTag, isPainted } from "./dom.js";
import { intersect, Projection, viewportOf, type Box } from "./geometry.js";
import { LabelIndex } from "./labels.js";
import { partsOf, topModal, type Parts } from "./modals.js";
import * as p from "./pristine.js";

/** Everything a whole pass over the page can share; one action uses a fresh one. Nothing may move while it lives. */
export class Layout {
  readonly labels = new LabelIndex();
  readonly #clips = new Map<Element, Box | null>();
  readonly #styles = new Map<Element, CSSStyleDeclaration>();
  readonly #overflows = new Map<Element, string>();
  readonly #windows = new Map<Document, Box | null>();
  readonly #projections = new Map<Document, Projection>();
  readonly #modals = new Map<Document, Element | null>();
  readonly #parts = new Map<Document, Parts>();

  projection(doc: Document): Projection {
    let found = this.#projections.get(doc);
    if (found === undefined) this.#projections.set(doc, (found = new Projection(doc)));
    return found;
  }

  /** The part of a document that shows in the top viewport, in the document's client coordinates; null for none. */
  window(doc: Document): Box | null {
    const known = this.#windows.get(doc);
    if (known !== undefined) return known;
    const box = this.#window(doc);
    this.#windows.set(doc, box);
    return box;
  }

  #window(doc: Document): Box | null {
    const own = viewportOf(doc);
    const frame = frameElementOf(doc);
    if (frame === null) return own;
    const outer = this.window(documentOf(frame));
    const shown = outer === null ? null : intersect(outer, p.clientBox(frame));
    const clip = shown === null ? null : this.clip(frame);
    const left = shown === null || clip === null ? null : intersect(shown, clip);
    if (left === null || !isPainted(frame)) return null;
    const back = this.projection(doc).back(this.projection(documentOf(frame)).box(left));
    return back === null ? null : intersect(own, back);
  }

  /** Computed style, asked for once. */
  style(el: Element): CSSStyleDeclaration {
    let found = this.#styles.get(el);
    if (found === undefined) this.#styles.set(el, (found = p.computedStyle(el)));
    return found;
  }

  /** Computed `overflow`, read once. */
  overflow(el: Element): string {
    let found = this.#overflows.get(el);
    if (found === undefined) this.#overflows.set(el, (found = p.cssValue(this.style(el), "overflow")));
    return found;
  }

  /** Where content of an element's place can show, given the overflow of all ancestors; null for nowhere. */
  clip(el: Element): Box | null {
    let a = flatParent(el);
    const inFlow = a === null ? EVERYWHERE : this.#flow(a);
    // Every other containing block is an ancestor of the parent's, or it: where nothing clips, no position matters.
    if (inFlow === EVERYWHERE) return inFlow;
    const position = p.cssValue(this.style(el), "position");
    if (position !== "fixed" && position !== "absolute") return inFlow;
    while (a !== null && !holdsPositioned(a, position)) a = flatParent(a);
    return a === null ? EVERYWHERE : this.#flow(a);
  }

  /** The modal dialog on top of a document. */
  modal(doc: Document): Element | null {
    let found = this.#modals.get(doc);
    if (found === undefined) this.#modals.set(doc, (found = topModal(doc, this.#partsOf(doc).dialogs)));
    return found;
  }

  /** The open shadow roots of a document, nested ones too. */
  shadows(doc: Document): readonly ShadowRoot[] {
    return this.#partsOf(doc).shadows;
  }

  #partsOf(doc: Document): Parts {
    let found = this.#parts.get(doc);
    if (found === undefined) this.#parts.set(doc, (found = partsOf(doc)));
    return found;
  }

  /** Told by a pass that meets all of them anyway. */
  setParts(doc: Document, parts: Parts): void {
    this.#parts.set(doc, parts);
  }

  #flow(a: Element): Box | null {
    const known = this.#clips.get(a);
    if (known !== undefined) return known;
    const overflow = this.overflow(a);
    const outside = this.clip(a);
    let result = outside;
    if (outside !== null && overflow !== "visible" && clips(a, overflow)) {
      const box = p.clientBox(a);
      const [x = "", y = x] = overflow.split(" ");
      result = intersect(outside, {
        x: x === "visible" ? EVERYWHERE.x : box.x,
        y: y === "visible" ? EVERYWHERE.y : box.y,
        width: x === "visible" ? EVERYWHERE.width : box.width,
        height: y === "visible" ? EVERYWHERE.height : box.height,
      });
    }
    this.#clips.set(a, result);
    return result;
  }
}

const EVERYWHERE: Box = { x: -1e7, y: -1e7, width: 2e7, height: 2e7 };

/** Whether an element with this `overflow` cuts its content: the viewport takes that of `html` and `body` over. */
export function clips(el: Element, overflow = p.cssValue(p.computedStyle(el), "overflow")): boolean {
  if (overflow === "visible" || overflow === "") return false;
  const tag = htmlTag(el);
  if (tag === "html" || tag === "body") return false;
  const display = p.cssValue(p.computedStyle(el), "display");
  return display !== "inline" && display !== "contents";
}

/** Whether `a` is the containing block that an absolutely or fixed positioned descendant hangs on. */
function holdsPositioned(a: Element, position: string): boolean {
  const style = p.computedStyle(a);
  if (position === "absolute" && p.cssValue(style, "position") !== "static") return true;
  const some = (property: string): boolean => {
    const value = p.cssValue(style, property);
    return value !== "none" && value !== "";
  };
  return (
    some("transform") ||
    some("filter") ||
    some("perspective") ||
    some("backdrop-filter") ||
    /paint|layout|strict|content/.test(p.cssValue(style, "contain")) ||
    /transform|filter|perspective/.test(p.cssValue(style, "will-change"))
  );
}
