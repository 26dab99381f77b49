/**
 * Names of controls: the W3C accessible-name computation (accname 1.2 with HTML-AAM), then `placeholder`, then text
 * nearby. Written for speed: no style is read for elements without children that could hide, and labels are found
 * by one inverted pass per root instead of `el.labels`, which walks the whole tree for every control.
 */
import {
  attr,
  closestAcross,
  flatChildren,
  flatParent,
  htmlTag,
  isPainted,
  isElement,
  isText,
  openRoot,
  rootOf,
} from "./dom.js";
import { LabelIndex } from "./labels.js";
import * as p from "./pristine.js";
import { isEditingHost, isTextField, roleOf } from "./roles.js";
import { isSensitive } from "./sensitive-fields.js";
import { rawValue } from "./state.js";
import { LABEL_CAP, oneLine, TEXT_CAP } from "./text.js";

/** What a whole pass can share: the labels of each root. */
export class NameContext {
  readonly labels: LabelIndex;

  constructor(labels = new LabelIndex()) {
    this.labels = labels;
  }
}

/** A name and what it depends on. */
export interface Name {
  readonly text: string;
  /** The name without the live values of controls that stand inside the label: what identity compares. */
  readonly lasting: string;
  /** Visible text of the element, where the name is made of it. */
  readonly content: string | undefined;
}

/** Label of a control for the agent. */
export function nameOf(el: Element, context = new NameContext()): string {
  return fullName(el, context).text;
}

/**
 * @param byContent Call the element by its content whatever its role: something that reacts to the mouse but has no
 * role that says so.
 */
export function fullName(el: Element, context: NameContext, byContent = false): Name {
  const work = new Work(context);
  const text = work.nameOfControl(el, byContent);
  const content = work.ownContent === undefined ? undefined : oneLine(work.ownContent, TEXT_CAP);
  if (!work.usedValues) return { text, lasting: text, content };
  return { text, lasting: new Work(context, false).nameOfControl(el, byContent), content };
}

/** Name of a container: given by the author, else the first heading in it; never all its text. */
export function containerName(el: Element, context: NameContext): Name {
  let text = new Work(context, false).given(el) || oneLine(attr(el, "title"));
  const heading = text === "" ? p.queryFirst(el, "h1,h2,h3,h4,h5,h6,[role=heading],caption") : null;
  if (heading !== null) text = shownText(heading, 80);
  return { text, lasting: text, content: undefined };
}

/** Text that an element shows, hidden parts left out, on one line. */
export function shownText(el: Element, cap = LABEL_CAP): string {
  if (p.firstChild(el) === null && openRoot(el) === null) return "";
  return oneLine(new Work(new NameContext(), false).content(el), cap);
}

const NAME_FROM_CONTENT: ReadonlySet<string> = new Set(
  (
    "button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio row " +
    "rowheader switch tab tooltip treeitem generic listitem"
  ).split(" "),
);

/** Elements that never contribute text. */
const SILENT: ReadonlySet<string> = new Set([
  "style",
  "script",
  "noscript",
  "template",
  "head",
  "datalist",
  "option",
  "optgroup",
  // Shown only where the browser cannot show the element itself.
  "object",
  "audio",
  "video",
  "canvas",
  // Results come and go; they do not name anything.
  "output",
  "progress",
  "meter",
]);

/** Elements that stand in a line of text, so that no space separates them from it. */
const INLINE: ReadonlySet<string> = new Set(
  (
    "a abbr b bdi bdo big cite code data del dfn em font i ins kbd mark q rp rt ruby s samp slot small span strong sub sup " +
    "time tt u var wbr"
  ).split(" "),
);

const ACTING_ROLE =
  /^(?:button|alert|status|switch|checkbox|radio|textbox|searchbox|combobox|listbox|option|menuitem\w*|tab|treeitem)$/;

/** Controls whose text says what they do and not what the row is about. */
const ACTS = /^(?:button|input|select|textarea)$/;

/** A piece of text and the node it stands in. */
export interface Lead {
  readonly node: Node;
  readonly text: string;
}

/**
 * The first piece of text that a container shows outside its buttons and fields, `without` left out: what a list item
 * or card is called.
 */
export function leadOf(container: Element, without: Element | null): Lead | null {
  return lead(container, without, { left: MOST_NODES });
}

