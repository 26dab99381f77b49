/** What became different in the page through an action (seed 6.6): two looks at it, compared. */
import type {
  Changes,
  DialogChange,
  NavigationChange,
  PageElement,
  TargetChange,
  TargetState,
} from "../protocol/index.js";
import { nameOf } from "./accessible-name.js";
import { attr, htmlTag, treeParent } from "./dom.js";
import { newMessages } from "./messages.js";
import { targetState, type PageLook, type TargetLook } from "./page-look.js";
import * as p from "./pristine.js";
import type { MutationWatch } from "./settle.js";
import type { OpenedWindow, SystemDialogKind } from "./system-dialogs.js";
import { oneLine, publicUrl } from "./text.js";

/** The parts of two states that differ; undefined when none does. */
export function differences(before: TargetState, after: TargetState): TargetChange | undefined {
  const change: { before: Record<string, unknown>; after: Record<string, unknown> } = {
    before: {},
    after: {},
  };
  const left = before as Record<string, unknown>;
  const right = after as Record<string, unknown>;
  if (before.present !== after.present)
    return { before: { present: before.present === true }, after: { present: after.present === true } };
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    if (JSON.stringify(left[key]) === JSON.stringify(right[key])) continue;
    if (left[key] !== undefined) change.before[key] = left[key];
    if (right[key] !== undefined) change.after[key] = right[key];
  }
  return Object.keys(change.before).length + Object.keys(change.after).length === 0 ? undefined : change;
}

/** What happened meanwhile that no look can show. */
export interface Happened {
  readonly navigation?: NavigationChange | undefined;
  readonly systemDialogs: readonly SystemDialogKind[];
  readonly windows: readonly OpenedWindow[];
  readonly watch: MutationWatch;
}

export interface Comparison {
  readonly changes: Changes;
  /** A control appeared or disappeared that is not the field's own: the agent's plan is out of date. */
  readonly structureChanged: boolean;
}

/** Compares two looks. */
export function compare(before: PageLook, after: PageLook, happened: Happened): Comparison {
  const added = [...after.controls].filter((control) => !before.controls.has(control));
  const removed = [...before.controls].filter((control) => !after.controls.has(control));
  const dialog = dialogChange(before, after, happened.systemDialogs);
  const navigation = happened.navigation ?? frameNavigation(before, after);
  const target = targetChange(before.target, after.target);
  const window = happened.windows[0];
  const moved = navigation !== undefined && navigation.kind !== "frame" && navigation.pending !== true;
  const changes: Changes = {
    urlChanged: before.url !== after.url,
    titleChanged: before.title !== after.title,
    versionChanged: moved || before.fingerprint !== after.fingerprint,
    added: added.length,
    removed: removed.length,
    updated: countUpdated(before, after, happened.watch),
    messages: newMessages(before.messages, after.messages),
    ...(target !== undefined && { target }),
    ...(navigation !== undefined && { navigation: { ...navigation, url: publicUrl(navigation.url) } }),
    ...(dialog !== undefined && { dialog }),
    ...(window !== undefined && { newTab: { url: publicUrl(window.url) } }),
  };
  const ownBefore = before.target?.own ?? new Set<Element>();
  const ownAfter = after.target?.own ?? new Set<Element>();
  const structureChanged = !cancelsOut(
    added.filter((control) => !ownAfter.has(control)),
    removed.filter((control) => !ownBefore.has(control)),
  );
  return { changes, structureChanged };
}

/** A page that draws the same controls anew has changed nothing that a plan depends on. */
function cancelsOut(added: readonly Element[], removed: readonly Element[]): boolean {
  if (added.length !== removed.length) return false;
  const count = new Map<string, number>();
  for (const control of added) count.set(sketch(control), (count.get(sketch(control)) ?? 0) + 1);
  for (const control of removed) count.set(sketch(control), (count.get(sketch(control)) ?? 0) - 1);
  return [...count.values()].every((left) => left === 0);
}

/** What can be told of a control also after it was removed, when it has no label or place any more. */
function sketch(control: Element): string {
  const parts = ["type", "name", "id", "role", "aria-label", "href", "placeholder"].map((name) =>
    attr(control, name),
  );
  return [htmlTag(control), ...parts, oneLine(p.textContent(control) ?? "", 80)].join("\n");
}

