/**
 * The W3C accessible-name computation (accname 1.2 with HTML-AAM). Written for speed: no style is read for elements
 * without children that could hide, and labels are found by one inverted pass per root instead of `el.labels`, which
 * walks the whole tree for every control.
 */
import { attr, flatChildren, htmlTag, isPainted, isElement, isText, openRoot, rootOf } from "./dom.js";
import { LabelIndex } from "./labels.js";
import * as p from "./pristine.js";
import { isEditingHost, isTextField, roleOf } from "./roles.js";
import { isSensitive } from "./sensitive-fields.js";
import { rawValue } from "./state.js";
import { ENOUGH, INLINE, isActing, MOST_NODES, SILENT } from "./text-rules.js";
import { LABEL_CAP, oneLine } from "./text.js";

/** What a whole pass can share: the labels of each root. */
export class NameContext {
  readonly labels: LabelIndex;

  constructor(labels = new LabelIndex()) {
    this.labels = labels;
  }
}

/** Text that an element shows, hidden parts left out, on one line. */
export function shownText(el: Element, cap = LABEL_CAP): string {
  if (p.firstChild(el) === null && openRoot(el) === null) return "";
  return oneLine(new NameWork(new NameContext(), false).content(el), cap);
}

/** All that a cell shows besides its controls and `without`. */
export function staticText(el: Element, without: Element | null): string {
  const work = new NameWork(new NameContext(), false, true);
  if (without !== null) work.leaveOut(without);
  return oneLine(work.content(el), 80);
}

const NAME_FROM_CONTENT: ReadonlySet<string> = new Set(
  (
    "button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio row " +
    "rowheader switch tab tooltip treeitem generic listitem"
  ).split(" "),
);

/** One name computation. */
export class NameWork {
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