function lead(el: Element, without: Element | null, budget: { left: number }): Lead | null {
  const children = flatChildren(el);
  for (let i = 0; i < children.length && budget.left-- > 0; i++) {
    const child = children[i];
    if (child === undefined || child === without) continue;
    if (isText(child)) {
      if ((p.nodeValue(child) ?? "").trim() !== "") return { node: child, text: runOfText(child) };
    } else if (isElement(child)) {
      const tag = htmlTag(child);
      if (SILENT.has(tag) || isActing(child, tag) || !isPainted(child)) continue;
      const alt = tag === "img" ? oneLine(attr(child, "alt"), 80) : "";
      const found = alt !== "" ? { node: child, text: alt } : lead(child, without, budget);
      if (found !== null) return found;
    }
  }
  return null;
}

/** A text with the text nodes right after it: frameworks split what one reads as one. */
function runOfText(first: Text): string {
  let text = "";
  for (
    let node: Node | null = first;
    node !== null && isText(node) && text.length < 160;
    node = p.nextSibling(node)
  ) {
    text += (p.nodeValue(node) ?? "").slice(0, ENOUGH);
  }
  return oneLine(text, 80);
}

function isActing(el: Element, tag: string): boolean {
  return ACTS.test(tag) || ACTING_ROLE.test(attr(el, "role")) || isEditingHost(el);
}

/** All that a cell shows besides its controls and `without`. */
export function staticText(el: Element, without: Element | null): string {
  const work = new Work(new NameContext(), false, true);
  if (without !== null) work.leaveOut(without);
  return oneLine(work.content(el), 80);
}

/** Enough text for any label; a bound for huge clickable containers and texts. */
const ENOUGH = LABEL_CAP * 4;
const MOST_NODES = 400;

/** One name computation. */
class Work {
  readonly #context: NameContext;
  readonly #values: boolean;
  readonly #static: boolean;
  readonly #visited = new Set<Element>();
  #nodes = 0;
  /** A live value of an embedded control went into the text. */
  usedValues = false;
  /** What the control itself shows, when its name was made of it. */
  ownContent: string | undefined;

  /** @param values Take in the live values of embedded fields. @param statically Leave out controls altogether. */
  constructor(context: NameContext, values = true, statically = false) {
    this.#context = context;
    this.#values = values;
    this.#static = statically;
  }

  leaveOut(el: Element): void {
    this.#visited.add(el);
  }

  nameOfControl(el: Element, byContent = false): string {
    const name = oneLine(this.accessible(el, byContent));
    if (name !== "") return name;
    const title = oneLine(attr(el, "title"));
    if (title !== "") return title;
    const hint = oneLine(
      attr(el, "placeholder") || attr(el, "aria-placeholder") || attr(el, "data-placeholder"),
    );
    return hint !== "" ? hint : nearbyText(el);
  }

  accessible(el: Element, byContent = false): string {
    const given = this.given(el);
    if (given !== "") return given;
    if (isTextField(el) || htmlTag(el) === "input") return "";
    // Without a role the content is all there is; controls in it have names of their own.
    if (byContent) return staticText(el, null) || shownText(el, 80);
    return NAME_FROM_CONTENT.has(roleOf(el)) ? (this.ownContent = this.content(el)) : "";
  }

  /** The part of the name that does not come from the content. */
  given(el: Element): string {
    const referenced = oneLine(this.#referenced(el));
    if (referenced !== "") return referenced;
    const aria = oneLine(attr(el, "aria-label"));
    if (aria !== "") return aria;
    this.#visited.add(el);
    return oneLine(this.#native(el));
  }

  /** Step 2B: the elements that `aria-labelledby` names, in the element's own tree, hidden ones too. */
  #referenced(el: Element): string {
    const ids = attr(el, "aria-labelledby");
    if (ids === "") return "";
    const root = rootOf(el);
    const parts: string[] = [];
    for (const id of ids.split(/\s+/)) {
      const target = id === "" ? null : p.byId(root, id);
      if (target !== null) parts.push(this.#ofReference(target, el));
    }
    return parts.join(" ");
  }

  #ofReference(target: Element, from: Element): string {
    const aria = attr(target, "aria-label");
    if (aria.trim() !== "") return aria;
    if (target !== from && this.#embeds(target)) return this.#embedded(target);
    const native = this.#native(target);
    if (native.trim() !== "") return native;
    return this.content(target, !isPainted(target)) || attr(target, "title");
  }

  /** Step 2E: what the host language names an element by. */
  #native(el: Element): string {
    const tag = htmlTag(el);
    switch (tag) {
      case "input": {
        const type = p.inputType(el as HTMLInputElement);
        const labelled = this.#labelled(el);
        if (labelled !== "") return labelled;
        if (type === "image") return attr(el, "alt") || attr(el, "title") || "Submit";
        if (type === "submit" || type === "reset" || type === "button") {
          const value = p.inputValue(el as HTMLInputElement);
          if (value !== "") return value;
          return attr(el, "title") || (type === "submit" ? "Submit" : type === "reset" ? "Reset" : "");
        }
        return type === "file" ? attr(el, "title") || "Choose File" : "";
      }
      case "button":
      case "select":
      case "textarea":
      case "meter":
      case "progress":
      case "output":
        return this.#labelled(el);
      case "img":
      case "area":
        return attr(el, "alt");
      case "fieldset":
        return this.#childText(el, "legend");
      case "table":
        return this.#childText(el, "caption");
      case "figure":
        return this.#childText(el, "figcaption");
      case "iframe":
      case "frame":
        return attr(el, "title") || attr(el, "name");
      case "option":
        return p.optionLabel(el as HTMLOptionElement) || p.optionText(el as HTMLOptionElement);
      case "":
        return p.localName(el) === "svg" ? this.#childText(el, "title") : "";
      default:
        return tag.includes("-") ? this.#labelled(el) : "";
    }
  }

  #childText(el: Element, tag: string): string {
    for (let child = p.firstElementChild(el); child !== null; child = p.nextElementSibling(child)) {
      if (p.localName(child) === tag) return this.content(child, true);
    }
    return "";
  }

