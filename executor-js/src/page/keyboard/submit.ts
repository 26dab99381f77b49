/** What Enter does in a form field: implicit submission, as HTML describes it. */
import { boundaryOf, boundaryOfForm } from "../boundaries.js";
import { htmlTag, isInput } from "../dom.js";
import { dispatch, realmOfNode } from "../native.js";
import * as p from "../pristine.js";
import { listOf } from "../lists.js";

/** Fields of which a second one keeps a form without a submit button from being submitted by Enter. */
const BLOCKING =
  /^(?:text|search|telephone|tel|url|email|password|date|month|week|time|datetime-local|number)$/;

/** The button that Enter presses, or `form` itself when it has none and submits all the same; null for neither. */
export function submitterOf(at: Element): Element | null {
  const form = isInput(at) ? p.inputForm(at) : null;
  if (form === null) return null;
  const controls = listOf(elementsOf(form));
  const button = controls.find((control) =>
    p.matches(control, "button:not([type=button],[type=reset]),input[type=submit],input[type=image]"),
  );
  if (button !== undefined) return button;
  const blocking = controls.filter((control) => isInput(control) && BLOCKING.test(p.inputType(control)));
  return blocking.length <= 1 ? form : null;
}

/** Why Enter may not be pressed here: it would leave the tab, or open a file. */
export function submitBoundary(at: Element): ReturnType<typeof boundaryOf> {
  const submitter = submitterOf(at);
  if (submitter === null) return boundaryOf(at);
  return htmlTag(submitter) === "form" ? boundaryOfForm(submitter as HTMLFormElement) : boundaryOf(submitter);
}

/** Submits. False when nothing was there to be submitted. */
export function submitFrom(at: Element): boolean {
  const submitter = submitterOf(at);
  if (submitter === null || p.matches(submitter, ":disabled")) return false;
  if (p.localName(submitter) === "form") requestSubmit(submitter as HTMLFormElement);
  else click(submitter);
  return true;
}

const formProto = (globalThis as { HTMLFormElement?: { prototype: HTMLFormElement } }).HTMLFormElement
  ?.prototype;
// A control of the form may be called `elements` or `requestSubmit`, and hide the form's own.
const elementsOf = p.getter(formProto, "elements") as (form: HTMLFormElement) => ArrayLike<Element>;
const requestSubmit = p.method(formProto, "requestSubmit") as (form: HTMLFormElement) => void;

/** The click that the browser itself makes out of a key. */
export function click(element: Element): void {
  const { PointerEvent: Constructor, view } = realmOfNode(element);
  dispatch(
    element,
    new Constructor("click", {
      bubbles: true,
      cancelable: true,
      composed: true,
      view,
      detail: 0,
      pointerId: -1,
    }),
  );
}
