/** The children of an element as boxes see them, and what kind of layout they ask for. */
import { flatChildren, htmlTag } from "../dom.js";
import * as p from "../pristine.js";
import {
  isInlineLevel,
  outOfFlow,
  type DocumentSheet,
  type ElementKid,
  type Kid,
  type Picture,
} from "./picture.js";
import { isBlank } from "./reads.js";
import { learn, num, reader, type Read } from "./styles.js";

/** `lines`: an inline formatting context, perhaps with blocks in it. `blocks`: boxes only. */
export type Inside = "lines" | "blocks" | "items" | "flex";

export interface Kids {
  readonly list: readonly Kid[];
  readonly inside: Inside;
  /** The style of the element itself. */
  readonly v: Read;
}

/** Reads the children. In `blocks` and `items` those that are not seen are left out; lines need all of them. */
export function readKids(
  pic: Picture,
  sheet: DocumentSheet,
  el: Element,
  v: Read,
  display: string,
  again = false,
): Kids {
  const items = /flex|grid/.test(display);
  const table = /table(?!-c)/.test(display);
  // Columns cut blocks into pieces, which no rectangle describes: the browser lays them out again.
  let lines = /^(?:inline|ruby.*)$/.test(display) || hasColumns(v) || again;
  const list: (Kid | Hidden)[] = [];
  const gather = (owner: Element, own: Read): void => {
    const nodes = flatChildren(owner);
    const keeps = /^(?:preserve(?!-breaks)|break-spaces)/.test(own("white-space-collapse"));
    const closed = htmlTag(owner) === "details" && !p.hasAttribute(owner, "open");
    let summary = false;
    for (let i = 0; i < nodes.length; i++) {
      const node = nodes[i] as Node;
      const type = p.nodeType(node);
      if (type === 3 && !closed) {
        const value = p.nodeValue(node) ?? "";
        if (value === "") continue;
        if (keeps || !isBlank(value)) lines = true;
        list.push({ kind: "text", node: node as Text, owner });
      } else if (type === 1) {
        if (closed && (summary || htmlTag(node as Element) !== "summary")) continue;
        summary = true;
        // What is not seen is looked at only where lines need it.
        const kid = sheet.marks.has(node as Element) ? elementKid(pic, sheet, node as Element) : undefined;
        if (kid === undefined) list.push(new Hidden(node as Element));
        else if (kid?.display === "contents") gather(kid.el, kid.v);
        else if (kid !== null) {
          list.push(kid);
          lines ||= !items && inLine(kid);
        }
      }
    }
  };
  const generated = (which: "::before" | "::after"): void => {
    const part = reader(el, which);
    const content = part("content");
    if (/^(?:none|normal|)$/.test(content) || part("display") === "none") return;
    const out = outOfFlow(part("position"));
    if (!out && !showsPseudo(part, content)) return;
    lines ||= !out && (items || isInlineLevel(part("display")));
    list.push({ kind: "pseudo", which, v: part, content });
  };
  generated("::before");
  gather(el, v);
  generated("::after");
  const inside = items ? (lines ? "flex" : "items") : lines && !table ? "lines" : "blocks";
  const whole = inside === "lines" || inside === "flex";
  return {
    v,
    inside,
    list: list.flatMap((kid): Kid | readonly Kid[] => {
      if (kid instanceof Hidden) return whole ? (elementKid(pic, sheet, kid.el) ?? []) : [];
      return whole || kid.kind !== "text" ? kid : [];
    }),
  };
}

/** An element out of sight. Wrapped, for a form shows its fields as properties of any name. */
class Hidden {
  constructor(readonly el: Element) {}
}

const inLine = (kid: ElementKid): boolean =>
  kid.marked && !outOfFlow(kid.position) && kid.float === "none" && isInlineLevel(kid.display);

/** A container of columns. */
export const hasColumns = (v: Read): boolean =>
  learn(`columns ${v.like}`, () => v("column-count") !== "auto" || v("column-width") !== "auto");

export function elementKid(pic: Picture, sheet: DocumentSheet, el: Element): ElementKid | null {
  if (/^(?:script|style|template|noscript|head|link|meta|title|base)$/.test(p.localName(el))) return null;
  const v = reader(el);
  const display = v("display");
  if (display === "none") return null;
  const marked = sheet.marks.has(el) && !pic.isSdkNode(el);
  return { kind: "element", el, v, display, position: v("position"), float: v("float"), marked };
}

/** A clearing pseudo-element paints nothing and needs no place. */
const showsPseudo = (v: Read, content: string): boolean =>
  !/^"\s*"$/.test(content) ||
  !/^(?:table|block)$/.test(v("display")) ||
  num(v("height")) !== 0 ||
  v("border-top-width") !== "0px";