  /** Text of the labels of a control, in tree order. */
  #labelled(el: Element): string {
    const texts: string[] = [];
    const wrapping = p.closest(el, "label");
    for (const label of this.#context.labels.of(el)) {
      if (label !== wrapping) texts.push(this.#labelText(label, el));
    }
    if (wrapping !== null && p.labelControl(wrapping as HTMLLabelElement) === el) {
      texts.push(this.#labelText(wrapping, el));
    }
    return oneLine(texts.join(" "), ENOUGH);
  }

  /** A label that is hidden does not name what shows; what is hidden together with its label keeps its name. */
  #labelText(label: Element, of: Element): string {
    const shows = isPainted(label);
    return shows || !isPainted(of) ? attr(label, "aria-label") || this.content(label, !shows) : "";
  }

  /** Steps 2F to 2H: what the element shows, with generated content, without what is hidden. */
  content(el: Element, hiddenToo = false): string {
    let text = generated(el, "::before");
    const children = flatChildren(el);
    for (let i = 0; i < children.length && text.length < ENOUGH && this.#nodes < MOST_NODES; i++) {
      const child = children[i];
      if (child === undefined) continue;
      this.#nodes++;
      if (isText(child)) text += (p.nodeValue(child) ?? "").slice(0, ENOUGH);
      else if (isElement(child)) text += this.#child(child, hiddenToo);
    }
    return text + generated(el, "::after");
  }

