/**
 * What an element is: ARIA role (explicit or implied by HTML-AAM), kind and type of the contract, and which
 * elements count as controls at all.
 */
import type { PageElement } from "../protocol/index.js";
import { attr, htmlTag, isHtml } from "./dom.js";
import * as p from "./pristine.js";

export type Kind = PageElement["kind"];

/**
 * Everything that may be a control. Wide on purpose: the browser matches it natively, `isControl` then decides.
 */
export const NATIVE_CONTROLS =
  "a,button,input:not([type=hidden i]),select,textarea,summary,area,iframe,frame";
/** Names of elements that may be controls (hidden inputs among them). */
export const NATIVE_NAMES: ReadonlySet<string> = new Set(
  "a button input select textarea summary area iframe frame".split(" "),
);
/** Attributes that make a control of any element. */
export const CONTROL_MARKS = "[role],[tabindex],[contenteditable],[onclick]";
export const CANDIDATES = `${NATIVE_CONTROLS},${CONTROL_MARKS}`;

/** Roles a user can operate. */
const INTERACTIVE: ReadonlySet<string> = new Set(
  (
    "button link textbox searchbox combobox listbox checkbox radio switch slider spinbutton option menuitem " +
    "menuitemcheckbox menuitemradio tab treeitem scrollbar"
  ).split(" "),
);

/** Other ARIA roles that may stand in a `role` attribute; anything else there is a typing error and is skipped. */
const PASSIVE: ReadonlySet<string> = new Set(
  (
    "alert alertdialog application article banner blockquote caption cell code columnheader complementary contentinfo " +
    "definition deletion dialog directory document emphasis feed figure form generic grid gridcell group heading img " +
    "image insertion list listitem log main mark marquee math menu menubar meter navigation none note paragraph " +
    "presentation progressbar radiogroup region row rowgroup rowheader search separator status strong subscript " +
    "superscript suggestion table tablist tabpanel term time timer toolbar tooltip tree treegrid"
  ).split(" "),
);

const FORM_ROLES: ReadonlySet<string> = new Set(
  "textbox searchbox combobox listbox checkbox radio switch slider spinbutton".split(" "),
);

const INPUT_ROLES: Readonly<Record<string, string>> = {
  button: "button",
  submit: "button",
  reset: "button",
  image: "button",
  file: "button",
  checkbox: "checkbox",
  radio: "radio",
  range: "slider",
  number: "spinbutton",
  search: "searchbox",
};

const TAG_ROLES: Readonly<Record<string, string>> = {
  button: "button",
  summary: "button",
  textarea: "textbox",
  option: "option",
  iframe: "document",
  frame: "document",
  img: "img",
  li: "listitem",
  ul: "list",
  ol: "list",
  menu: "list",
  tr: "row",
  td: "cell",
  th: "columnheader",
  table: "table",
  form: "form",
  dialog: "dialog",
  nav: "navigation",
  main: "main",
  aside: "complementary",
  article: "article",
  fieldset: "group",
  details: "group",
  h1: "heading",
  h2: "heading",
  h3: "heading",
  h4: "heading",
  h5: "heading",
  h6: "heading",
  progress: "progressbar",
  meter: "meter",
  output: "status",
  hr: "separator",
  p: "paragraph",
};

/** Option rows of common libraries that carry no usable role; matched on the element that reacts to the mouse. */
export const LIBRARY_OPTIONS =
  ".ant-select-item-option,.el-select-dropdown__item,.ant-cascader-menu-item,.el-cascader-node,.ivu-select-item," +
  ".arco-select-option,.n-base-select-option,.t-select-option,.semi-select-option,.ant-mentions-dropdown-menu-item," +
  ".el-autocomplete-suggestion__list>li";

/** The role that counts: the first known token of `role`, else the one HTML gives; `generic` for none. */
export function roleOf(el: Element): string {
  const explicit = p.getAttribute(el, "role");
  if (explicit !== null && explicit !== "") {
    const role = firstKnown(explicit);
    if (role !== "") return role;
  }
  return impliedRole(el);
}

function firstKnown(tokens: string): string {
  for (const token of tokens.toLowerCase().split(/\s+/)) {
    if (INTERACTIVE.has(token)) return token;
    // `none` does not take the role away from what can be focused, so the implied one stays (ARIA, conflict resolution).
    if (PASSIVE.has(token)) return token === "none" || token === "presentation" ? "" : token;
  }
  return "";
}

export function impliedRole(el: Element): string {
  const tag = htmlTag(el);
  switch (tag) {
    case "":
      return p.localName(el) === "svg" ? "img" : p.localName(el) === "a" ? "link" : "generic";
    case "a":
    case "area":
      return p.hasAttribute(el, "href") ? "link" : "generic";
    case "input": {
      const input = el as HTMLInputElement;
      const type = p.inputType(input);
      const role = INPUT_ROLES[type];
      if (role !== undefined && role !== "searchbox") return role;
      return p.hasAttribute(el, "list") && p.inputList(input) !== null ? "combobox" : (role ?? "textbox");
    }
    case "select": {
      const select = el as HTMLSelectElement;
      return p.selectMultiple(select) || p.selectSize(select) > 1 ? "listbox" : "combobox";
    }
    default:
      break;
  }
  if (isEditingHost(el)) return "textbox";
  const implied = TAG_ROLES[tag];
  if ((implied === undefined || implied === "listitem") && isLibraryOption(el)) return "option";
  return implied ?? "generic";
}

