/**
 * Values of CSS counters, which no interface tells: counted again over the elements before the one that shows them. How
 * a number is written is left to the browser: the picture has a counter of that value.
 */
import { flatParent } from "../dom.js";
import * as p from "../pristine.js";
import type { Picture } from "./picture.js";
import { reader, type Read } from "./styles.js";

/** More elements than this are not counted: the text is left out rather than the page held up. */
const LIMIT = 3000;

interface Scope {
  readonly name: string;
  readonly owner: Element | null;
  value: number;
}

/** Declarations that give `content` of a pseudo-element the same counters in the picture. */
export function counted(pic: Picture, el: Element, pseudo: string, content: string): string {
  let scopes: Scope[] | undefined;
  let resets = "";
  let next = 0;
  const shown = content.replace(
    /counter(s?)\(([^,)]+)(?:, *("(?:[^"\\]|\\.)*"))?([^)]*)\)/g,
    (_all, all: string, name: string, separator: string | undefined, style: string) => {
      scopes ??= scopesAt(pic, el, pseudo);
      const values = scopes.filter((scope) => scope.name === name).map((scope) => scope.value);
      return (all === "" ? [values.pop() ?? 0] : values)
        .map((value) => {
          resets += ` n${next} ${value}`;
          return `counter(n${next++}${style})`;
        })
        .join(` ${separator ?? ""} `);
    },
  );
  return `content:${shown};${resets === "" ? "" : `counter-reset:${resets};`}`;
}

/** The counters in force at a pseudo-element, the outermost first; none when there is too much to count. */
function scopesAt(pic: Picture, target: Element, pseudo: string): Scope[] {
  const scopes: Scope[] = [];
  let budget = LIMIT;
  const each = (value: string, standard: number, act: (name: string, by: number) => void): void => {
    if (value !== "none")
      for (const [, name = "", by] of value.matchAll(/([^\s\d-][^\s]*)(?: (-?\d+))?/g))
        act(name, by === undefined ? standard : Number(by));
  };
  const innermost = (name: string): Scope | undefined => scopes.findLast((scope) => scope.name === name);
  const apply = (v: Read, owner: Element | null): void => {
    each(v("counter-reset"), 0, (name, value) => {
      const old = scopes.findIndex((scope) => scope.name === name && scope.owner === owner);
      if (old >= 0) scopes.splice(old);
      scopes.push({ name, owner, value });
    });
    each(v("counter-increment"), 1, (name, by) => {
      if (innermost(name) === undefined) scopes.push({ name, owner, value: 0 });
      (innermost(name) as Scope).value += by;
    });
    each(v("counter-set"), 0, (name, value) => {
      const scope = innermost(name);
      if (scope !== undefined) scope.value = value;
    });
  };
  /** True when the target was reached. */
  const visit = (el: Element): boolean => {
    if (--budget < 0) return true;
    const v = reader(el);
    if (pic.isSdkNode(el) || v("display") === "none") return false;
    const generated = (which: string): void => {
      const part = reader(el, which);
      if (part("content") !== "none") apply(part, el);
    };
    apply(v, flatParent(el));
    generated("::before");
    if (el === target && pseudo === "::before") return true;
    for (let child = p.firstElementChild(el); child !== null; child = p.nextElementSibling(child))
      if (visit(child)) return true;
    generated("::after");
    if (el === target) return true;
    const inner = scopes.findIndex((scope) => scope.owner === el);
    if (inner >= 0) scopes.splice(inner);
    return false;
  };
  visit(p.documentElement(p.ownerDocument(target) as Document) as Element);
  return budget < 0 ? [] : scopes;
}
