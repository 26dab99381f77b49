/**
 * Finds the controls of the page: main document, open shadow roots and same-origin frames (seed 6.1). One native
 * query per root gives the candidates; only those that show are described. Elements without a role that react to
 * the mouse, scroll containers and closed shadow roots are looked for in the visible part alone.
 */
import type { ActionName, PageElement } from "../protocol/index.js";
import { shownText } from "./accessible-name.js";
import { boundaryOf, isClosedHost } from "./boundaries.js";
import { ContextCache } from "./context.js";
import {
  attr,
  compareReadingOrder,
  containsComposed,
  documentOf,
  htmlTag,
  innerDocument,
  isFrameElement,
  isPainted,
  openRoot,
  type Root,
} from "./dom.js";
import { hasArea, intersect, wireRect, type Box } from "./geometry.js";
import { digestOf, factsOf, type Facts } from "./facts.js";
import { formOf, portraitOf, type Portrait } from "./identity.js";
import * as p from "./pristine.js";
import {
  CANDIDATES,
  isControl,
  isInteractiveRole,
  isCheckableRole,
  isTextField,
  kindOf,
  roleOf,
  typeOf,
} from "./roles.js";
import * as state from "./state.js";
import { oneLine, publicUrl } from "./text.js";
import {
  inertCause,
  isAriaHidden,
  Layout,
  shownFrom,
  shownPart,
  standInOf,
  visibleBox,
} from "./visibility.js";

/** An element entry before it has an id. */
export type Draft = Omit<PageElement, "elementId">;

export interface ScanOptions {
  readonly isSdkNode: (node: Node) => boolean;
  /** Lists everything visible below this element instead of what the viewport shows. */
  readonly within?: Element;
}

/** One control that shows, not yet described. */
export interface Sighting {
  readonly element: Element;
  /** Visible box in the client coordinates of its own document. */
  readonly box: Box;
  readonly inViewport: boolean;
  /** Listed only because it scrolls. */
  readonly scrollOnly: boolean;
}

/** One pass over the page. It holds elements, so it must not outlive the request. */
export class PageScan {
  readonly layout = new Layout();
  readonly context = new ContextCache();
  readonly humans = new Map<Element, boolean>();
  readonly sightings: Sighting[] = [];
  /** Every rendered control of the page, seen or not, in document order. */
  readonly interactive: Element[] = [];
  readonly #options: ScanOptions;
  #mixed = false;

  constructor(options: ScanOptions) {
    this.#options = options;
    const within = options.within;
    if (within === undefined) this.#root(document, this.layout.window(document));
    else this.#element(within);
    if (this.#mixed) this.#sort();
    this.#liveFirst();
  }

  #element(within: Element): void {
    const window = this.layout.window(documentOf(within));
    const inner = isFrameElement(within) ? innerDocument(within) : null;
    if (isControl(within)) this.#candidate(within, window);
    if (inner !== null) this.#root(inner, this.layout.window(inner));
    else {
      const shadow = openRoot(within);
      if (shadow !== null) this.#root(shadow, window);
      this.#tree(within, window);
    }
    this.#mixed = true;
  }

  /** A document or shadow root with all that hangs below it. */
  #root(root: Root, window: Box | null): void {
    this.#tree(root, window);
    if (window === null && this.#options.within === undefined) return;
    const start = p.nodeType(root) === 9 ? p.bodyOf(root as Document) : null;
    if (start !== null)
      this.#visible(start, window, p.cssValue(p.computedStyle(start), "cursor") === "pointer");
  }

