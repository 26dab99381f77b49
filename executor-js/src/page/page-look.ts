/** Looking at the page, so that two looks can be compared. Nothing is watched while nobody asks. */
import type { DialogChange, TargetState } from "../protocol/index.js";
import { nameOf, shownText } from "./accessible-name.js";
import { affordancesOf } from "./affordances.js";
import {
  attr,
  deepActiveElement,
  innerDocument,
  isAttached,
  isFrameElement,
  isInput,
  isSelect,
  isTextArea,
  openRoot,
} from "./dom.js";
import { InteractiveSet } from "./interactive-set.js";
import { readMessages, type Messages } from "./messages.js";
import { ownPopup } from "./own-list.js";
import { collectInteractive } from "./page-scanner.js";
import * as p from "./pristine.js";
import { isTextField } from "./roles.js";
import * as state from "./state.js";
import { TEXT_CAP } from "./text.js";
import { isDisabled, isReadonly, isVisible } from "./visibility.js";
import { all } from "./lists.js";

/** The page at one moment, as far as changes are told from it. It holds elements: it must not outlive the request. */
export interface PageLook {
  readonly url: string;
  readonly title: string;
  readonly controls: ReadonlySet<Element>;
  readonly fingerprint: string;
  /** Live values of native controls, which change without a mutation. */
  readonly values: ReadonlyMap<Element, string>;
  readonly messages: Messages;
  readonly dialogs: ReadonlyMap<Element, DialogChange["kind"]>;
  readonly frames: ReadonlyMap<Element, Document>;
  readonly target?: TargetLook;
}

export interface TargetLook {
  readonly element: Element;
  readonly sensitive: boolean;
  readonly state: TargetState;
  /** The raw value, also of a sensitive field; never leaves the page. */
  readonly raw: string;
  readonly own: ReadonlySet<Element>;
  readonly popup: Element | null;
}

/** Documents and open shadow roots of the page, the top document first. */
export function liveRoots(isSdkNode: (node: Node) => boolean): p.Root[] {
  const roots: p.Root[] = [document];
  for (let i = 0; i < roots.length; i++) {
    const root = roots[i];
    if (root === undefined) break;
    const all = p.queryAll(root, "*");
    for (let j = 0, n = p.listLength(all); j < n; j++) {
      const element = all[j];
      if (element === undefined) continue;
      const inner = openRoot(element) ?? (isFrameElement(element) ? innerDocument(element) : null);
      if (inner !== null && !isSdkNode(element)) roots.push(inner);
    }
  }
  return roots;
}

/** Looks at the page; `target` is the element that the action is about. */
export function look(
  isSdkNode: (node: Node) => boolean,
  target?: { readonly element: Element; readonly sensitive: boolean },
): PageLook {
  const roots = liveRoots(isSdkNode);
  const controls = collectInteractive(isSdkNode);
  const values = new Map<Element, string>();
  for (const control of controls) {
    const value = valueKey(control);
    if (value !== undefined) values.set(control, value);
  }
  return {
    url: location.href,
    title: document.title,
    controls,
    fingerprint: new InteractiveSet([...controls]).fingerprint,
    values,
    messages: readMessages(roots, isSdkNode),
    dialogs: openDialogs(roots, isSdkNode),
    frames: innerDocuments(roots),
    ...(target !== undefined && { target: lookAt(target.element, target.sensitive) }),
  };
}

function lookAt(element: Element, sensitive: boolean): TargetLook {
  return {
    element,
    sensitive,
    state: targetState(element, sensitive),
    raw: isAttached(element) ? JSON.stringify(state.rawValue(element)) : "",
    own: affordancesOf(element),
    popup: p.isConnected(element) ? ownPopup(element) : null,
  };
}

function valueKey(control: Element): string | undefined {
  if (isInput(control))
    return `${p.inputValue(control)}\n${String(p.inputChecked(control))}${String(p.inputIndeterminate(control))}`;
  if (isTextArea(control)) return p.textAreaValue(control);
  return isSelect(control) ? state.selectedLabels(control).join("\n") : undefined;
}

/** One element as `changes.target` and `observe` tell it. */
export function targetState(element: Element, sensitive: boolean): TargetState {
  if (!isAttached(element)) return { present: false };
  const found: TargetState = {
    present: true,
    label: nameOf(element),
    text: isTextField(element) || isSelect(element) ? "" : shownText(element, TEXT_CAP),
    visible: isVisible(element),
    disabled: isDisabled(element),
    readonly: isReadonly(element),
    invalid: state.invalidOf(element),
    focused: deepActiveElement() === element,
  };
  if (sensitive) found.valueRedacted = true;
  else found.value = state.valueOf(element);
  put(found, "checked", sensitive ? undefined : state.checkedOf(element));
  put(found, "expanded", state.expandedOf(element));
  put(found, "selected", state.selectedOf(element));
  put(found, "pressed", state.pressedOf(element));
  return found;
}

function put<K extends keyof TargetState>(
  target: TargetState,
  key: K,
  value: TargetState[K] | undefined,
): void {
  if (value !== undefined) target[key] = value;
}

const DIALOGS = "dialog[open],[role=dialog],[role=alertdialog]";

/** Dialogs and popovers that show now. */
export function openDialogs(
  roots: readonly p.Root[],
  isSdkNode: (node: Node) => boolean,
): Map<Element, DialogChange["kind"]> {
  const open = new Map<Element, DialogChange["kind"]>();
  for (const root of roots) {
    for (const dialog of all(root, DIALOGS)) {
      if (isSdkNode(dialog) || !isVisible(dialog)) continue;
      open.set(dialog, attr(dialog, "role") === "alertdialog" ? "alertdialog" : "dialog");
    }
    try {
      for (const popover of all(root, ":popover-open")) {
        if (!isSdkNode(popover) && !open.has(popover)) open.set(popover, "popover");
      }
    } catch {
      // A browser without popovers.
    }
  }
  return open;
}

function innerDocuments(roots: readonly p.Root[]): Map<Element, Document> {
  const found = new Map<Element, Document>();
  for (const root of roots) {
    const frame = p.nodeType(root) === 9 ? frameOf(root as Document) : null;
    if (frame !== null) found.set(frame, root as Document);
  }
  return found;
}

function frameOf(inner: Document): Element | null {
  const view = p.defaultView(inner);
  return view === null || view === window ? null : p.frameElementOf(view);
}
