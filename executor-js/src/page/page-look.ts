/** Looking at the page, so that two looks can be compared. Nothing is watched while nobody asks. */
import type { DialogChange, TargetState } from "../protocol/index.js";
import { nameOf } from "./accessible-name.js";
import { shownText } from "./name-work.js";
import { affordancesOf } from "./affordances.js";
import { attr, deepActiveElement, isAttached, isInput, isSelect, isTextArea } from "./dom.js";
import { InteractiveSet } from "./interactive-set.js";
import { readMessages, type Messages } from "./messages.js";
import { ownPopup } from "./own-list.js";
import { collectInteractive } from "./page-scanner.js";
import { PageWalk } from "./page-walk.js";
import * as p from "./pristine.js";
import { isTextField } from "./roles.js";
import * as state from "./state.js";
import { TEXT_CAP } from "./text.js";
import { isDisabled, isReadonly } from "./usable.js";
import { isVisible } from "./visibility.js";

/** The page at one moment, as far as changes are told from it. It holds elements: it must not outlive the request. */
export interface PageLook {
  readonly url: string;
  readonly title: string;
  /** Documents and open shadow roots. */
  readonly roots: readonly p.Root[];
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

/** Looks at the page; `target` is the element that the action is about. */
export function look(
  isSdkNode: (node: Node) => boolean,
  target?: { readonly element: Element; readonly sensitive: boolean },
): PageLook {
  const walk = new PageWalk(isSdkNode);
  const controls = collectInteractive(isSdkNode, walk);
  const values = new Map<Element, string>();
  for (const control of controls) {
    const value = valueKey(control);
    if (value !== undefined) values.set(control, value);
  }
  return {
    url: location.href,
    title: document.title,
    roots: walk.trees.map(({ root }) => root as p.Root),
    controls,
    fingerprint: new InteractiveSet([...controls]).fingerprint,
    values,
    messages: readMessages(walk, isSdkNode),
    dialogs: openDialogs(walk, isSdkNode),
    frames: new Map([...walk.frames].map(([frame, { root }]) => [frame, root as Document])),
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
const POPOVER = p.knowsSelector(":popover-open") ? "[popover]:popover-open" : undefined;

/** Dialogs and popovers that show now. */
export function openDialogs(
  walk: PageWalk,
  isSdkNode: (node: Node) => boolean,
): Map<Element, DialogChange["kind"]> {
  const open = new Map<Element, DialogChange["kind"]>();
  for (const { marked } of walk.trees) {
    const popovers: Element[] = [];
    for (const el of marked) {
      if (isSdkNode(el)) continue;
      if (p.matches(el, DIALOGS) && isVisible(el))
        open.set(el, attr(el, "role") === "alertdialog" ? "alertdialog" : "dialog");
      else if (POPOVER !== undefined && p.matches(el, POPOVER)) popovers[popovers.length] = el;
    }
    for (const popover of popovers) open.set(popover, "popover");
  }
  return open;
}
