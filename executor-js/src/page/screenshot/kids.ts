/** The children of an element as boxes see them, and what kind of layout they ask for. */
import { flatChildren, htmlTag } from "../dom.js";
import * as p from "../pristine.js";
import { isBlank } from "./reads.js";
import {
  isInlineLevel,
  outOfFlow,
  type DocumentSheet,
  type ElementKid,
  type Kid,
  type Picture,
} from "./picture.js";
import { learn, reader, type Read } from "./styles.js";

/** `lines`: an inline formatting context, perhaps with blocks in it. `blocks`: boxes only. */
export type Inside = "lines" | "blocks" | "items" | "flex";

export interface Kids {
  readonly list: readonly Kid[];
  readonly inside: Inside;
  /** The style of the element itself. */
  readonly v: Read;
}

/** A child before anything is known of it. Wrapped, for a form shows its fields as properties of any name. */
class Raw {
  kid: ElementKid | null | undefined;
  constructor(
    readonly node: Node,
    readonly owner: Element,
    readonly text: boolean,
  ) {}
}

/** Reads the children. In `blocks` and `items` those that are not seen are left out; lines need all of them. */
export function readKids(pic: Picture, sheet: DocumentSheet, el: Element, v: Read, display: string): Kids {
  let raw: Raw[] = [];
  let text = false;
  const collapses =
    !v("white-space-collapse").startsWith("preserve") || v("white-space-collapse") === "preserve-breaks";
  const gather = (parent: Element, owner: Element): void => {
    const nodes = flatChildren(parent);
    const closed = htmlTag(parent) === "details" && !p.hasAttribute(parent, "open");
    let summary = false;
    for (let i = 0; i < nodes.length; i++) {
      const node = nodes[i] as Node;
      const type = p.nodeType(node);
      if (type === 3) {
        if (closed) continue;
        const value = p.nodeValue(node) ?? "";
        if (value === "") continue;
        if (!collapses || !isBlank(value)) text = true;
        raw.push(new Raw(node, owner, true));
      } else if (type === 1) {
        if (closed && (summary || htmlTag(node as Element) !== "summary")) continue;
        summary = true;
        raw.push(new Raw(node, owner, false));
      }
    }
  };
  gather(el, el);

  const before = pseudoOf(el, "::before");
  const after = pseudoOf(el, "::after");
  let inFlowPseudo = false;
  let linePseudo = false;
  for (const pseudo of [before, after]) {
    if (pseudo === null || pseudo.kind !== "pseudo" || outOfFlow(pseudo.v("position"))) continue;
    if (!showsPseudo(pseudo.v, pseudo.content)) continue;
    inFlowPseudo = true;
    if (isInlineLevel(pseudo.v("display"))) linePseudo = true;
  }

  const items = display.includes("flex") || display.includes("grid");
  const table = /table/.test(display) && !/cell|caption/.test(display);
  let lines = isInlineLevel(display) && /^(?:inline|ruby.*)$/.test(display);
  if (!items && !table) {
    // Columns cut blocks into pieces, which no rectangle describes: the browser lays them out again.
    if (text || linePseudo || hasColumns(v)) lines = true;
    for (const part of raw) {
      if (part.text || !sheet.marks.has(part.node as Element)) continue;
      const kid = (part.kid = elementKid(pic, sheet, part.node as Element));
      if (kid === null) continue;
      if (kid.display === "contents") lines ||= contentsHasLines(kid.el);
      else if (!outOfFlow(kid.position) && kid.float === "none" && isInlineLevel(kid.display)) lines = true;
    }
  }
  if (items && !text) {
    for (const part of raw) {
      if (part.text || !sheet.marks.has(part.node as Element)) continue;
      const kid = (part.kid = elementKid(pic, sheet, part.node as Element));
      if (kid?.display === "contents" && contentsHaveText(kid.el)) text = true;
    }
  }
  const inside: Inside = items
    ? text || inFlowPseudo
      ? "flex"
      : "items"
    : table
      ? "blocks"
      : lines
        ? "lines"
        : "blocks";
  const all = inside === "lines" || inside === "flex";

  const list: Kid[] = [];
  const shown = (pseudo: Kid | null): pseudo is Kid =>
    pseudo?.kind === "pseudo" && (outOfFlow(pseudo.v("position")) || showsPseudo(pseudo.v, pseudo.content));
  if (shown(before)) list.push(before);
  const add = (parts: readonly Raw[]): void => {
    for (const part of parts) {
      if (part.text) {
        if (all) list.push({ kind: "text", node: part.node as Text, owner: part.owner });
        continue;
      }
      if (!all && !sheet.marks.has(part.node as Element)) continue;
      const kid = part.kid === undefined ? elementKid(pic, sheet, part.node as Element) : part.kid;
      if (kid === null || kid.display === "none") continue;
      if (kid.display === "contents") {
        raw = [];
        gather(kid.el, kid.el);
        add(raw);
      } else list.push(kid);
    }
  };
  add(raw);
  if (shown(after)) list.push(after);
  return { list, inside, v };
}

/** Text that an element without a box passes on to its flex container, where it becomes an item. */
function contentsHaveText(el: Element): boolean {
  const nodes = flatChildren(el);
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as Node;
    const type = p.nodeType(node);
    if (type === 3 && !isBlank(p.nodeValue(node) ?? "")) return true;
    if (type === 1 && reader(node as Element)("display") === "contents" && contentsHaveText(node as Element))
      return true;
  }
  return false;
}

function contentsHasLines(el: Element): boolean {
  const nodes = flatChildren(el);
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as Node;
    const type = p.nodeType(node);
    if (type === 3 && !isBlank(p.nodeValue(node) ?? "")) return true;
    if (type !== 1) continue;
    const v = reader(node as Element);
    const display = v("display");
    if (
      display === "contents"
        ? contentsHasLines(node as Element)
        : isInlineLevel(display) && !outOfFlow(v("position")) && v("float") === "none"
    )
      return true;
  }
  return false;
}

/** A container of columns. */
export const hasColumns = (v: Read): boolean =>
  learn(`columns ${v.like}`, () => v("column-count") !== "auto" || v("column-width") !== "auto");

const NEVER: ReadonlySet<string> = new Set(
  "script style template noscript head link meta title base".split(" "),
);

export function elementKid(pic: Picture, sheet: DocumentSheet, el: Element): ElementKid | null {
  if (NEVER.has(p.localName(el))) return null;
  const v = reader(el);
  const display = v("display");
  if (display === "none") return null;
  return {
    kind: "element",
    el,
    v,
    display,
    position: v("position"),
    float: v("float"),
    marked: sheet.marks.has(el) && !pic.isSdkNode(el),
  };
}

function pseudoOf(el: Element, which: "::before" | "::after"): Kid | null {
  const v = reader(el, which);
  const content = v("content");
  if (content === "none" || content === "normal" || content === "" || v("display") === "none") return null;
  return { kind: "pseudo", which, v, content };
}

/** A clearing pseudo-element paints nothing and needs no place. */
function showsPseudo(v: Read, content: string): boolean {
  if (!/^"\s*"$/.test(content)) return true;
  if (
    /^(?:table|block)$/.test(v("display")) &&
    parseFloat(v("height")) === 0 &&
    v("border-top-width") === "0px"
  )
    return false;
  return true;
}
