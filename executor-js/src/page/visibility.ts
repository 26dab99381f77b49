/**
 * What the user can see and use: rendering, clipping, disabled, read-only and inert states, and the label or box that
 * stands for a native control which a style sheet has hidden.
 */
import {
  attr,
  closestAcross,
  containsComposed,
  documentOf,
  documentChain,
  flatChildren,
  flatParent,
  frameElementOf,
  holds,
  htmlTag,
  isElement,
  isHtml,
  isInput,
  hasPaintedBox,
  isPainted,
  isText,
  rootOf,
  type Root,
} from "./dom.js";
import {
  center,
  hasArea,
  intersect,
  Projection,
  union,
  viewportOf,
  wireRect,
  type Box,
  type Point,
} from "./geometry.js";
import { LabelIndex } from "./labels.js";
import * as p from "./pristine.js";
import { isEditingHost, isTextType } from "./roles.js";

const PAINTED_OPAQUE = { visibilityProperty: true, opacityProperty: true };

/** Everything a whole pass over the page can share; one action uses a fresh one. Nothing may move while it lives. */
export class Layout {
  readonly labels = new LabelIndex();
  readonly #clips = new Map<Element, Box | null>();
  readonly #styles = new Map<Element, CSSStyleDeclaration>();
  readonly #windows = new Map<Document, Box | null>();
  readonly #projections = new Map<Document, Projection>();
  readonly #modals = new Map<Document, Element | null>();
  readonly #shadows = new Map<Document, ShadowRoot[]>();

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

  /** Where content of an element's place can show, given the overflow of all ancestors; null for nowhere. */
  clip(el: Element, position = p.cssValue(this.style(el), "position")): Box | null {
    return this.#placed(position, flatParent(el));
  }

  /** The modal dialog on top of a document. */
  modal(doc: Document): Element | null {
    let found = this.#modals.get(doc);
    if (found === undefined) this.#modals.set(doc, (found = topModal(doc, this.shadows(doc))));
    return found;
  }

  /** The open shadow roots of a document, nested ones too. */
  shadows(doc: Document): readonly ShadowRoot[] {
    let found = this.#shadows.get(doc);
    if (found === undefined) {
      this.#shadows.set(doc, (found = []));
      collectShadows(doc, found);
    }
    return found;
  }

  /** Told by a pass that meets all of them anyway. */
  setShadows(doc: Document, roots: ShadowRoot[]): void {
    this.#shadows.set(doc, roots);
  }