  #tree(root: Root | Element, window: Box | null): void {
    const candidates = p.queryAll(root, CANDIDATES);
    const all = p.queryAll(root, "*");
    let next = 0;
    let candidate = candidates[0];
    for (let i = 0, n = p.listLength(all); i < n; i++) {
      const el = all[i];
      if (el === undefined) break;
      if (el === candidate) {
        this.#candidate(el, window);
        candidate = candidates[++next];
      }
      const shadow = p.shadowRoot(el);
      if (shadow !== null && !this.#options.isSdkNode(el)) {
        this.#mixed = true;
        this.#tree(shadow, window);
      }
    }
  }

  #candidate(el: Element, window: Box | null): void {
    if (!isControl(el)) return;
    if (isFrameElement(el)) {
      const inner = innerDocument(el);
      if (inner !== null) {
        this.#mixed = true;
        if (isPainted(el)) this.#root(inner, this.layout.window(inner));
        return;
      }
    }
    if (!isPainted(el)) {
      if (this.#standIn(el, window)) this.interactive.push(el);
      return;
    }
    this.interactive.push(el);
    const everywhere = this.#options.within !== undefined;
    if (window === null && !everywhere) return;
    const box = p.clientBox(el);
    if (box.width > 1 && box.height > 1) {
      if (everywhere || (window !== null && overlaps(box, window))) this.#see(el, box, window, false);
      else if (box.x + box.width <= 0 || box.y + box.height <= 0) this.#standIn(el, window);
    } else if (!this.#standIn(el, window)) this.#see(el, box, window, false);
  }

  #standIn(el: Element, window: Box | null): boolean {
    if (htmlTag(el) !== "input") return false;
    const standIn = standInOf(el, this.layout);
    if (standIn === null) return false;
    const box = visibleBox(standIn, this.layout);
    if (box !== null) this.#note(el, standIn, box, window, false);
    return true;
  }

  #see(el: Element, client: Box, window: Box | null, scrollOnly: boolean): void {
    const box = shownFrom(el, client, this.layout);
    if (box !== null) this.#note(el, el, box, window, scrollOnly);
    else if (!scrollOnly) this.#standIn(el, window);
  }

  #note(el: Element, painted: Element, box: Box, window: Box | null, scrollOnly: boolean): void {
    const inViewport =
      window !== null && overlaps(box, window) && shownPart(painted, box, this.layout) !== null;
    if (!inViewport && this.#options.within === undefined) return;
    if (this.#options.isSdkNode(el)) return;
    this.sightings.push({ element: el, box, inViewport, scrollOnly });
  }

  /** Walks what shows, for what no selector tells: reaction to the mouse, scrolling, closed roots. */
  #visible(parent: Element, window: Box | null, pointing: boolean): void {
    const shadow = openRoot(parent);
    if (shadow !== null && this.#options.isSdkNode(parent)) return;
    const children: Element[] = [];
    for (
      let el = shadow === null ? p.firstElementChild(parent) : firstElementIn(shadow);
      el !== null;
      el = p.nextElementSibling(el)
    ) {
      children.push(el);
    }
    this.#siblings(children, window, pointing);
    if (shadow !== null) {
      const light: Element[] = [];
      for (let el = p.firstElementChild(parent); el !== null; el = p.nextElementSibling(el)) light.push(el);
      this.#siblings(light, window, pointing);
    }
  }

  #siblings(children: readonly Element[], window: Box | null, pointing: boolean): void {
    const n = children.length;
    if (n <= STRIDE * 2) {
      for (const el of children) this.#one(el, window, pointing);
      return;
    }
    // Long lists are sampled: what lies between two elements beyond the same edge is taken to lie there as well.
    // Only elements without any role can be missed that way, and only when they are positioned far from their place.
    let before = side(children[0], window);
    for (let from = 0; from < n; from += STRIDE) {
      const to = Math.min(from + STRIDE, n - 1);
      const after = side(children[to], window);
      if (before === null || before !== after) {
        for (let i = from; i < to || (i === to && to === n - 1); i++) {
          const el = children[i];
          if (el !== undefined) this.#one(el, window, pointing);
        }
      }
      before = after;
    }
  }

  #one(el: Element, window: Box | null, pointing: boolean): void {
    const box = p.clientBox(el);
    if (hasArea(box)) {
      if (window !== null && !overlaps(box, window)) return;
    } else if (!p.checkVisibility(el)) return;
    const tag = htmlTag(el);
    if (SKIPPED.has(tag)) return;
    if (tag === "") {
      this.#graphic(el, box, window, pointing);
      return;
    }
    const style = p.computedStyle(el);
    const pointer = p.cssValue(style, "cursor") === "pointer";
    if (scrolls(el, style)) this.#extra(el, box, true, window);
    if (pointer && !pointing) {
      if (!isCandidateControl(el) && isClickable(el, tag)) this.#extra(el, box, false, window);
    } else if (tag.includes("-") && isClosedHost(el) && !isCandidateControl(el))
      this.#extra(el, box, false, window);
    if (!LEAVES.has(tag)) this.#visible(el, window, pointer);
  }

  /** An icon that reacts to the mouse by itself. */
  #graphic(el: Element, box: Box, window: Box | null, pointing: boolean): void {
    if (pointing || p.localName(el) !== "svg" || isCandidateControl(el)) return;
    if (p.cssValue(p.computedStyle(el), "cursor") === "pointer") this.#extra(el, box, false, window);
  }

  #extra(el: Element, client: Box, scrollOnly: boolean, window: Box | null): void {
    this.#mixed = true;
    this.#see(el, client, window, scrollOnly);
  }

  /** Puts everything into reading order, each element once; what also reacts is not listed as a mere container. */
  #sort(): void {
    const best = new Map<Element, Sighting>();
    for (const s of this.sightings) {
      const other = best.get(s.element);
      if (other === undefined || other.scrollOnly) best.set(s.element, s);
    }
    const sorted = [...best.values()].sort((a, b) => compareReadingOrder(a.element, b.element));
    this.sightings.length = 0;
    for (const s of sorted) this.sightings.push(s);
  }

  /** While a modal dialog is open, what is behind it comes after what can be used: a cap must not cut the dialog. */
  #liveFirst(): void {
    if (this.layout.modal(document) === null) return;
    const dead: Sighting[] = [];
    const all = this.sightings.splice(0);
    for (const s of all) {
      if (inertCause(s.element, this.layout) === null) this.sightings.push(s);
      else dead.push(s);
    }
    for (const s of dead) this.sightings.push(s);
  }

  /** Everything the contract tells of one sighting. */
  describe(sighting: Sighting, includeSensitive: boolean, frameIndex: (doc: Document) => number): Described {
    const el = sighting.element;
    const portrait = portraitOf(el, this.context);
    const facts = factsOf(el, portrait, sighting.scrollOnly);
    const draft = draftOf(sighting, portrait, facts, includeSensitive, this);
    const frame = frameIndex(documentOf(el));
    if (frame > 0) draft.frame = frame;
    return { element: el, draft, portrait, digest: digestOf(portrait, facts) };
  }
}

