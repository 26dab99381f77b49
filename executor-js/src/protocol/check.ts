/**
 * Checks a cleaned value against schemas held as data. The SDK must work under a CSP without `unsafe-eval`, so
 * nothing is compiled; and on pages that overwrote their built-ins, so nothing of the page is called.
 */
import { codePoints, hasOwn, isArray, isInteger, ownKeys } from "./intrinsics.js";
import type { JsonType, SchemaNode, SchemaObject } from "./schema.js";
import { describe, memberPointer, type Violation } from "./violation.js";

/** The first violation of a schema, or nothing. `value` must come from `clean`. */
export function check(schema: SchemaNode, value: unknown): Violation | undefined {
  return violationOf(schema, value, "");
}

function violationOf(node: SchemaNode, value: unknown, pointer: string): Violation | undefined {
  if (node === true) return undefined;
  if (node === false) return { pointer, wanted: "left out here", found: describe(value) };
  return (
    ofType(node, value, pointer) ??
    ofValue(node, value, pointer) ??
    ofMembers(node, value, pointer) ??
    ofItems(node, value, pointer) ??
    ofUnion(node, value, pointer) ??
    ofConditions(node, value, pointer)
  );
}

/** An own field of a schema; the data objects are ordinary, and `Object.prototype` may be polluted. */
function field<K extends keyof SchemaObject>(node: SchemaObject, key: K): SchemaObject[K] | undefined {
  return hasOwn(node, key) ? node[key] : undefined;
}

function ofType(node: SchemaObject, value: unknown, pointer: string): Violation | undefined {
  const type = field(node, "type");
  if (type === undefined) return undefined;
  const names = typeof type === "string" ? [type] : type;
  let wanted = "";
  for (let i = 0; i < names.length; i++) {
    const name = names[i] as JsonType;
    if (isOfType(name, value)) return undefined;
    wanted += (i > 0 ? " or " : "") + TYPE_WORDS[name];
  }
  return { pointer, wanted, found: describe(value) };
}

const TYPE_WORDS: Readonly<Record<JsonType, string>> = {
  string: "a text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  null: "null",
  array: "a list",
  object: "an object",
};

function isOfType(type: JsonType, value: unknown): boolean {
  switch (type) {
    case "integer":
      return isInteger(value);
    case "null":
      return value === null;
    case "array":
      return isArray(value);
    case "object":
      return isObject(value);
    default:
      return typeof value === type;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !isArray(value);
}

function ofValue(node: SchemaObject, value: unknown, pointer: string): Violation | undefined {
  const wrong = (wanted: string): Violation => ({ pointer, wanted, found: describe(value) });
  const constant = field(node, "const");
  if (constant !== undefined && value !== constant) return wrong(describe(constant));
  const choices = field(node, "enum");
  if (choices !== undefined && !includes(choices, value)) return wrong(`one of ${listed(choices)}`);
  if (typeof value === "string") return ofText(node, value, pointer);
  if (typeof value !== "number") return undefined;
  const minimum = field(node, "minimum");
  if (minimum !== undefined && value < minimum) return wrong(`at least ${minimum}`);
  const above = field(node, "exclusiveMinimum");
  if (above !== undefined && value <= above) return wrong(`more than ${above}`);
  const maximum = field(node, "maximum");
  if (maximum !== undefined && value > maximum) return wrong(`at most ${maximum}`);
  return undefined;
}

function ofText(node: SchemaObject, text: string, pointer: string): Violation | undefined {
  const minLength = field(node, "minLength");
  if (minLength !== undefined && text.length < minLength) {
    return { pointer, wanted: "a text that is not empty", found: "empty" };
  }
  const maxLength = field(node, "maxLength");
  if (maxLength !== undefined && text.length > maxLength && codePoints(text) > maxLength) {
    return { pointer, wanted: `at most ${maxLength} characters`, found: `${text.length} long` };
  }
  return undefined;
}

function ofMembers(node: SchemaObject, value: unknown, pointer: string): Violation | undefined {
  if (!isObject(value)) return undefined;
  const properties = field(node, "properties");
  return (
    ofUnknown(node, value, pointer) ??
    ofMissing(field(node, "required"), value, pointer) ??
    ofDependents(node, value, pointer) ??
    (properties === undefined ? undefined : ofProperties(properties, value, pointer))
  );
}

function ofUnknown(
  node: SchemaObject,
  value: Readonly<Record<string, unknown>>,
  pointer: string,
): Violation | undefined {
  if (field(node, "additionalProperties") !== false) return undefined;
  const properties = field(node, "properties") ?? {};
  const keys = ownKeys(value);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string;
    if (hasOwn(properties, key)) continue;
    const known = listed(ownKeys(properties));
    return {
      pointer: memberPointer(pointer, key),
      wanted:
        known === "" ? "left out: no fields are known here" : `left out: the known fields here are ${known}`,
      found: "present",
    };
  }
  return undefined;
}

