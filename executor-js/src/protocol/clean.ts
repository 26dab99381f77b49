/**
 * Brings what came over the wire into a form that can be looked at without surprises: objects without
 * prototype, plain data, bounded in depth, number and size.
 */
import {
  append,
  bareObject,
  getOwnPropertyDescriptor,
  hasOwn,
  isArray,
  isFinite,
  ownKeys,
} from "./intrinsics.js";
import { MAX_DEPTH, MAX_FRAME_BYTES, MAX_NODES } from "./limits.js";
import { memberPointer, type Violation } from "./violation.js";

export type Cleaned =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly violation: Violation };

interface Budget {
  nodes: number;
  units: number;
}

/** Its one field is always its own, so that a polluted prototype cannot stand in for it. */
interface Finding {
  violation: Violation | undefined;
}

/** Copies a JSON value. Members whose value is `undefined` are left out, as JSON would. */
export function clean(raw: unknown): Cleaned {
  const budget: Budget = { nodes: MAX_NODES, units: MAX_FRAME_BYTES };
  const found: Finding = { violation: undefined };
  const value = copy(raw, "", 0, budget, found);
  return found.violation === undefined ? { ok: true, value } : { ok: false, violation: found.violation };
}

function copy(value: unknown, pointer: string, depth: number, budget: Budget, found: Finding): unknown {
  if (found.violation !== undefined) return undefined;
  const refuse = (wanted: string, got: string): undefined => {
    found.violation = { pointer, wanted, found: got };
    return undefined;
  };
  if (--budget.nodes < 0) return refuse(`at most ${MAX_NODES} values`, "more");
  switch (typeof value) {
    case "string":
      budget.units -= value.length;
      return budget.units < 0 ? refuse(`at most ${MAX_FRAME_BYTES} bytes`, "more") : value;
    case "boolean":
      return value;
    case "number":
      return isFinite(value) ? value : refuse("a number that JSON can write", "NaN or Infinity");
    case "object":
      break;
    default:
      return refuse("a JSON value", `a ${typeof value}`);
  }
  if (value === null) return null;
  if (depth >= MAX_DEPTH) return refuse(`at most ${MAX_DEPTH} levels`, "deeper nesting");
  return isArray(value) ? copyList(value) : copyObject(value);

  function copyList(list: readonly unknown[]): unknown {
    const out: unknown[] = [];
    for (let i = 0; i < list.length && found.violation === undefined; i++) {
      append(out, copy(ownValue(list, i), memberPointer(pointer, `${i}`), depth + 1, budget, found));
    }
    return out;
  }

  function copyObject(object: object): unknown {
    const out = bareObject();
    const keys = ownKeys(object);
    for (let i = 0; i < keys.length && found.violation === undefined; i++) {
      const key = keys[i];
      if (typeof key !== "string") continue;
      budget.units -= key.length;
      const member = ownValue(object, key);
      if (member === undefined) continue;
      // Safe for `__proto__` too: the object has no prototype, so this makes an ordinary member of that name.
      out[key] = copy(member, memberPointer(pointer, key), depth + 1, budget, found);
    }
    return out;
  }
}

/** The value of an own data property. Getters are not run; to the check they are not there. */
export function ownValue(object: object, key: PropertyKey): unknown {
  const property = getOwnPropertyDescriptor(object, key);
  return property !== undefined && hasOwn(property, "value") ? property.value : undefined;
}