export interface Described {
  readonly element: Element;
  readonly draft: Draft;
  readonly portrait: Portrait;
  /** Fingerprint of value and state, for `observe`. */
  readonly digest: number;
}

const STRIDE = 16;

/** Elements that never react or hold anything that could. */
const SKIPPED: ReadonlySet<string> = new Set(
  "script style link meta template noscript br hr wbr option optgroup head title base source track param col colgroup".split(
    " ",
  ),
);
/** Elements whose inside is their own affair. */
const LEAVES: ReadonlySet<string> = new Set(
  "button input select textarea iframe frame img video audio canvas object embed picture progress meter".split(
    " ",
  ),
);

const isCandidateControl = (el: Element): boolean => p.matches(el, CANDIDATES) && isControl(el);

const overlaps = (a: Box, b: Box): boolean => intersect(a, b) !== null;

/** Beyond which edge a box lies; null when it shows or cannot be told. */
function side(el: Element | undefined, window: Box | null): string | null {
  if (el === undefined || window === null) return null;
  const box = p.clientBox(el);
  if (!hasArea(box)) return null;
  if (box.y + box.height <= window.y) return "above";
  if (box.y >= window.y + window.height) return "below";
  return null;
}

function firstElementIn(root: ShadowRoot): Element | null {
  for (let node = p.firstChild(root); node !== null; node = p.nextSibling(node)) {
    if (p.nodeType(node) === 1) return node as Element;
  }
  return null;
}

