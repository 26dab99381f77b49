/**
 * Where an element stands: dialog, section heading and row or item. It tells twins apart ("Delete" of which row?) and
 * is part of the identity, so it is made of text that names things and never of values, messages or counters
 * after the control.
 */
import { nameOf } from "./accessible-name.js";
import { leadOf, type Lead } from "./lead.js";
import { shownText, staticText, NameContext } from "./name-work.js";
import { attr, documentOf, flatParent, htmlTag, treeParent } from "./dom.js";
import type { Layout } from "./layout.js";
import { isTextField, roleOf } from "./roles.js";
import * as p from "./pristine.js";
import { oneLine } from "./text.js";

/** What a whole pass can share. */
export class ContextCache {
  readonly headings = new Map<Element, string>();
  readonly dialogs = new Map<Element, string>();
  readonly groups = new Map<Element, string>();
  readonly names: NameContext;
  readonly #cells = new Map<Element, string>();
  readonly #leads = new Map<Element, Lead | null>();

  readonly #layout: Layout | undefined;

  constructor(layout?: Layout) {
    this.names = new NameContext(layout?.labels);
    this.#layout = layout;
  }

  /** Whether nothing in the element's document is slotted, as far as is known without asking. */
  isPlain(el: Element): boolean {
    return this.#layout?.shadows(documentOf(el)).length === 0;
  }

  /** Static text of a cell without the element that asks. */
  cell(cell: Element, without: Element): string {
    if (p.contains(cell, without)) return staticText(cell, without);
    let text = this.#cells.get(cell);
    if (text === undefined) this.#cells.set(cell, (text = staticText(cell, null)));
    return text;
  }

  /** First text of a container that is not in the element that asks. */
  lead(container: Element, without: Element): Lead | null {
    let found = this.#leads.get(container);
    if (found === undefined) this.#leads.set(container, (found = leadOf(container, null)));
    return found !== null && p.contains(without, found.node) ? leadOf(container, without) : found;
  }
}

const SEPARATOR = " › ";

/** The nearest dialog, heading and row of an element, as far as they say more than its label. */
export function contextOf(el: Element, label: string, cache = new ContextCache()): string {
  const parts = [dialogOf(el, cache), headingBefore(el, cache), itemOf(el, label, cache)];
  let result = "";
  for (const part of parts) {
    if (part !== "" && part !== label && !result.endsWith(part))
      result += result === "" ? part : SEPARATOR + part;
  }
  return oneLine(result);
}

const HEADING = /^h[1-6]$/;
const isHeading = (el: Element, tag: string): boolean => HEADING.test(tag) || attr(el, "role") === "heading";
const DIALOGS = "dialog,[role=dialog],[role=alertdialog]";
const isDialog = (el: Element, tag: string): boolean =>
  tag === "dialog" || /^(?:alert)?dialog$/.test(attr(el, "role"));

function dialogOf(el: Element, cache: ContextCache): string {
  const dialog = dialogAround(el, cache);
  if (dialog === null) return "";
  let name = cache.dialogs.get(dialog);
  if (name === undefined) cache.dialogs.set(dialog, (name = dialogName(dialog, cache)));
  return name;
}

function dialogAround(el: Element, cache: ContextCache): Element | null {
  let at = flatParent(el);
  if (at !== null && cache.isPlain(el)) return p.closest(at, DIALOGS);
  while (at !== null && !isDialog(at, htmlTag(at))) at = flatParent(at);
  return at;
}

function dialogName(dialog: Element, cache: ContextCache): string {
  const named = nameOf(dialog, cache.names);
  if (named !== "") return named;
  const heading = p.queryFirst(dialog, "h1,h2,h3,h4,h5,h6,[role=heading]");
  return heading === null ? "" : shownText(heading, 80);
}

/** Nearest legend, group label or heading above; up to the dialog, if it is in one. */
function headingBefore(el: Element, cache: ContextCache): string {
  const passed: Element[] = [];
  let found = "";
  for (let e: Element | null = el; e !== null; e = flatParent(e)) {
    const tag = htmlTag(e);
    // What a group or dialog is called holds for what is in it, not for the group itself and what comes after it.
    if (e !== el) {
      if (tag === "body" || isDialog(e, tag)) break;
      found = groupName(e, tag, cache);
      if (found !== "") break;
    }
    const known = cache.headings.get(e);
    if (known !== undefined) {
      found = known;
      break;
    }
    passed.push(e);
    if (tag === "tr" || tag === "td" || tag === "tbody" || tag === "thead") continue;
    found = siblingHeading(e, passed, cache);
    if (found !== "") break;
  }
  for (const e of passed) cache.headings.set(e, found);
  return found;
}

const CLOSED = /^(?:section|article|aside|nav|fieldset|details|dialog|form|table|ul|ol|dl|li)$/;

const isLive = (el: Element): boolean =>
  p.hasAttribute(el, "aria-live") || /^(?:alert|status|log|timer)$/.test(attr(el, "role"));