  #child(el: Element, hiddenToo: boolean): string {
    if (this.#visited.has(el)) return " ";
    const tag = htmlTag(el);
    if (SILENT.has(tag)) return "";
    if (tag === "br" || (this.#static && isActing(el, tag))) return " ";
    if (!hiddenToo && (attr(el, "aria-hidden") === "true" || !isPainted(el)))
      return tag === "slot" ? this.content(el) : "";
    let text: string;
    const aria = attr(el, "aria-label").trim();
    if (this.#embeds(el)) text = ` ${this.#embedded(el)} `;
    else if (aria !== "") text = aria;
    else {
      const native =
        NATIVE_INSIDE.has(tag) || (tag === "" && p.localName(el) === "svg") ? this.#native(el) : "";
      text =
        native !== ""
          ? native
          : tag === "" && p.localName(el) !== "a"
            ? svgText(el)
            : this.content(el, hiddenToo);
      if (text.trim() === "") text = attr(el, "title");
    }
    return INLINE.has(tag) && !isBlock(el) ? text : ` ${text} `;
  }

  /** Step 2C: a field inside a label or a referenced text stands for its value. */
  #embeds(el: Element): boolean {
    const tag = htmlTag(el);
    if (tag === "input" || tag === "textarea" || tag === "select") return true;
    const role = p.getAttribute(el, "role");
    return (
      isEditingHost(el) ||
      (role !== null && /^(?:textbox|combobox|listbox|slider|spinbutton|searchbox)$/.test(role))
    );
  }

  #embedded(el: Element): string {
    if (
      htmlTag(el) === "input" &&
      /^(?:button|submit|reset|image)$/.test(p.inputType(el as HTMLInputElement))
    ) {
      return this.#native(el);
    }
    if (!this.#values || isSensitive(el)) return "";
    const value = rawValue(el);
    if (typeof value === "boolean" || value === null) return "";
    this.usedValues = true;
    return Array.isArray(value) ? value.join(" ") : String(value).slice(0, ENOUGH);
  }
}

const NATIVE_INSIDE: ReadonlySet<string> = new Set(["img", "area", "fieldset", "table", "figure", "iframe"]);

function isBlock(el: Element): boolean {
  // A line element without neighbours cannot run into another word, so its style need not be read.
  if (p.previousSibling(el) === null && p.nextSibling(el) === null) return false;
  const display = p.cssValue(p.computedStyle(el), "display");
  return (
    display !== "inline" && display !== "contents" && display !== "inline-block" && display !== "inline-flex"
  );
}

function svgText(svg: Element): string {
  const title = p.localName(svg) === "text" ? svg : p.queryFirst(svg, "title,text");
  return title === null ? "" : (p.textContent(title) ?? "");
}

/** Words that a style sheet adds. A star or colon is decoration, and icon fonts draw with private characters. */
function generated(el: Element, pseudo: string): string {
  const content = p.cssValue(p.computedStyle(el, pseudo), "content");
  if (content === "none" || content === "normal" || content === "") return "";
  const alternative = content.lastIndexOf(" / ");
  const strings = (alternative < 0 ? content : content.slice(alternative)).match(/"(?:[^"\\]|\\.)*"/g);
  if (strings === null) return "";
  const text = strings.map((s) => s.slice(1, -1).replace(/\\(.)/g, "$1")).join("");
  return /[\p{L}\p{N}]/u.test(text) ? text : "";
}

const CONTROLS =
  "input,select,textarea,button,[contenteditable],[role=combobox],[role=textbox],[role=switch],[role=checkbox]";
const STOPS = "form,fieldset,tr,li,body,html,dialog,section,table,[role=dialog],[role=row]";

/**
 * Text that stands where a label would: before the control on its own or a near level, the column header or the
 * cell before it in a table, behind it for a checkbox or radio.
 */
export function nearbyText(el: Element): string {
  const role = roleOf(el);
  if (role === "checkbox" || role === "radio" || role === "switch") {
    const behind = beside(el, p.nextSibling);
    if (behind !== "") return behind;
  } else if (
    !isTextField(el) &&
    role !== "combobox" &&
    role !== "listbox" &&
    role !== "slider" &&
    role !== "spinbutton"
  ) {
    return "";
  }
  for (let e: Element | null = el, up = 0; e !== null && up < 6; e = flatParent(e), up++) {
    const tag = htmlTag(e);
    if (tag === "td" || tag === "th") return cellLabel(e);
    if (e !== el && p.matches(e, STOPS)) return "";
    const before = beside(e, p.previousSibling);
    if (before !== "") return before;
    if (before === "" && blocked(e)) return "";
  }
  return "";
}

/** Text of the nearest neighbours in one direction, up to another control. */
function beside(el: Element, step: (node: Node) => Node | null): string {
  for (let node = step(el); node !== null; node = step(node)) {
    if (isText(node)) {
      const text = oneLine(p.nodeValue(node) ?? "");
      if (text !== "") return text;
    } else if (isElement(node)) {
      if (isOrHoldsControl(node)) return "";
      const text = isPainted(node) && !SILENT.has(htmlTag(node)) ? shownText(node) : "";
      if (text !== "") return text;
    }
  }
  return "";
}

const isOrHoldsControl = (el: Element): boolean =>
  p.matches(el, CONTROLS) || p.queryFirst(el, CONTROLS) !== null;

/** Another control stands before this level: its label is not ours. */
function blocked(el: Element): boolean {
  for (let s = p.previousElementSibling(el); s !== null; s = p.previousElementSibling(s))
    if (isOrHoldsControl(s)) return true;
  return false;
}

function cellLabel(cell: Element): string {
  const row = p.parentNode(cell);
  if (!isElement(row)) return "";
  let index = 0;
  for (let s = p.previousElementSibling(cell); s !== null; s = p.previousElementSibling(s)) index++;
  const header = columnHeader(row, index);
  if (header !== "") return header;
  const before = p.previousElementSibling(cell);
  return before !== null && !isOrHoldsControl(before) ? shownText(before) : "";
}

function columnHeader(row: Element, index: number): string {
  const table = closestAcross(row, "table");
  if (table === null) return "";
  const head = p.queryFirst(table, "tr");
  if (head === null || head === row) return "";
  let i = 0;
  for (let cell = p.firstElementChild(head); cell !== null; cell = p.nextElementSibling(cell), i++) {
    if (i === index) return htmlTag(cell) === "th" ? shownText(cell) : "";
  }
  return "";
}

/** Accessible name of a frame element. */
export const frameName = (frame: Element): string => nameOf(frame);
