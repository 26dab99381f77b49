/** Writes the list entry of one element: what the contract tells of it, and which actions it takes now. */
import type { ActionName, PageElement } from "../protocol/index.js";
import { boundaryOf } from "./boundaries.js";
import { attr, documentOf, htmlTag } from "./dom.js";
import type { Facts } from "./facts.js";
import { wireRect, type Box } from "./geometry.js";
import { formOf, type Portrait } from "./identity.js";
import * as p from "./pristine.js";
import { isCheckableRole, isListButton, isTextField, kindOf, typeOf } from "./roles.js";
import { scrollStateOf } from "./scrolling.js";
import { isCut, wireValue } from "./state.js";
import { oneLine, publicUrl } from "./text.js";
import { inertCause } from "./inert.js";
import type { Layout } from "./layout.js";
import { isAriaHidden } from "./visibility.js";

/** An element entry before it has an id. */
export type Draft = Omit<PageElement, "elementId">;

/** One control that shows, not yet described. */
export interface Sighting {
  readonly element: Element;
  /** Visible box in the client coordinates of its own document. */
  readonly box: Box;
  readonly inViewport: boolean;
  /** Listed only because it scrolls. */
  readonly scrollOnly: boolean;
}

/** The entry of one sighting; its frame is the caller's to add. */
export function entryOf(
  s: Sighting,
  portrait: Portrait,
  facts: Facts,
  includeSensitive: boolean,
  layout: Layout,
): Draft {
  const el = s.element;
  const { role } = portrait.identity;
  const redacted = portrait.sensitive && !includeSensitive;
  const draft: Draft = {
    kind: kindOf(el, role),
    role,
    type: typeOf(el),
    label: portrait.name.text,
    text: redacted ? "" : facts.text,
    value: redacted ? null : wireValue(facts.raw),
    options: redacted ? [] : facts.options,
    visible: true,
    inViewport: s.inViewport,
    disabled: facts.disabled,
    readonly: facts.readonly,
    required: facts.required,
    rect: wireRect(layout.projection(documentOf(el)).box(s.box)),
    actions: [],
  };
  put(draft, "checked", facts.checked);
  put(draft, "expanded", facts.expanded);
  put(draft, "selected", facts.selected);
  put(draft, "pressed", facts.pressed);
  if (!redacted && isCut(facts.raw)) draft.valueTruncated = true;
  if (!redacted && facts.optionCount > facts.options.length) draft.optionCount = facts.optionCount;
  if (facts.invalid) draft.invalid = true;
  if (portrait.sensitive) draft.sensitive = true;
  if (redacted) draft.valueRedacted = true;
  if (isAriaHidden(el)) draft.ariaHidden = true;
  if (portrait.context !== "") draft.context = portrait.context;
  put(draft, "scrollable", scrollStateOf(el));
  addForm(draft, el);
  const boundary = boundaryOf(el);
  if (boundary !== null && boundary !== "system_dialog") draft.boundary = boundary;
  if (boundary === null && inertCause(el, layout) === null) {
    draft.actions = acceptedActions(el, draft, s.scrollOnly);
  }
  return draft;
}

function put<K extends keyof Draft>(draft: Draft, key: K, value: Draft[K] | undefined): void {
  if (value !== undefined) draft[key] = value;
}

function addForm(draft: Draft, el: Element): void {
  const form = formOf(el);
  if (form === null || draft.kind === "link") return;
  const id = oneLine(attr(form, "id"));
  const name = oneLine(attr(form, "name"));
  const action = attr(form, "action");
  const method = attr(form, "method").toLowerCase();
  if (id !== "") draft.formId = id;
  if (name !== "") draft.formName = name;
  const doc = documentOf(el);
  draft.formAction = publicUrl(action === "" ? p.documentUrl(doc) : resolve(action, p.baseUri(doc)));
  draft.formMethod = method === "post" || method === "dialog" ? method : "get";
}

function resolve(url: string, base: string): string {
  try {
    return new URL(url, base).href;
  } catch {
    return url;
  }
}

/** The actions that an element takes in its present state (boundaries and inert elements take none). */
export function acceptedActions(
  el: Element,
  is: Pick<Draft, "role" | "disabled" | "readonly" | "scrollable">,
  scrollOnly = false,
): ActionName[] {
  const actions: ActionName[] = [];
  const add = (...names: ActionName[]): void => {
    for (const name of names) actions.push(name);
  };
  if (!is.disabled && !scrollOnly) {
    const { role } = is;
    const tag = htmlTag(el);
    const fillable =
      isTextField(el) ||
      role === "slider" ||
      role === "spinbutton" ||
      role === "textbox" ||
      role === "searchbox" ||
      (tag === "input" && p.inputType(el as HTMLInputElement) === "color");
    if (fillable && !is.readonly) add("fill");
    if (
      tag === "select" ||
      role === "listbox" ||
      isListButton(el, role) ||
      (role === "combobox" && !/^(?:dialog|grid)$/.test(attr(el, "aria-haspopup")))
    )
      add("select");
    if (isCheckableRole(role))
      add(...(tag === "input" && role === "radio" ? (["check"] as const) : (["check", "uncheck"] as const)));
    add("click");
    if (isFocusable(el)) add("focus", "keyboard");
  }
  if (is.scrollable !== undefined) add("scroll");
  return actions;
}

/** Whether `focus()` can move the focus to it. */
export function isFocusable(el: Element): boolean {
  switch (htmlTag(el)) {
    case "input":
    case "select":
    case "textarea":
    case "button":
    case "summary":
    case "iframe":
      return true;
    case "a":
    case "area":
      if (p.hasAttribute(el, "href")) return true;
      break;
    default:
  }
  return (
    p.hasAttribute(el, "tabindex") ||
    (p.hasAttribute(el, "contenteditable") && attr(el, "contenteditable") !== "false")
  );
}