/** Whether an element that shows the hand is a control of its own and not the wrapping of one that is listed anyway. */
function isClickable(el: Element, tag: string): boolean {
  if (tag === "html" || tag === "body") return false;
  if (tag === "label" && p.labelControl(el as HTMLLabelElement) !== null) return false;
  const held = p.queryAll(el, CANDIDATES);
  let controls = 0;
  let field = false;
  for (let i = 0, n = p.listLength(held); i < n && controls < 2; i++) {
    const inner = held[i];
    if (inner === undefined || !isControl(inner)) continue;
    controls++;
    field ||= isTextField(inner) || htmlTag(inner) === "select" || isCheckableRole(roleOf(inner));
  }
  return controls !== 1 || (!field && shownText(el, 40) !== shownText(held[0] as Element, 40));
}

function scrolls(el: Element, style: CSSStyleDeclaration): boolean {
  const overflow = p.cssValue(style, "overflow");
  if (!SCROLLING.test(overflow)) return false;
  const tag = htmlTag(el);
  if (tag === "textarea" || tag === "input" || tag === "select" || tag === "body") return false;
  const [x = "", y = x] = overflow.split(" ");
  return (
    (SCROLLING.test(y) && p.scrollHeight(el) > p.clientHeight(el) + 1) ||
    (SCROLLING.test(x) && p.scrollWidth(el) > p.clientWidth(el) + 1)
  );
}

const SCROLLING = /auto|scroll|overlay/;

/** Whether the element scrolls its content, and how far; undefined when it does not. */
export function scrollStateOf(el: Element): PageElement["scrollable"] {
  if (!p.checkVisibility(el) || !scrolls(el, p.computedStyle(el))) return undefined;
  return {
    left: p.scrollLeft(el),
    top: p.scrollTop(el),
    maxLeft: Math.max(0, p.scrollWidth(el) - p.clientWidth(el)),
    maxTop: Math.max(0, p.scrollHeight(el) - p.clientHeight(el)),
  };
}

function draftOf(
  s: Sighting,
  portrait: Portrait,
  facts: Facts,
  includeSensitive: boolean,
  scan: PageScan,
): Draft {
  const el = s.element;
  const { role } = portrait.identity;
  const redacted = portrait.sensitive && !includeSensitive;
  const draft: Draft = {
    kind: kindOf(el, role),
    role,
    type: typeOf(el),
    label: portrait.name.text,
    text: redacted ? "" : facts.text,
    value: redacted ? null : state.wireValue(facts.raw),
    options: redacted ? [] : facts.options,
    visible: true,
    inViewport: s.inViewport,
    disabled: facts.disabled,
    readonly: facts.readonly,
    required: facts.required,
    rect: wireRect(scan.layout.projection(documentOf(el)).box(s.box)),
    actions: [],
  };
  put(draft, "checked", facts.checked);
  put(draft, "expanded", facts.expanded);
  put(draft, "selected", facts.selected);
  put(draft, "pressed", facts.pressed);
  if (facts.invalid) draft.invalid = true;
  if (portrait.sensitive) draft.sensitive = true;
  if (redacted) draft.valueRedacted = true;
  if (isAriaHidden(el)) draft.ariaHidden = true;
  if (portrait.context !== "") draft.context = portrait.context;
  put(draft, "scrollable", scrollStateOf(el));
  addForm(draft, el);
  const boundary = boundaryOf(el, scan.humans);
  if (boundary !== null && boundary !== "system_dialog") draft.boundary = boundary;
  if (boundary === null && inertCause(el, scan.layout) === null) {
    draft.actions = acceptedActions(el, draft, s.scrollOnly);
  }
  return draft;
}

function put<K extends keyof Draft>(draft: Draft, key: K, value: Draft[K] | undefined): void {
  if (value !== undefined) draft[key] = value;
}

