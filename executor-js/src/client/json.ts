/**
 * JSON text that the page cannot change. `JSON.stringify` asks every object for a `toJSON` method, and old
 * libraries put one on `Array.prototype` that turns lists into strings; then, and only then, the text is built
 * here.
 */
const { stringify, parse } = JSON;
const keysOf = Object.keys;
const isArray = Array.isArray;

/** The JSON text of a JSON-safe value; what JSON cannot hold is left out, or null inside a list. */
export function encode(value: unknown): string {
  return "toJSON" in [] ? (write(value, false) ?? "null") : (stringify(value) ?? "null");
}

/** The value of a JSON text; throws a SyntaxError for anything else. */
export function decode(text: string): unknown {
  return parse(text) as unknown;
}

/**
 * A short mark of a JSON value that does not depend on the order of its keys: equal values have equal marks.
 * It tells an honest repetition from another request; it is no defence against a forger (FNV-1a, twice 32 bits).
 */
export function fingerprint(value: unknown): string {
  const text = write(value, true) ?? "null";
  let a = 0x811c9dc5;
  let b = 0x01000193;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x5bd1e995);
  }
  return `${text.length}:${a >>> 0}:${b >>> 0}`;
}

function write(value: unknown, sorted: boolean): string | undefined {
  if (value === null || typeof value !== "object") {
    return stringify(value) as string | undefined;
  }
  let text = "";
  if (isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      text += (i > 0 ? "," : "") + (write(value[i], sorted) ?? "null");
    }
    return `[${text}]`;
  }
  const keys = keysOf(value);
  if (sorted) {
    keys.sort();
  }
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string;
    const part = write((value as Record<string, unknown>)[key], sorted);
    if (part !== undefined) {
      text += `${text === "" ? "" : ","}${stringify(key)}:${part}`;
    }
  }
  return `{${text}}`;
}
