/**
 * Built-ins taken when the script loads, before the page can put its own in their place. The check of requests
 * uses only these, index loops and operators: no method of a value, no iterator, no spread of an array.
 */
export const { apply, defineProperty, getOwnPropertyDescriptor, ownKeys } = Reflect;
export const { isArray } = Array;
export const { isFinite, isInteger, isSafeInteger } = Number;
export const parseJson = JSON.parse;
export const toJson = JSON.stringify;

const create = Object.create;
const hasOwnProperty = Object.prototype.hasOwnProperty;
const codeUnitAt = String.prototype.charCodeAt;
const sliceOf = String.prototype.slice;

export function hasOwn(object: object, key: PropertyKey): boolean {
  return apply(hasOwnProperty, object, [key]);
}

/** An object without prototype. */
export function bareObject(): Record<string, unknown> {
  return create(null) as Record<string, unknown>;
}

/** A copy of the object's own fields without prototype. */
export function bare<T extends object>(fields: T): T {
  const copy = bareObject();
  const keys = ownKeys(fields);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    if (typeof key === "string") copy[key] = (fields as Record<string, unknown>)[key];
  }
  return copy as T;
}

/** Appends without meeting a setter that the page may have put on `Array.prototype`. */
export function append<T>(list: T[], item: T): void {
  defineProperty(list, list.length, {
    // @ts-expect-error: the literal `__proto__` gives the descriptor no prototype to inherit `get` or `set` from.
    __proto__: null,
    value: item,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

export function codeUnit(text: string, index: number): number {
  return apply(codeUnitAt, text, [index]);
}

export function slice(text: string, start: number, end: number): string {
  return apply(sliceOf, text, [start, end]);
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** Length in code points, as JSON Schema counts; half a surrogate pair counts as one. */
export function codePoints(text: string): number {
  let count = text.length;
  for (let i = 1; i < text.length; i++) {
    if (isLow(codeUnit(text, i)) && isHigh(codeUnit(text, i - 1))) count--;
  }
  return count;
}

/** Length in bytes of UTF-8; half a surrogate pair becomes U+FFFD, three bytes. */
export function utf8Bytes(text: string): number {
  let bytes = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = codeUnit(text, i);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (isHigh(unit) && i + 1 < text.length && isLow(codeUnit(text, i + 1))) {
      bytes += 4;
      i++;
    } else bytes += 3;
  }
  return bytes;
}