function addForm(draft: Draft, el: Element): void {
  const form = formOf(el);
  if (form === null || draft.kind === "link") return;
  const id = oneLine(attr(form, "id"));
  const name = oneLine(attr(form, "name"));
  const action = attr(form, "action");
  const method = attr(form, "method").toLowerCase();
  if (id !== "") draft.formId = id;
  if (name !== "") draft.formName = name;
  draft.formAction = publicUrl(action === "" ? documentOf(el).URL : resolve(action, documentOf(el).baseURI));
  draft.formMethod = method === "post" || method === "dialog" ? method : "get";
}

function resolve(url: string, base: string): string {
  try {
    return new URL(url, base).href;
  } catch {
    return url;
  }
}

/** The actions that an element takes in its present state (boundaries and inert elements take none). */
export function acceptedActions(
  el: Element,
  is: Pick<Draft, "role" | "disabled" | "readonly" | "scrollable">,
  scrollOnly = false,
): ActionName[] {
  const actions: ActionName[] = [];
  const add = (...names: ActionName[]): void => {
    for (const name of names) actions.push(name);
  };
  if (!is.disabled && !scrollOnly) {
    const { role } = is;
    const tag = htmlTag(el);
    const fillable =
      isTextField(el) ||
      role === "slider" ||
      role === "spinbutton" ||
      role === "textbox" ||
      role === "searchbox" ||
      (tag === "input" && p.inputType(el as HTMLInputElement) === "color");
    if (fillable && !is.readonly) add("fill");
    if (tag === "select" || ((role === "combobox" || role === "listbox") && tag !== "textarea"))
      add("select");
    if (isCheckableRole(role))
      add(...(tag === "input" && role === "radio" ? (["check"] as const) : (["check", "uncheck"] as const)));
    add("click");
    if (isFocusable(el)) add("focus", "keyboard");
  }
  if (is.scrollable !== undefined) add("scroll");
  return actions;
}

/** Whether `focus()` can move the focus to it. */
export function isFocusable(el: Element): boolean {
  switch (htmlTag(el)) {
    case "input":
    case "select":
    case "textarea":
    case "button":
    case "summary":
    case "iframe":
      return true;
    case "a":
    case "area":
      if (p.hasAttribute(el, "href")) return true;
      break;
    default:
  }
  return (
    p.hasAttribute(el, "tabindex") ||
    (p.hasAttribute(el, "contenteditable") && attr(el, "contenteditable") !== "false")
  );
}

/** Every rendered control of the page, whether it shows in the viewport or not: what page structure is made of. */
export function collectInteractive(isSdkNode: (node: Node) => boolean): Set<Element> {
  const found = new Set<Element>();
  collect(document, isSdkNode, found);
  return found;
}

function collect(root: Root, isSdkNode: (node: Node) => boolean, found: Set<Element>): void {
  const candidates = p.queryAll(root, CANDIDATES);
  for (let i = 0, n = p.listLength(candidates); i < n; i++) {
    const el = candidates[i];
    if (el === undefined || !isControl(el)) continue;
    const shown = isPainted(el);
    const inner = isFrameElement(el) ? innerDocument(el) : null;
    if (inner !== null) {
      if (shown) collect(inner, isSdkNode, found);
    } else if (shown || standInOf(el) !== null) found.add(el);
  }
  const all = p.queryAll(root, "*");
  for (let i = 0, n = p.listLength(all); i < n; i++) {
    const el = all[i];
    const shadow = el === undefined ? null : p.shadowRoot(el);
    if (el !== undefined && shadow !== null && !isSdkNode(el)) collect(shadow, isSdkNode, found);
  }
}

/** Controls below an element, for what belongs to one field or dialog. */
export function controlsWithin(el: Element, isSdkNode: (node: Node) => boolean): Element[] {
  return [...collectInteractive(isSdkNode)].filter((control) => containsComposed(el, control));
}

/** True when a role makes an element worth listing. */
export const isOperable = isInteractiveRole;