function siblingHeading(el: Element, passed: Element[], cache: ContextCache): string {
  for (let s = p.previousElementSibling(el); s !== null; s = p.previousElementSibling(s)) {
    // The heading of a section or group before this place is about that section.
    // What is announced comes and goes, its title too.
    let inner: Element | null = CLOSED.test(htmlTag(s)) || isLive(s) ? null : s;
    for (let depth = 0; inner !== null && depth < 4; inner = p.firstElementChild(inner), depth++) {
      if (isHeading(inner, htmlTag(inner))) {
        const text = p.checkVisibility(inner) ? shownText(inner, 80) : "";
        if (text !== "") return text;
      }
    }
    const known = cache.headings.get(s);
    if (known !== undefined) return known;
    passed.push(s);
  }
  return "";
}

/** Elements that are groups without a role. */
const GROUPS: ReadonlySet<string> = new Set(["fieldset", "section", "form", "table"]);

function groupName(el: Element, tag: string, cache: ContextCache): string {
  if (!GROUPS.has(tag) && !p.hasAttribute(el, "role")) return "";
  let name = cache.groups.get(el);
  if (name === undefined) cache.groups.set(el, (name = nameOfGroup(el, tag, cache)));
  return name;
}

function nameOfGroup(el: Element, tag: string, cache: ContextCache): string {
  if (tag === "fieldset") {
    const legend = p.queryFirst(el, "legend");
    return legend !== null && p.parentNode(legend) === el ? shownText(legend, 80) : "";
  }
  if (!p.hasAttribute(el, "aria-label") && !p.hasAttribute(el, "aria-labelledby") && tag !== "table")
    return "";
  return /^(?:group|radiogroup|region|form|tabpanel|table|grid|toolbar|article|list|tree)$/.test(
    tag === "section" ? "region" : roleOf(el),
  )
    ? oneLine(nameOf(el, cache.names), 80)
    : "";
}

/** The row, list item or card that the element is in, by what it is called. */
function itemOf(el: Element, label: string, cache: ContextCache): string {
  const field = isTextField(el) || htmlTag(el) === "select";
  const choice = CHOICES.test(attr(el, "role"));
  for (let e = flatParent(el), up = 0; e !== null && up < 12; e = flatParent(e), up++) {
    const tag = htmlTag(e);
    if (LIMITS.has(tag) || isDialog(e, tag)) return "";
    const role = attr(e, "role");
    if (tag === "tr" || role === "row") {
      const row = rowName(e, el, cache);
      return row === label || (DAY.test(row) && DAY.test(label)) ? "" : row;
    }
    const item = tag === "li" || tag === "article" || role === "listitem" || role === "article";
    if (!item && (choice || !isRepeated(e))) continue;
    const lead = cache.lead(e, el);
    // A message that appears behind a field must not become part of what the field is.
    const late = lead !== null && field && p.compareDocumentPosition(el, lead.node) & FOLLOWING;
    // In a paragraph of links the other link is a neighbour and no title.
    const beside = lead !== null && tag === "p" && standsInLink(lead.node);
    if (lead !== null && !late && !beside) {
      if (lead.text !== label && !lead.text.startsWith(label + ":")) return lead.text;
    }
    if (item) return "";
  }
  return "";
}

/** Elements past which nothing is an item any more. */
const LIMITS: ReadonlySet<string> = new Set(["body", "form", "main", "header", "footer", "nav"]);
/** Choices of a list come and go; their neighbours say nothing about them. */
const CHOICES = /^(?:option|menuitem\w*|tab|treeitem)$/;
/** Days of a calendar stand in rows that mean nothing. */
const DAY = /^\d{1,2}$/;
const FOLLOWING = 4;

function standsInLink(node: Node): boolean {
  const holder = treeParent(node);
  return holder !== null && p.closest(holder, "a[href]") !== null;
}

/** Row header, else the first cell that says something besides its controls. */
export function rowName(row: Element, el: Element, cache = new ContextCache()): string {
  let first = "";
  for (let cell = p.firstElementChild(row); cell !== null; cell = p.nextElementSibling(cell)) {
    const header = htmlTag(cell) === "th" || attr(cell, "role") === "rowheader";
    if (first !== "" && !header) continue;
    const text = cache.cell(cell, el);
    if (header && text !== "") return text;
    if (first === "") first = text;
  }
  return first;
}

/** One of several alike: a neighbour has the same tag and class, or without class the same build. */
function isRepeated(el: Element): boolean {
  const alike = (other: Element | null): boolean => {
    if (other === null || p.localName(other) !== p.localName(el)) return false;
    const name = p.getAttribute(el, "class");
    if (p.getAttribute(other, "class") !== name) return false;
    return (name !== null && name !== "") || sameBuild(el, other);
  };
  return alike(p.nextElementSibling(el)) || alike(p.previousElementSibling(el));
}

function sameBuild(a: Element, b: Element): boolean {
  let x = p.firstElementChild(a);
  let y = p.firstElementChild(b);
  if (x === null) return false;
  for (; x !== null && y !== null; x = p.nextElementSibling(x), y = p.nextElementSibling(y)) {
    if (p.localName(x) !== p.localName(y)) return false;
  }
  return x === y;
}

/** The row or item element itself, whose id-like attributes belong to the identity of what is in it. */
export function itemElement(el: Element): Element | null {
  for (let e = flatParent(el), up = 0; e !== null && up < 12; e = flatParent(e), up++) {
    const tag = htmlTag(e);
    if (
      tag === "tr" ||
      tag === "li" ||
      tag === "article" ||
      /^(?:row|listitem|article)$/.test(attr(e, "role"))
    )
      return e;
    if (tag === "body" || tag === "form") return null;
  }
  return null;
}
