/**
 * Built-ins as they were when the SDK loaded.
 *
 * A business page may replace prototypes, shadow properties (a form control named `parentNode` hides the real one
 * of its form) or define getters that throw. Everything that looks at the page goes through the functions here:
 * they were taken from the prototypes at load, and they are called without `.call`, which a page can replace too.
 * A getter of one realm works on the elements of every same-origin frame, for the browser checks the interface
 * and not the realm.
 */

type Fn<T, A extends unknown[], R> = (this: T, ...args: A) => R;
type Uncurried<P, F> = F extends (...args: infer A) => infer R ? (self: P, ...args: A) => R : never;

const { bind, call } = Function.prototype;
const { getOwnPropertyDescriptor, getPrototypeOf } = Object;

/** `f.call` bound to `f`: the result takes `this` as its first argument and depends on nothing that can be replaced. */
function uncurry<T, A extends unknown[], R>(f: Fn<T, A, R>): (self: T, ...args: A) => R {
  return Reflect.apply(bind, call, [f]) as (self: T, ...args: A) => R;
}

function missing(name: string): () => never {
  return () => {
    throw new TypeError(`this browser has no ${name}`);
  };
}

function protoOf<P extends object>(name: string): P | undefined {
  const constructor = (globalThis as unknown as Record<string, { prototype: P } | undefined>)[name];
  return constructor?.prototype;
}

