import { codeUnit, isArray, slice, toJson } from "./intrinsics.js";

/** What is wrong with a value, and where. */
export interface Violation {
  /** JSON pointer to the value; for a missing member, to where it should be. */
  readonly pointer: string;
  readonly wanted: string;
  readonly found: string;
}

const MAX_KEY = 64;
const MAX_SHOWN = 40;

/** The sentence of a violation. */
export function sentence(violation: Violation): string {
  const place = violation.pointer === "" ? "the frame" : violation.pointer;
  return `${place} must be ${violation.wanted}, but is ${violation.found}`;
}

/** Extends a JSON pointer by one member name; `~` and `/` are escaped, endless names cut. */
export function memberPointer(pointer: string, key: string): string {
  const length = key.length > MAX_KEY ? MAX_KEY : key.length;
  let escaped = "";
  for (let i = 0; i < length; i++) {
    const character = slice(key, i, i + 1);
    escaped += character === "~" ? "~0" : character === "/" ? "~1" : character;
  }
  return `${pointer}/${escaped}${key.length > MAX_KEY ? "…" : ""}`;
}

/** Names a value for a sentence, never at length. */
export function describe(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  switch (typeof value) {
    case "string":
      return value.length > MAX_SHOWN ? `a text of ${value.length} characters` : printable(value);
    case "number":
    case "boolean":
      return `${value}`;
    default:
      return isArray(value) ? `a list of ${value.length}` : "an object";
  }
}

/** The text in quotes; control characters and half surrogates come out as escapes. */
function printable(text: string): string {
  for (let i = 0; i < text.length; i++) {
    if (codeUnit(text, i) < 0x20) return "a text with control characters";
  }
  return toJson(text);
}