/** An option row of a known library, told by its class for want of a role. */
export function isLibraryOption(el: Element): boolean {
  return p.hasAttribute(el, "class") && p.matches(el, LIBRARY_OPTIONS);
}

export const isInteractiveRole = (role: string): boolean => INTERACTIVE.has(role);

/** A button that opens a list and shows what is chosen there; one that Tab passes by is the arrow of a field. */
export const isListButton = (el: Element, role: string): boolean =>
  role === "button" && attr(el, "aria-haspopup") === "listbox" && attr(el, "tabindex") !== "-1";

/** The contract's four kinds (seed 6.2). */
export function kindOf(el: Element, role: string): Kind {
  switch (htmlTag(el)) {
    case "input":
      return role === "button" && p.inputType(el as HTMLInputElement) !== "file" ? "button" : "form-control";
    case "select":
    case "textarea":
      return "form-control";
    default:
      if (role === "button" || role === "link") return role;
      return FORM_ROLES.has(role) ? "form-control" : "other";
  }
}

/** Type of a native control as its `type` property tells it; `contenteditable`; empty elsewhere. */
export function typeOf(el: Element): string {
  switch (htmlTag(el)) {
    case "input":
      return p.inputType(el as HTMLInputElement);
    case "button":
      return p.buttonType(el as HTMLButtonElement);
    case "textarea":
      return "textarea";
    case "select":
      return p.selectMultiple(el as HTMLSelectElement) ? "select-multiple" : "select-one";
    default:
      return isEditingHost(el) ? "contenteditable" : "";
  }
}

/** The element that an editing session belongs to: editable itself, in a parent that is not. */
export function isEditingHost(el: Element): boolean {
  const value = p.getAttribute(el, "contenteditable");
  if (value === null || value.toLowerCase() === "false" || !isHtml(el) || !p.isContentEditable(el))
    return false;
  const parent = p.parentNode(el);
  return (
    parent === null ||
    p.nodeType(parent) !== 1 ||
    !isHtml(parent as Element) ||
    !p.isContentEditable(parent as HTMLElement)
  );
}

/** Inside an editing host, where links and the like are text. A native control in it is a control all the same. */
function isEditedText(el: Element, tag: string): boolean {
  return (
    tag !== "input" &&
    tag !== "select" &&
    tag !== "textarea" &&
    tag !== "button" &&
    isHtml(el) &&
    p.isContentEditable(el)
  );
}

/**
 * Whether a candidate is a control (or a frame). Reads attributes only: no style, no layout.
 */
export function isControl(el: Element): boolean {
  const tag = htmlTag(el);
  switch (tag) {
    case "input":
      return p.inputType(el as HTMLInputElement) !== "hidden";
    case "button":
    case "select":
    case "textarea":
    case "iframe":
    case "frame":
      return true;
    case "summary":
      return isFirstSummary(el);
    case "html":
    case "body":
      return isEditingHost(el); // a page that listens to clicks anywhere is no control
    case "a":
    case "area":
      if (p.hasAttribute(el, "href")) return !isEditedText(el, tag);
      break;
    default:
      break;
  }
  // An editing host says mostly that it is a text box; what is in it may say so too and is text all the same.
  if (p.hasAttribute(el, "contenteditable") && isEditingHost(el)) return true;
  const role = p.getAttribute(el, "role");
  if (role !== null && INTERACTIVE.has(firstKnown(role))) return !isEditedText(el, tag);
  if (p.hasAttribute(el, "contenteditable")) return false;
  if (p.hasAttribute(el, "onclick")) return true;
  const tabIndex = p.getAttribute(el, "tabindex");
  if (tabIndex !== null && Number.parseInt(tabIndex, 10) >= 0) return !isEditedText(el, tag);
  return tag === "" && p.localName(el) === "a" && attr(el, "href") !== "";
}

function isFirstSummary(el: Element): boolean {
  const parent = p.parentNode(el);
  if (parent === null || p.nodeType(parent) !== 1 || htmlTag(parent as Element) !== "details") return false;
  for (let s = p.previousElementSibling(el); s !== null; s = p.previousElementSibling(s)) {
    if (htmlTag(s) === "summary") return false;
  }
  return true;
}

const NOT_TEXT: ReadonlySet<string> = new Set(
  "button submit reset image file checkbox radio range color hidden".split(" "),
);

/** Input types that take text from a keyboard (dates and times too). */
export const isTextType = (type: string): boolean => !NOT_TEXT.has(type);

/** A field whose text can be replaced: text-like input, text area, or editing host. */
export function isTextField(el: Element): boolean {
  switch (htmlTag(el)) {
    case "input":
      return isTextType(p.inputType(el as HTMLInputElement));
    case "textarea":
      return true;
    default:
      return isEditingHost(el);
  }
}

/** Checkbox, radio, switch and their menu twins. */
export const isCheckableRole = (role: string): boolean =>
  role === "checkbox" ||
  role === "radio" ||
  role === "switch" ||
  role === "menuitemcheckbox" ||
  role === "menuitemradio";