function descriptor(proto: object | undefined, name: PropertyKey): PropertyDescriptor | undefined {
  for (let p: object | null = proto ?? null; p !== null; p = getPrototypeOf(p) as object | null) {
    const found = getOwnPropertyDescriptor(p, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The method `name` of a prototype, with `this` as first argument; throws when called if the browser lacks it. */
export function method<P extends object, K extends keyof P & string>(
  proto: P | undefined,
  name: K,
): Uncurried<P, P[K]> {
  const f: unknown = descriptor(proto, name)?.value;
  return (typeof f === "function" ? uncurry(f as Fn<P, unknown[], unknown>) : missing(name)) as Uncurried<
    P,
    P[K]
  >;
}

/** The getter of the property `name`; see {@link method}. */
export function getter<P extends object, K extends keyof P & string>(
  proto: P | undefined,
  name: K,
): (self: P) => P[K] {
  const f = descriptor(proto, name)?.get;
  return f === undefined ? missing(name) : (uncurry(f as Fn<P, [], P[K]>) as (self: P) => P[K]);
}

/** The setter of the property `name`; see {@link method}. */
export function setter<P extends object, K extends keyof P & string>(
  proto: P | undefined,
  name: K,
): (self: P, value: P[K]) => void {
  const f = descriptor(proto, name)?.set;
  return f === undefined ? missing(name) : uncurry(f as Fn<P, [P[K]], void>);
}

const nodeProto = protoOf<Node>("Node");
const elementProto = protoOf<Element>("Element");
const htmlProto = protoOf<HTMLElement>("HTMLElement");
const documentProto = protoOf<Document>("Document");
const shadowProto = protoOf<ShadowRoot>("ShadowRoot");
const inputProto = protoOf<HTMLInputElement>("HTMLInputElement");
const textAreaProto = protoOf<HTMLTextAreaElement>("HTMLTextAreaElement");
const selectProto = protoOf<HTMLSelectElement>("HTMLSelectElement");
const optionProto = protoOf<HTMLOptionElement>("HTMLOptionElement");
const buttonProto = protoOf<HTMLButtonElement>("HTMLButtonElement");
const rectProto = protoOf<DOMRectReadOnly>("DOMRectReadOnly");

export const nodeType = getter(nodeProto, "nodeType");
export const parentNode = getter(nodeProto, "parentNode");
export const childNodes = getter(nodeProto, "childNodes");
export const firstChild = getter(nodeProto, "firstChild");
export const nextSibling = getter(nodeProto, "nextSibling");
export const previousSibling = getter(nodeProto, "previousSibling");
export const textContent = getter(nodeProto, "textContent");
export const nodeValue = getter(nodeProto, "nodeValue");
export const isConnected = getter(nodeProto, "isConnected");
export const ownerDocument = getter(nodeProto, "ownerDocument");
export const getRootNode = method(nodeProto, "getRootNode");
export const contains = method(nodeProto, "contains");
export const compareDocumentPosition = method(nodeProto, "compareDocumentPosition");
export const cloneNode = method(nodeProto, "cloneNode");

export const localName = getter(elementProto, "localName");
export const namespaceURI = getter(elementProto, "namespaceURI");
export const idOf = getter(elementProto, "id");
export const classNameOf = (el: Element): string => getAttribute(el, "class") ?? "";
export const getAttribute = method(elementProto, "getAttribute");
export const hasAttribute = method(elementProto, "hasAttribute");
export const hasAttributes = method(elementProto, "hasAttributes");
export const getAttributeNames = method(elementProto, "getAttributeNames");
export const matches = method(elementProto, "matches") as (self: Element, selectors: string) => boolean;
export const closest = method(elementProto, "closest") as (
  self: Element,
  selectors: string,
) => Element | null;
/** Whether this browser has such a selector; it throws at those that it does not know. */
export function knowsSelector(selector: string): boolean {
  try {
    matches(document.createElement("i"), selector);
    return true;
  } catch {
    return false;
  }
}
export const assignedSlot = getter(elementProto, "assignedSlot");
export const shadowRoot = getter(elementProto, "shadowRoot");
export const firstElementChild = getter(elementProto, "firstElementChild");
export const nextElementSibling = getter(elementProto, "nextElementSibling");
export const previousElementSibling = getter(elementProto, "previousElementSibling");
export const getBoundingClientRect = method(elementProto, "getBoundingClientRect");
export const getClientRects = method(elementProto, "getClientRects");
export const scrollIntoView = method(elementProto, "scrollIntoView");
export const clientWidth = getter(elementProto, "clientWidth");
export const clientHeight = getter(elementProto, "clientHeight");
export const clientLeft = getter(elementProto, "clientLeft");
export const clientTop = getter(elementProto, "clientTop");
export const scrollWidth = getter(elementProto, "scrollWidth");
export const scrollHeight = getter(elementProto, "scrollHeight");
export const scrollLeft = getter(elementProto, "scrollLeft");
export const scrollTop = getter(elementProto, "scrollTop");
export const checkVisibility = method(elementProto, "checkVisibility");
export const isContentEditable = getter(htmlProto, "isContentEditable");
export const offsetWidth = getter(htmlProto, "offsetWidth");
export const offsetHeight = getter(htmlProto, "offsetHeight");
export const innerText = getter(htmlProto, "innerText");
export const tabIndexOf = getter(htmlProto, "tabIndex");

const queryDocument = method(documentProto, "querySelectorAll");
const queryShadow = method(shadowProto, "querySelectorAll");
const queryElement = method(elementProto, "querySelectorAll");
const firstDocument = method(documentProto, "querySelector");
const firstShadow = method(shadowProto, "querySelector");
const firstElement = method(elementProto, "querySelector");
const byIdDocument = method(documentProto, "getElementById");
const byTagDocument = method(documentProto, "getElementsByTagName");
const byIdShadow = method(shadowProto, "getElementById");
const pointDocument = method(documentProto, "elementsFromPoint");
const pointShadow = method(shadowProto, "elementsFromPoint");
const onePointDocument = method(documentProto, "elementFromPoint");
const onePointShadow = method(shadowProto, "elementFromPoint");
const activeDocument = getter(documentProto, "activeElement");
const activeShadow = getter(shadowProto, "activeElement");

export const documentElement = getter(documentProto, "documentElement");
export const bodyOf = getter(documentProto, "body");
export const defaultView = getter(documentProto, "defaultView");
export const documentUrl = getter(documentProto, "URL");
export const titleOf = getter(documentProto, "title");
export const scrollingElement = getter(documentProto, "scrollingElement");
export const baseUri = getter(nodeProto, "baseURI");
export const hostOf = getter(shadowProto, "host");
export const createRange = method(documentProto, "createRange");

/** A tree that can hold controls and be asked for points: a document or an open shadow root. */
export type Root = Document | ShadowRoot;

const DOCUMENT = 9;
const isDocument = (node: Node): node is Document => nodeType(node) === DOCUMENT;

export const queryAll = (root: Root | Element, selector: string): NodeListOf<Element> =>
  nodeType(root) === 1
    ? queryElement(root as Element, selector)
    : isDocument(root)
      ? queryDocument(root, selector)
      : queryShadow(root as ShadowRoot, selector);

export const queryFirst = (root: Root | Element, selector: string): Element | null =>
  nodeType(root) === 1
    ? firstElement(root as Element, selector)
    : isDocument(root)
      ? firstDocument(root, selector)
      : firstShadow(root as ShadowRoot, selector);

export const byId = (root: Root, id: string): Element | null =>
  isDocument(root) ? byIdDocument(root, id) : byIdShadow(root, id);

/** Whether the document has an element of that name; the browser keeps the list, so that asking often costs nothing. */
export const hasTag = (doc: Document, tag: string): boolean => byTagDocument(doc, tag)[0] !== undefined;

export const elementsFromPoint = (root: Root, x: number, y: number): Element[] =>
  isDocument(root) ? pointDocument(root, x, y) : pointShadow(root, x, y);

export const elementFromPoint = (root: Root, x: number, y: number): Element | null =>
  isDocument(root) ? onePointDocument(root, x, y) : onePointShadow(root, x, y);

export const activeElementOf = (root: Root): Element | null =>
  isDocument(root) ? activeDocument(root) : activeShadow(root);

export const listLength = getter(protoOf<NodeList>("NodeList"), "length") as (
  self: NodeListOf<Node>,
) => number;

export const inputValue = getter(inputProto, "value");
export const inputType = getter(inputProto, "type");
export const inputChecked = getter(inputProto, "checked");
export const inputIndeterminate = getter(inputProto, "indeterminate");
export const inputReadOnly = getter(inputProto, "readOnly");
export const inputRequired = getter(inputProto, "required");
export const inputForm = getter(inputProto, "form");
export const inputList = getter(inputProto, "list");
export const textAreaValue = getter(textAreaProto, "value");
export const textAreaReadOnly = getter(textAreaProto, "readOnly");
export const textAreaRequired = getter(textAreaProto, "required");
export const textAreaForm = getter(textAreaProto, "form");
export const selectOptions = getter(selectProto, "options");
export const selectMultiple = getter(selectProto, "multiple");
export const selectSize = getter(selectProto, "size");
export const selectRequired = getter(selectProto, "required");
export const selectForm = getter(selectProto, "form");
export const selectedIndex = getter(selectProto, "selectedIndex");
export const optionsLength = getter(protoOf<HTMLOptionsCollection>("HTMLOptionsCollection"), "length");
export const optionLabel = getter(optionProto, "label");
export const optionText = getter(optionProto, "text");
export const optionValue = getter(optionProto, "value");
export const optionSelected = getter(optionProto, "selected");
export const buttonType = getter(buttonProto, "type");
export const buttonForm = getter(buttonProto, "form");
export const labelControl = getter(protoOf<HTMLLabelElement>("HTMLLabelElement"), "control");
export const anchorHref = getter(protoOf<HTMLAnchorElement>("HTMLAnchorElement"), "href");
export const areaHref = getter(protoOf<HTMLAreaElement>("HTMLAreaElement"), "href");
export const detailsOpen = getter(protoOf<HTMLDetailsElement>("HTMLDetailsElement"), "open");
export const assignedNodes = method(protoOf<HTMLSlotElement>("HTMLSlotElement"), "assignedNodes");
export const iframeDocument = getter(protoOf<HTMLIFrameElement>("HTMLIFrameElement"), "contentDocument");
export const frameDocument = getter(protoOf<HTMLFrameElement>("HTMLFrameElement"), "contentDocument");

const styleValue = method(protoOf<CSSStyleDeclaration>("CSSStyleDeclaration"), "getPropertyValue");
const pageComputedStyle: typeof getComputedStyle | undefined =
  typeof getComputedStyle === "function" ? getComputedStyle.bind(globalThis) : undefined;

/** Computed style of an element or one of its pseudo-elements; read it with {@link cssValue}. */
export function computedStyle(el: Element, pseudo?: string): CSSStyleDeclaration {
  if (pageComputedStyle === undefined) throw new TypeError("this browser has no getComputedStyle");
  return pseudo === undefined ? pageComputedStyle(el) : pageComputedStyle(el, pseudo);
}

export const cssValue = (style: CSSStyleDeclaration, property: string): string => styleValue(style, property);

const rectX = getter(rectProto, "x");
const rectY = getter(rectProto, "y");
const rectWidth = getter(rectProto, "width");
const rectHeight = getter(rectProto, "height");

/** A box in CSS pixels; whose coordinates, the function that gives it says. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Border box in the client coordinates of the element's own document. */
export function clientBox(el: Element): Box {
  return boxOf(getBoundingClientRect(el));
}

export function boxOf(rect: DOMRectReadOnly): Box {
  return { x: rectX(rect), y: rectY(rect), width: rectWidth(rect), height: rectHeight(rect) };
}

const rangeProto = protoOf<Range>("Range");
export const selectNodeContents = method(rangeProto, "selectNodeContents");
export const rangeClientRect = method(rangeProto, "getBoundingClientRect");

/** Window attributes live on the window itself; the getters of this window work on same-origin inner ones. */
const windowObject = typeof window === "undefined" ? undefined : (window as Window);
export const innerWidth = getter(windowObject, "innerWidth");
export const innerHeight = getter(windowObject, "innerHeight");
export const scrollX = getter(windowObject, "scrollX");
export const scrollY = getter(windowObject, "scrollY");
export const devicePixelRatio = getter(windowObject, "devicePixelRatio");
const windowFrameElement = getter(windowObject, "frameElement");

/** The frame element that holds a window; null for the top window and for windows of another origin. */
export function frameElementOf(view: Window): Element | null {
  try {
    return windowFrameElement(view);
  } catch {
    return null;
  }
}

const cryptoObject: Crypto | undefined = globalThis.crypto;
export const getRandomValues: Crypto["getRandomValues"] = cryptoObject.getRandomValues.bind(cryptoObject);

const weakDeref = uncurry(WeakRef.prototype.deref as Fn<WeakRef<WeakKey>, [], WeakKey | undefined>);

/** The referent of a weak reference, or undefined once it was collected. */
export const deref = <T extends WeakKey>(ref: WeakRef<T>): T | undefined => weakDeref(ref) as T | undefined;

const wellFormed = uncurry(
  (String.prototype as { toWellFormed?: () => string }).toWellFormed ??
    function (this: string) {
      return this.replace(
        /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g,
        "\uFFFD",
      );
    },
) as (text: string) => string;

/** The text with lone surrogates replaced, for they break JSON on the other side. */
export const toWellFormed = wellFormed;

const requestFrame = (
  globalThis as { requestAnimationFrame?: typeof requestAnimationFrame }
).requestAnimationFrame?.bind(globalThis);

/** Settles with the next frame that the tab draws; never in a tab that draws none. */
export const nextFrame = (): Promise<void> =>
  new Promise((resolve) => {
    requestFrame?.(() => {
      resolve();
    });
  });

const animationsOf = method(elementProto, "getAnimations");
const animationProto = protoOf<Animation>("Animation");
const playState = getter(animationProto, "playState");
const effectOf = getter(animationProto, "effect");
const timingOf = method(protoOf<AnimationEffect>("AnimationEffect"), "getComputedTiming");

/** Whether an animation or transition of this very element runs that comes to an end by itself. */
export function hasEndingAnimation(el: Element): boolean {
  const running = animationsOf(el);
  for (let i = 0; i < running.length; i++) {
    const animation = running[i];
    if (animation === undefined || playState(animation) !== "running") continue;
    const effect = effectOf(animation);
    if (effect !== null && Number(timingOf(effect).endTime) < Infinity) return true;
  }
  return false;
}