function ofMissing(
  required: readonly string[] | undefined,
  value: Readonly<Record<string, unknown>>,
  pointer: string,
): Violation | undefined {
  if (required === undefined) return undefined;
  for (let i = 0; i < required.length; i++) {
    const key = required[i] as string;
    if (!hasOwn(value, key))
      return { pointer: memberPointer(pointer, key), wanted: "given", found: "missing" };
  }
  return undefined;
}

function ofDependents(
  node: SchemaObject,
  value: Readonly<Record<string, unknown>>,
  pointer: string,
): Violation | undefined {
  const dependents = field(node, "dependentRequired");
  if (dependents === undefined) return undefined;
  const keys = ownKeys(dependents);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string;
    if (!hasOwn(value, key)) continue;
    const missing = ofMissing(dependents[key], value, pointer);
    if (missing !== undefined) return { ...missing, wanted: `given, since ${key} is` };
  }
  return undefined;
}

function ofProperties(
  properties: Readonly<Record<string, SchemaNode>>,
  value: Readonly<Record<string, unknown>>,
  pointer: string,
): Violation | undefined {
  const keys = ownKeys(value);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string;
    if (!hasOwn(properties, key)) continue;
    const violation = violationOf(properties[key] as SchemaNode, value[key], memberPointer(pointer, key));
    if (violation !== undefined) return violation;
  }
  return undefined;
}

function ofItems(node: SchemaObject, value: unknown, pointer: string): Violation | undefined {
  if (!isArray(value)) return undefined;
  const minItems = field(node, "minItems");
  if (minItems !== undefined && value.length < minItems) {
    return { pointer, wanted: `at least ${minItems} entry`, found: describe(value) };
  }
  const maxItems = field(node, "maxItems");
  if (maxItems !== undefined && value.length > maxItems) {
    return { pointer, wanted: `at most ${maxItems} entries`, found: describe(value) };
  }
  const items = field(node, "items");
  if (items === undefined) return undefined;
  for (let i = 0; i < value.length; i++) {
    const violation = violationOf(items, value[i], memberPointer(pointer, `${i}`));
    if (violation !== undefined) return violation;
  }
  return undefined;
}

/** `oneOf` whose branches exclude each other by type, so that the first fitting branch is the only one. */
function ofUnion(node: SchemaObject, value: unknown, pointer: string): Violation | undefined {
  const branches = field(node, "oneOf");
  if (branches === undefined) return undefined;
  let wanted = "";
  for (let i = 0; i < branches.length; i++) {
    const branch = branches[i] as SchemaNode;
    if (violationOf(branch, value, pointer) === undefined) return undefined;
    wanted += (i > 0 ? " or " : "") + form(branch);
  }
  return { pointer, wanted, found: describe(value) };
}

/** Names one branch of a union. */
function form(branch: SchemaNode): string {
  if (typeof branch === "boolean") return "anything";
  const choices = field(branch, "enum");
  if (choices !== undefined) return `one of ${listed(choices)}`;
  const required = field(branch, "required");
  if (required !== undefined) return `{${listed(required)}}`;
  const type = field(branch, "type");
  return typeof type === "string" ? TYPE_WORDS[type] : "another form";
}

function ofConditions(node: SchemaObject, value: unknown, pointer: string): Violation | undefined {
  const condition = field(node, "if");
  if (condition !== undefined) {
    const branch = field(node, violationOf(condition, value, pointer) === undefined ? "then" : "else");
    const violation = branch === undefined ? undefined : violationOf(branch, value, pointer);
    if (violation !== undefined) return violation;
  }
  const violation = ofCase(node, value, pointer);
  if (violation !== undefined) return violation;
  const all = field(node, "allOf");
  if (all === undefined) return undefined;
  for (let i = 0; i < all.length; i++) {
    const violation = violationOf(all[i] as SchemaNode, value, pointer);
    if (violation !== undefined) return violation;
  }
  return undefined;
}

/** The case that a member of the value names. */
function ofCase(node: SchemaObject, value: unknown, pointer: string): Violation | undefined {
  const member = field(node, "by");
  const cases = field(node, "cases");
  if (member === undefined || cases === undefined || !isObject(value) || !hasOwn(value, member))
    return undefined;
  const name = value[member];
  if (typeof name !== "string" || !hasOwn(cases, name)) return undefined;
  return violationOf(cases[name] as SchemaNode, value, pointer);
}

function includes(list: readonly unknown[], value: unknown): boolean {
  for (let i = 0; i < list.length; i++) if (list[i] === value) return true;
  return false;
}

function listed(list: readonly (string | number | symbol)[]): string {
  let text = "";
  for (let i = 0; i < list.length; i++) text += (i > 0 ? ", " : "") + (list[i] as string | number);
  return text;
}
