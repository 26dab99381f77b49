/**
 * What a text-like control will hold when it is given a value, found out on a detached twin before the real one is
 * touched: a date that the browser would silently turn into nothing is refused while the old value still stands.
 */
import { refuse } from "../protocol/index.js";
import { attr, documentOf, isInput } from "./dom.js";
import { readValue, writeValue, type ValueControl } from "./native.js";
import { inputType, method } from "./pristine.js";
import type { Refusal } from "./types.js";

/** A value that the control can hold, as the control will hold it. */
export interface AcceptedValue {
  readonly refused?: undefined;
  /** What `value` will read back if the page leaves it alone. */
  readonly canonical: string;
}

/** Types whose text must be a valid date, time, colour or number; the browser empties or bends anything else. */
const STRUCTURED: ReadonlySet<string> = new Set(["date", "time", "datetime-local", "month", "week"]);

const isTyped = (type: string): boolean =>
  !STRUCTURED.has(type) && type !== "number" && type !== "range" && type !== "color";

const SHAPES: Readonly<Record<string, string>> = {
  date: "YYYY-MM-DD",
  time: "HH:MM or HH:MM:SS",
  "datetime-local": "YYYY-MM-DDTHH:MM",
  month: "YYYY-MM",
  week: "YYYY-Www",
};

/** What decides what an input accepts; nothing else is copied to the twin. */
const RULES = ["type", "min", "max", "step", "multiple", "alpha", "colorspace"] as const;

const createElement = method(
  (globalThis as { Document?: { prototype: Document } }).Document?.prototype,
  "createElement",
) as (self: Document, name: string) => HTMLElement;
const setAttribute = method(
  (globalThis as { Element?: { prototype: Element } }).Element?.prototype,
  "setAttribute",
);

/** Says what the control will hold, or why it cannot take the value. */
export function acceptValue(
  control: ValueControl,
  value: string | number | boolean,
  elementId: string,
): AcceptedValue | Refusal {
  const text = String(value);
  const type = isInput(control) ? inputType(control) : "textarea";
  const tooLong = checkLength(control, text, elementId);
  if (tooLong !== undefined) return tooLong;
  const twin = twinOf(control);
  // Blanks around a number, a date or a colour are no part of it; the browser would call them malformed.
  writeValue(twin, isTyped(type) ? text : text.trim());
  const canonical = readValue(twin);
  const refuseFor = (reason: string, details: Record<string, unknown> = {}): Refusal =>
    refuse.invalidValue(elementId, reason, { type, ...details });

  // An empty text clears every control that can be empty; a range or a colour never is.
  if (text.trim() === "" && canonical === "") return { canonical };
  switch (type) {
    case "textarea":
      return { canonical };
    case "number":
      if (canonical !== text.trim() || typeof value === "boolean") {
        return refuseFor("a number field takes digits with a decimal point, such as 1234.5");
      }
      return { canonical };
    case "range": {
      const wanted = Number(text.trim() || NaN);
      if (Number(canonical) === wanted) return { canonical };
      return refuseFor("the slider has no such position", rangeOf(control, { nearest: canonical }));
    }
    case "color":
      if (canonical.toLowerCase() !== text.trim().toLowerCase())
        return refuseFor("a colour is written as #rrggbb");
      return { canonical };
    case "email":
    case "url":
      return /[\r\n]/.test(text.trim()) ? refuseFor("it holds one line") : { canonical };
    default:
      if (STRUCTURED.has(type)) return structured(twin, canonical, type, refuseFor);
      return /[\r\n]/.test(text) ? refuseFor("it holds one line") : { canonical };
  }
}

function structured(
  twin: ValueControl,
  canonical: string,
  type: string,
  refuseFor: (reason: string, details?: Record<string, unknown>) => Refusal,
): AcceptedValue | Refusal {
  if (canonical === "")
    return refuseFor(`a ${type} is written as ${SHAPES[type] ?? "the browser writes it"}`);
  const { rangeUnderflow, rangeOverflow, stepMismatch } = twin.validity;
  if (rangeUnderflow || rangeOverflow) return refuseFor("it is outside the allowed range", rangeOf(twin));
  if (stepMismatch) return refuseFor("it does not fit the steps of the control", rangeOf(twin));
  return { canonical };
}

function rangeOf(control: Element, more: Record<string, unknown> = {}): Record<string, unknown> {
  const found: Record<string, unknown> = { ...more };
  for (const name of ["min", "max", "step"])
    if (attr(control, name) !== "") found[name] = attr(control, name);
  return found;
}

/** A setter ignores `maxlength`, a user cannot: what does not fit is refused whole, never cut in silence. */
function checkLength(control: ValueControl, text: string, elementId: string): Refusal | undefined {
  const limit = control.maxLength;
  if (!(limit >= 0)) return undefined;
  const length = text.replace(/\r\n?/g, "\n").length;
  if (length <= limit) return undefined;
  return refuse.invalidValue(elementId, `it holds at most ${limit} characters`, { maxLength: limit, length });
}

function twinOf(control: ValueControl): ValueControl {
  const twin = createElement(documentOf(control), isInput(control) ? "input" : "textarea") as ValueControl;
  for (const name of RULES) {
    const value = attr(control, name);
    if (value !== "" || name === "type") setAttribute(twin, name, value);
    else if (control.hasAttribute(name)) setAttribute(twin, name, "");
  }
  // The range of a slider is that of its start value's steps too.
  if (isInput(control) && inputType(control) === "range") setAttribute(twin, "value", attr(control, "value"));
  return twin;
}
