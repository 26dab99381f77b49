/**
 * What acting needs of the browser itself, past whatever a framework or a hostile page has put in front of it: the
 * setters of form controls (React shadows `value` on the instance to track it), focus and dispatch, and the event
 * constructors of the realm an element lives in, for a handler may ask whether an event is an `instanceof` its own.
 */
import { isHtml, isInput, viewOf } from "./dom.js";
import {
  inputChecked,
  inputValue,
  method,
  namespaceURI,
  optionSelected,
  selectedIndex,
  setter,
  textAreaValue,
} from "./pristine.js";

const scope = globalThis as typeof globalThis & Partial<Window>;
const inputProto = scope.HTMLInputElement?.prototype as HTMLInputElement | undefined;
const textAreaProto = scope.HTMLTextAreaElement?.prototype as HTMLTextAreaElement | undefined;
const selectProto = scope.HTMLSelectElement?.prototype as HTMLSelectElement | undefined;
const optionProto = scope.HTMLOptionElement?.prototype as HTMLOptionElement | undefined;
const htmlProto = scope.HTMLElement?.prototype as HTMLElement | undefined;
const svgProto = scope.SVGElement?.prototype as SVGElement | undefined;
const elementProto = scope.Element?.prototype as Element | undefined;
const targetProto = scope.EventTarget?.prototype as EventTarget | undefined;

const setInputValue = setter(inputProto, "value");
const setTextAreaValue = setter(textAreaProto, "value");
const setSelectedIndex = setter(selectProto, "selectedIndex");
const setOptionSelected = setter(optionProto, "selected");
const scrollElementTo = method(elementProto, "scrollTo") as (self: Element, options: ScrollToOptions) => void;
const focusElement = method(htmlProto, "focus");
const blurElement = method(htmlProto, "blur");
const focusSvg = method(svgProto, "focus");
const blurSvg = method(svgProto, "blur");
const dispatchOn = method(targetProto, "dispatchEvent") as (target: EventTarget, event: Event) => boolean;

/** The event constructors of one realm, as they were when it was first seen. */
export interface Realm {
  readonly view: Window & typeof globalThis;
  readonly Event: typeof Event;
  readonly MouseEvent: typeof MouseEvent;
  readonly PointerEvent: typeof PointerEvent;
  readonly InputEvent: typeof InputEvent;
  readonly FocusEvent: typeof FocusEvent;
  readonly KeyboardEvent: typeof KeyboardEvent;
  readonly ClipboardEvent: typeof ClipboardEvent;
  readonly DataTransfer: typeof DataTransfer;
}

const realms = new WeakMap<Window, Realm>();

/** The constructors of a window; the top one's are taken when this module loads. */
export function realmOf(window: Window): Realm {
  const known = realms.get(window);
  if (known !== undefined) return known;
  const view = window as Window & typeof globalThis;
  const {
    Event,
    MouseEvent,
    PointerEvent,
    InputEvent,
    FocusEvent,
    KeyboardEvent,
    ClipboardEvent,
    DataTransfer,
  } = view;
  const realm: Realm = {
    view,
    Event,
    MouseEvent,
    PointerEvent,
    InputEvent,
    FocusEvent,
    KeyboardEvent,
    ClipboardEvent,
    DataTransfer,
  };
  realms.set(window, realm);
  return realm;
}

/** The realm of an element; the top one for a document that has no window any more. */
export function realmOfNode(node: Node): Realm {
  return realmOf(viewOf(node) ?? window);
}

/** The browser's own `addEventListener`, whatever the page has put in its place since. */
export const listenOn = method(targetProto, "addEventListener") as (
  target: EventTarget,
  type: string,
  listener: (event: never) => void,
  options?: AddEventListenerOptions,
) => void;

/** Dispatches by the original method. True when no handler prevented the default action. */
export function dispatch(target: EventTarget, event: Event): boolean {
  return dispatchOn(target, event);
}

/** Moves the focus without scrolling. Links and groups in SVG can have it too. */
export function nativeFocus(element: Element): void {
  if (isHtml(element)) focusElement(element, { preventScroll: true });
  else if (isSvg(element)) focusSvg(element, { preventScroll: true });
}

export function nativeBlur(element: Element): void {
  if (isHtml(element)) blurElement(element);
  else if (isSvg(element)) blurSvg(element);
}

const isSvg = (element: Element): element is SVGElement =>
  namespaceURI(element) === "http://www.w3.org/2000/svg";

/** Text-like controls whose value is written through a prototype setter. */
export type ValueControl = HTMLInputElement | HTMLTextAreaElement;

/** The live value. */
export function readValue(control: ValueControl): string {
  return isInput(control) ? inputValue(control) : textAreaValue(control);
}

/** Writes as the browser does, past React's value tracker, which then notices the change (seed 6.5). */
export function writeValue(control: ValueControl, value: string): void {
  if (isInput(control)) setInputValue(control, value);
  else setTextAreaValue(control, value);
}

export const readChecked = (input: HTMLInputElement): boolean => inputChecked(input);
export const readSelectedIndex = (select: HTMLSelectElement): number => selectedIndex(select);
export const readSelected = (option: HTMLOptionElement): boolean => optionSelected(option);

/** Makes one option of a single select the chosen one, by its place: values and labels need not be unique. */
export function chooseIndex(select: HTMLSelectElement, index: number): void {
  setSelectedIndex(select, index);
}

export function chooseOption(option: HTMLOptionElement, selected: boolean): void {
  setOptionSelected(option, selected);
}

/** Scrolls at once, whatever `scroll-behavior` says. */
export function scrollTo(element: Element, to: { readonly left: number; readonly top: number }): void {
  scrollElementTo(element, { ...to, behavior: "instant" });
}

if (typeof window !== "undefined") realmOf(window);