  #placed(position: string, container: Element | null): Box | null {
    let a = container;
    if (position === "fixed" || position === "absolute") {
      while (a !== null && !holdsPositioned(a, position)) a = flatParent(a);
    }
    return a === null ? EVERYWHERE : this.#flow(a);
  }

  #flow(a: Element): Box | null {
    const known = this.#clips.get(a);
    if (known !== undefined) return known;
    const style = this.style(a);
    const position = p.cssValue(style, "position");
    const overflow = p.cssValue(style, "overflow");
    const outside = this.#placed(position, flatParent(a));
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
function clips(el: Element, overflow = p.cssValue(p.computedStyle(el), "overflow")): boolean {
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

/** Has a place in the rendered page: in a shown document, not under `display:none` or a closed `details`. Hidden by visibility counts as not rendered. */
export function isRendered(el: Element): boolean {
  const chain = documentChain(el);
  if (chain === null || !isPainted(el)) return false;
  for (const doc of chain) {
    const frame = frameElementOf(doc);
    if (frame !== null && !isPainted(frame)) return false;
  }
  return true;
}

/**
 * Painted box in the client coordinates of the element's own document, or null when it paints nothing there:
 * `display:contents` and boxes collapsed around floating children are judged by what they hold.
 */
export function paintedBox(el: Element): Box | null {
  const box = p.clientBox(el);
  if (hasArea(box)) return box.width <= 1 && box.height <= 1 ? null : box;
  return clips(el) ? null : contentBox(el, 3);
}

function contentBox(el: Element, depth: number): Box | null {
  let result: Box | null = null;
  const children = flatChildren(el);
  for (let i = 0; i < children.length && i < 30; i++) {
    const child = children[i];
    if (child === undefined) continue;
    if (isText(child)) {
      const range = p.createRange(documentOf(child));
      p.selectNodeContents(range, child);
      const box = p.boxOf(p.rangeClientRect(range));
      if (hasArea(box)) result = union(result, box);
    } else if (isElement(child) && isPainted(child)) {
      const box = p.clientBox(child);
      if (hasArea(box)) result = union(result, box);
      else if (depth > 0 && !clips(child)) result = union(result, contentBox(child, depth - 1));
    }
  }
  return result;
}

/**
 * Painted box of a visible element (own client coordinates), or null. Transparent is visible, for users do find
 * hover-revealed buttons, but transparent and dead to the pointer is not. Scrolled out of view is visible too.
 */
export function visibleBox(el: Element, layout = new Layout()): Box | null {
  if (htmlTag(el) === "area") return areaBox(el, layout);
  return isPainted(el) ? shownFrom(el, p.clientBox(el), layout) : null;
}

/** An area of an image map has no box of its own: its coordinates count from the corner of the image. */
function areaBox(area: Element, layout: Layout): Box | null {
  const name = attr(closestAcross(area, "map") ?? area, "name");
  const image =
    name === "" ? null : p.queryFirst(rootOf(area), `img[usemap="#${name.replace(/["\\]/g, "\\$&")}"]`);
  const box = image === null ? null : visibleBox(image, layout);
  if (box === null) return null;
  const n = (p.getAttribute(area, "coords") ?? "").split(",").map(Number);
  const [x = 0, y = 0, r = 0, b = 0] = n;
  switch ((p.getAttribute(area, "shape") ?? "rect").toLowerCase()) {
    case "default":
      return box;
    case "circle":
    case "circ":
      return intersect(box, { x: box.x + x - r, y: box.y + y - r, width: 2 * r, height: 2 * r });
    case "poly":
    case "polygon": {
      const xs = n.filter((_, i) => i % 2 === 0);
      const ys = n.filter((_, i) => i % 2 === 1);
      const left = Math.min(...xs);
      const top = Math.min(...ys);
      return intersect(box, {
        x: box.x + left,
        y: box.y + top,
        width: Math.max(...xs) - left,
        height: Math.max(...ys) - top,
      });
    }
    default:
      return intersect(box, { x: box.x + x, y: box.y + y, width: r - x, height: b - y });
  }
}

/** {@link visibleBox} for an element that is known not to be hidden, with its box. */
export function shownFrom(el: Element, client: Box, layout: Layout): Box | null {
  const box = hasArea(client) ? (client.width <= 1 && client.height <= 1 ? null : client) : paintedBox(el);
  if (box === null) return null;
  const style = p.computedStyle(el);
  const position = p.cssValue(style, "position");
  if (isCutAway(el, style, position) || isOffPage(el, box)) return null;
  return layout.clip(el, position) === null ? null : box;
}

/** Hidden by one of the usual ways to hide a native control from sight only. */
function isCutAway(el: Element, style: CSSStyleDeclaration, position: string): boolean {
  if (position === "absolute" || position === "fixed") {
    const sides = p.cssValue(style, "clip").match(/-?[\d.]+/g);
    if (sides?.length === 4) {
      const [top = 0, right = 0, bottom = 0, left = 0] = sides.map(Number);
      if (right - left <= 1 || bottom - top <= 1) return true;
    }
  }
  if (/^inset\((?:50|100)%/.test(p.cssValue(style, "clip-path"))) return true;
  return p.cssValue(style, "pointer-events") === "none" && !p.checkVisibility(el, PAINTED_OPAQUE);
}

/** Put beyond the upper or left edge, where no scrolling reaches. */
function isOffPage(el: Element, box: Box): boolean {
  if (box.x + box.width > 0 && box.y + box.height > 0) return false;
  const view = p.defaultView(documentOf(el));
  if (view === null) return true;
  if (box.x + box.width + p.scrollX(view) > 0 && box.y + box.height + p.scrollY(view) > 0) return false;
  return !hasScrolledAncestor(el);
}

function hasScrolledAncestor(el: Element): boolean {
  for (let a = flatParent(el); a !== null; a = flatParent(a)) {
    if (p.scrollTop(a) !== 0 || p.scrollLeft(a) !== 0) return htmlTag(a) !== "html";
  }
  return false;
}

/** Visible to the user once scrolled to, in every frame up to the top; a stand-in counts for its control. */
export function isVisible(el: Element): boolean {
  return shownBox(el, new Layout()) !== null;
}

/** The visible box of an element or of what stands for it, or null. */
export function shownBox(el: Element, layout: Layout): Box | null {
  if (!isRenderedFrames(el)) return null;
  const own = visibleBox(el, layout);
  if (own !== null) return own;
  const standIn = standInOf(el, layout);
  return standIn === null ? null : visibleBox(standIn, layout);
}

function isRenderedFrames(el: Element): boolean {
  const chain = documentChain(el);
  if (chain === null) return false;
  for (const doc of chain) {
    const frame = frameElementOf(doc);
    if (frame !== null && visibleBox(frame) === null) return false;
  }
  return true;
}

/** Rectangle in top coordinates of the element or of what stands for it; its own, possibly empty, box when invisible. */
export function rectOf(el: Element): { x: number; y: number; width: number; height: number } {
  const layout = new Layout();
  const box = shownBox(el, layout) ?? p.clientBox(el);
  return wireRect(layout.projection(documentOf(el)).box(box));
}

/** Whether a part of the element's box shows in the top viewport now (overlays are the hit test's business). */
export function isInViewport(el: Element): boolean {
  const layout = new Layout();
  const box = shownBox(el, layout);
  return box !== null && shownPart(el, box, layout) !== null;
}

/** The part of a box of this element's document that is neither clipped nor outside the viewport. */
export function shownPart(el: Element, box: Box, layout: Layout): Box | null {
  const window = layout.window(documentOf(el));
  const clip = window === null ? null : layout.clip(el);
  const part = window === null || clip === null ? null : intersect(window, clip);
  return part === null ? null : intersect(part, box);
}

const STANDABLE: ReadonlySet<string> = new Set(["checkbox", "radio", "file"]);

/**
 * The visible label or box that stands for a native checkbox, radio or file input which styles have hidden, or null
 * when the control needs none or has none. The wrapping label comes first, then a label beside the input, then the
 * box that holds nothing but this control, then any label.
 */
export function standInOf(el: Element, layout = new Layout()): Element | null {
  if (!isInput(el) || !STANDABLE.has(p.inputType(el))) return null;
  const visible = (candidate: Element | null): candidate is Element =>
    candidate !== null && visibleBox(candidate, layout) !== null;
  const parent = flatParent(el);
  // In a hidden part of the page only a label elsewhere can show.
  if (parent === null || !hasPaintedBox(parent)) return layout.labels.of(el).find(visible) ?? null;
  const wrapping = closestAcross(el, "label");
  if (visible(wrapping) && p.labelControl(wrapping as HTMLLabelElement) === el) return wrapping;
  const labels = layout.labels.of(el);
  const beside = labels.find((label) => flatParent(label) === parent && visible(label));
  if (beside !== undefined) return beside;
  for (let box: Element | null = parent, up = 0; box !== null && up < 2; box = flatParent(box), up++) {
    if (p.listLength(p.queryAll(box, "input,button,select,textarea,a[href]")) !== 1) break;
    const tag = htmlTag(box);
    if (tag === "form" || tag === "fieldset" || tag === "body" || tag === "td" || tag === "li") break;
    if (visible(box) && looksClickable(box)) return box;
  }
  return labels.find(visible) ?? null;
}

function looksClickable(box: Element): boolean {
  if (p.cssValue(p.computedStyle(box), "cursor") === "pointer") return true;
  for (let child = p.firstElementChild(box); child !== null; child = p.nextElementSibling(child)) {
    if (!isInput(child) && p.cssValue(p.computedStyle(child), "cursor") === "pointer") return true;
  }
  return false;
}

/** What a user would point at for this control: itself, or what stands for it when it is not visible. */
export function pointerTargetOf(el: Element, layout = new Layout()): Element {
  return visibleBox(el, layout) === null ? (standInOf(el, layout) ?? el) : el;
}

/**
 * Disabled for the user: natively (`:disabled` knows fieldsets, their first legend and custom elements), inside a
 * disabled button, or by the nearest `aria-disabled`.
 */
export function isDisabled(el: Element): boolean {
  if (p.matches(el, ":disabled")) return true;
  const tag = htmlTag(el);
  if (tag !== "input" && tag !== "button" && tag !== "select" && tag !== "textarea") {
    const button = closestAcross(el, "button");
    if (button !== null && p.matches(button, ":disabled")) return true;
  }
  const aria = closestAcross(el, "[aria-disabled]");
  if (aria !== null) return p.getAttribute(aria, "aria-disabled") === "true";
  return looksDisabled(el, tag);
}

/** Libraries mark parts that are no native controls by class alone. */
function looksDisabled(el: Element, tag: string): boolean {
  if (tag === "input" || tag === "button" || tag === "select" || tag === "textarea" || tag === "a")
    return false;
  return p.hasAttribute(el, "class") && DISABLED_CLASS.test(p.classNameOf(el));
}

const DISABLED_CLASS = /(?:^|\s)(?:is-disabled|disabled|(?:ant|el|ivu|arco|n|t|semi)-\S+-disabled)(?:\s|$)/;

const READONLY_FREE: ReadonlySet<string> = new Set(["range", "color", "checkbox", "radio", "file"]);

/** Read-only for typing. The attribute has no effect on checkboxes, radios, ranges, colours and files. */
export function isReadonly(el: Element): boolean {
  switch (htmlTag(el)) {
    case "input": {
      const input = el as HTMLInputElement;
      const type = p.inputType(input);
      return isTextType(type) && !READONLY_FREE.has(type) && (p.inputReadOnly(input) || ariaReadonly(el));
    }
    case "textarea":
      return p.textAreaReadOnly(el as HTMLTextAreaElement) || ariaReadonly(el);
    default:
      return ariaReadonly(el);
  }
}

const ariaReadonly = (el: Element): boolean => p.getAttribute(el, "aria-readonly") === "true";

/**
 * Why an element is dead to the user although it may be painted: an `inert` ancestor through shadow roots and
 * frames, or a modal dialog that it is not in. Null when neither.
 */
export function inertCause(el: Element, layout = new Layout()): "inert" | "modal" | null {
  for (let e: Element | null = el; e !== null;) {
    if (closestAcross(e, "[inert]") !== null || slottedInert(e)) return "inert";
    const doc = documentOf(e);
    const modal = layout.modal(doc);
    if (modal !== null && !containsComposed(modal, el)) return "modal";
    e = frameElementOf(doc);
  }
  return null;
}

/** Slotted content is inert with the slot's ancestors, which `closest` on the light side does not pass. */
function slottedInert(el: Element): boolean {
  for (let e: Element | null = el; e !== null; e = flatParent(e)) {
    const slot = p.assignedSlot(e);
    if (slot !== null && p.closest(slot, "[inert]") !== null) return true;
  }
  return false;
}

/** The modal dialog on top of one document, or null. All else in the document is inert while it is open. */
export function topModal(doc: Document, shadows: readonly ShadowRoot[]): Element | null {
  const found: Element[] = [];
  addModals(doc, found);
  for (const shadow of shadows) addModals(shadow, found);
  if (found.length <= 1) return found[0] ?? null;
  // The order of the top layer cannot be asked for, but only the topmost modal answers the hit test.
  for (const dialog of found) {
    const spot = center(p.clientBox(dialog));
    const hit = innermostAt(doc, spot);
    const other =
      hit === null ? undefined : found.find((d) => d !== dialog && holds(d, hit) && !holds(d, dialog));
    if (hit !== null && other === undefined && containsComposed(dialog, hit)) return dialog;
  }
  return found[found.length - 1] ?? null;
}

function innermostAt(doc: Document, { x, y }: Point): Element | null {
  let hit = p.elementFromPoint(doc, x, y);
  for (let depth = 0; hit !== null && depth < 1000; depth++) {
    const shadow = p.shadowRoot(hit);
    const inner = shadow === null ? null : p.elementFromPoint(shadow, x, y);
    if (inner === null || inner === hit) break;
    hit = inner;
  }
  return hit;
}

function addModals(root: Root, found: Element[]): void {
  const list = p.queryAll(root, "dialog:modal");
  for (let i = 0, n = p.listLength(list); i < n; i++) {
    const dialog = list[i] as Element;
    if (p.checkVisibility(dialog)) found.push(dialog);
  }
}

function collectShadows(root: Root, found: ShadowRoot[]): void {
  const all = p.queryAll(root, "*");
  for (let i = 0, n = p.listLength(all); i < n; i++) {
    const shadow = p.shadowRoot(all[i] as Element);
    if (shadow === null) continue;
    found.push(shadow);
    collectShadows(shadow, found);
  }
}

/** Painted and usable but taken from the accessibility tree. */
export const isAriaHidden = (el: Element): boolean => closestAcross(el, '[aria-hidden="true"]') !== null;

/** Takes part in editing: text can be typed into it. */
export const isEditable = (el: Element): boolean =>
  isHtml(el) && (isEditingHost(el) || p.isContentEditable(el));
