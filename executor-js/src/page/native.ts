/**
 * What acting needs of the browser itself, past whatever a framework or a hostile page has put in front of it: the
 * setters of form controls (React shadows `value` on the instance to track it), focus and dispatch, and the event
 * constructors of the realm an element lives in, for a handler may ask whether an event is an `instanceof` its own.
 */
import { isInput, viewOf } from "./dom.js";
import {
  inputChecked,
  inputValue,
  method,
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
const targetProto = scope.EventTarget?.prototype as EventTarget | undefined;

const setInputValue = setter(inputProto, "value");
const setTextAreaValue = setter(textAreaProto, "value");
const setSelectedIndex = setter(selectProto, "selectedIndex");
const setOptionSelected = setter(optionProto, "selected");
const focusElement = method(htmlProto, "focus");
const blurElement = method(htmlProto, "blur");
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
  const { Event, MouseEvent, PointerEvent, InputEvent, FocusEvent, KeyboardEvent, ClipboardEvent, DataTransfer } = view;
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

/** Dispatches by the original method. True when no handler prevented the default action. */
export function dispatch(target: EventTarget, event: Event): boolean {
  return dispatchOn(target, event);
}

/** Moves the focus without scrolling. */
export function nativeFocus(element: HTMLElement): void {
  focusElement(element, { preventScroll: true });
}

export function nativeBlur(element: HTMLElement): void {
  blurElement(element);
}

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

if (typeof window !== "undefined") realmOf(window);