function targetChange(
  before: TargetLook | undefined,
  after: TargetLook | undefined,
): TargetChange | undefined {
  if (before === undefined || after === undefined) return undefined;
  const found = differences(before.state, after.state);
  if (!before.sensitive || before.raw === after.raw || after.state.present === false) return found;
  // That a secret changed may be told, and nothing else of it.
  return {
    before: { ...found?.before, valueRedacted: true },
    after: { ...found?.after, valueRedacted: true },
  };
}

const STATES: ReadonlySet<string> = new Set(
  (
    "aria-checked aria-disabled aria-expanded aria-hidden aria-invalid aria-label aria-pressed aria-readonly aria-required " +
    "aria-selected aria-valuenow aria-valuetext aria-current disabled readonly required href value open"
  ).split(" "),
);

/** Known controls whose value, state or text is another now. */
function countUpdated(before: PageLook, after: PageLook, watch: MutationWatch): number {
  const updated = new Set<Element>();
  for (const [control, value] of before.values) {
    const now = after.values.get(control);
    if (now !== undefined && now !== value) updated.add(control);
  }
  for (const record of watch.all()) {
    const control = ownerOf(record.target, before.controls);
    if (control === undefined || !after.controls.has(control) || updated.has(control)) continue;
    if (record.type === "attributes") {
      const name = record.attributeName ?? "";
      if (record.target !== control || !STATES.has(name) || p.getAttribute(control, name) === record.oldValue)
        continue;
    }
    updated.add(control);
  }
  return updated.size;
}

function ownerOf(node: Node, controls: ReadonlySet<Element>): Element | undefined {
  let at: Element | null = p.nodeType(node) === 1 ? (node as Element) : treeParent(node);
  for (let up = 0; at !== null && up < 8; up++, at = treeParent(at)) if (controls.has(at)) return at;
  return undefined;
}

function dialogChange(
  before: PageLook,
  after: PageLook,
  system: readonly SystemDialogKind[],
): DialogChange | undefined {
  const called = system[0];
  if (called !== undefined) return { kind: "system", systemDialog: called, opened: true };
  const own = [before.target?.popup, after.target?.popup];
  const isOwn = (dialog: Element): boolean =>
    own.some(
      (popup) =>
        popup !== null &&
        popup !== undefined &&
        (popup === dialog || p.contains(dialog, popup) || p.contains(popup, dialog)),
    );
  for (const [dialog, kind] of after.dialogs) {
    if (before.dialogs.has(dialog) || isOwn(dialog)) continue;
    const label = nameOf(dialog);
    return { kind, opened: true, ...(label !== "" && { label }) };
  }
  for (const [dialog, kind] of before.dialogs) {
    if (!after.dialogs.has(dialog) && !isOwn(dialog)) return { kind, closed: true };
  }
  return undefined;
}

/** A frame that shows another document now. */
function frameNavigation(before: PageLook, after: PageLook): NavigationChange | undefined {
  for (const [frame, inner] of after.frames) {
    const was = before.frames.get(frame);
    if (was !== undefined && was !== inner) return { kind: "frame", url: inner.URL };
  }
  return undefined;
}

/** For an action that only looks. */
export function noChanges(): Changes {
  return {
    urlChanged: false,
    titleChanged: false,
    versionChanged: false,
    added: 0,
    removed: 0,
    updated: 0,
    messages: [],
  };
}

/** How an element differs from what a snapshot told of it; undefined when it does not. */
export function changedSince(
  listed: PageElement,
  element: Element,
  sensitive: boolean,
): TargetChange | undefined {
  const now = targetState(element, sensitive);
  const then = listedState(listed);
  delete now.focused; // which a snapshot does not tell
  // A label is identity, so another one has been refused before. What a container holds is not listed as its text.
  for (const state of [now, then]) {
    delete state.label;
    if (listed.scrollable !== undefined) delete state.text;
  }
  return differences(then, now);
}

function listedState(listed: PageElement): TargetState {
  const {
    label,
    text,
    visible,
    disabled,
    readonly,
    value,
    valueRedacted,
    checked,
    expanded,
    selected,
    pressed,
  } = listed;
  return {
    present: true,
    label,
    text,
    visible,
    disabled,
    readonly,
    invalid: listed.invalid === true,
    ...(valueRedacted === true ? { valueRedacted } : { value }),
    ...(checked !== undefined && { checked }),
    ...(expanded !== undefined && { expanded }),
    ...(selected !== undefined && { selected }),
    ...(pressed !== undefined && { pressed }),
  };
}
