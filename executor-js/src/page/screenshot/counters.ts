/** Values of CSS counters, which no interface tells: counted again over the elements before the one that shows them. */
import { treeParent } from "../dom.js";
import * as p from "../pristine.js";
import type { Picture } from "./picture.js";
import * as r from "./reads.js";
import { reader, type Read } from "./styles.js";

/** More elements than this are not counted: the text is left out rather than the page held up. */
const LIMIT = 3000;

/** The text of `counter(name, style)` or `counters(name, "separator", style)` in a pseudo-element of `el`. */
export function counterText(pic: Picture, el: Element, pseudo: string, all: boolean, inside: string): string {
  const parts = inside.split(",").map((part) => part.trim());
  const name = parts[0] ?? "";
  const separator = all ? (parts[1] ?? "").replace(/^"|"$/g, "") : "";
  const style = (all ? parts[2] : parts[1]) ?? "decimal";
  const values = valuesAt(pic, el, pseudo, name);
  if (values === undefined) return "";
  const shown = values.map((value) => inStyle(value, style));
  return all ? shown.join(separator) : (shown[shown.length - 1] ?? inStyle(0, style));
}

interface Scope {
  readonly owner: Element | null;
  value: number;
}

function valuesAt(pic: Picture, target: Element, pseudo: string, name: string): number[] | undefined {
  const stack: Scope[] = [];
  let budget = LIMIT;
  const apply = (v: Read, parent: Element | null): void => {
    for (const [key, value] of pairs(v("counter-reset"), 0)) {
      if (key !== name) continue;
      while (stack.length > 0 && stack[stack.length - 1]?.owner === parent) stack.pop();
      stack.push({ owner: parent, value });
    }
    for (const [key, value] of pairs(v("counter-increment"), 1)) {
      if (key !== name) continue;
      if (stack.length === 0) stack.push({ owner: parent, value: 0 });
      (stack[stack.length - 1] as Scope).value += value;
    }
    for (const [key, value] of pairs(v("counter-set"), 0)) {
      if (key === name && stack.length > 0) (stack[stack.length - 1] as Scope).value = value;
    }
  };
  /** True when the target was reached. */
  const visit = (el: Element): boolean => {
    if (--budget < 0) return true;
    if (pic.isSdkNode(el)) return false;
    const v = reader(el);
    if (v("display") === "none") return false;
    apply(v, treeParent(el));
    const before = reader(el, "::before");
    if (before("content") !== "none") apply(before, el);
    if (el === target) {
      if (pseudo === "::after") {
        for (let child = r.firstElementChild(el); child !== null; child = r.nextElementSibling(child))
          visit(child);
        apply(reader(el, "::after"), el);
      }
      return true;
    }
    for (let child = r.firstElementChild(el); child !== null; child = r.nextElementSibling(child))
      if (visit(child)) return true;
    const after = reader(el, "::after");
    if (after("content") !== "none") apply(after, el);
    while (stack.length > 0 && stack[stack.length - 1]?.owner === el) stack.pop();
    return false;
  };
  const root = p.documentElement(p.ownerDocument(target) as Document) as Element;
  visit(root);
  return budget < 0 ? undefined : stack.map((scope) => scope.value);
}

function pairs(value: string, standard: number): [string, number][] {
  if (value === "none" || value === "") return [];
  const words = value.split(/\s+/);
  const found: [string, number][] = [];
  for (let i = 0; i < words.length; i++) {
    const next = words[i + 1];
    const number = next !== undefined && /^-?\d+$/.test(next);
    found.push([words[i] as string, number ? parseInt(next, 10) : standard]);
    if (number) i++;
  }
  return found;
}

function inStyle(value: number, style: string): string {
  switch (style) {
    case "decimal-leading-zero":
      return value >= 0 && value < 10 ? `0${value}` : String(value);
    case "lower-alpha":
    case "lower-latin":
      return letters(value, 97);
    case "upper-alpha":
    case "upper-latin":
      return letters(value, 65);
    case "lower-roman":
      return roman(value).toLowerCase();
    case "upper-roman":
      return roman(value);
    case "disc":
      return "\u2022";
    case "none":
      return "";
    default:
      return String(value);
  }
}

function letters(value: number, base: number): string {
  if (value < 1) return String(value);
  let text = "";
  for (let n = value; n > 0; n = Math.floor((n - 1) / 26))
    text = String.fromCharCode(base + ((n - 1) % 26)) + text;
  return text;
}

function roman(value: number): string {
  if (value < 1 || value > 3999) return String(value);
  let rest = value;
  let text = "";
  for (const [n, sign] of [
    [1000, "M"],
    [900, "CM"],
    [500, "D"],
    [400, "CD"],
    [100, "C"],
    [90, "XC"],
    [50, "L"],
    [40, "XL"],
    [10, "X"],
    [9, "IX"],
    [5, "V"],
    [4, "IV"],
    [1, "I"],
  ] as const)
    for (; rest >= n; rest -= n) text += sign;
  return text;
}
