/**
 * Staleness rule 6: may this element be acted on now? Visible, enabled, editable, not inert, and what a user would
 * hit at a point of it, judged from the top document down through every frame and shadow root.
 */
import { refuse, type ActionName } from "../protocol/index.js";
import { nameOf } from "./accessible-name.js";
import { shownText } from "./name-work.js";
import { boundaryOf } from "./boundaries.js";
import {
  composedParent,
  documentOf,
  flatParent,
  frameElementOf,
  holds,
  htmlTag,
  innerDocument,
  isAttached,
  isFrameElement,
  openRoot,
  type Root,
} from "./dom.js";
import { center, intersect, pointOutside, viewportOf, type Box, type Point } from "./geometry.js";
import * as p from "./pristine.js";
import { CANDIDATES, isControl, isTextField, roleOf } from "./roles.js";
import { oneLine } from "./text.js";
import type { ActionableRef, Clock, Refusal, ResolvedRef } from "./types.js";
import { inertCause } from "./inert.js";
import { Layout } from "./layout.js";
import { pointerTargetOf } from "./stand-in.js";
import { isDisabled, isReadonly } from "./usable.js";
import { shownPart } from "./visibility.js";
import { visibleBox } from "./visible-box.js";

export interface ActionabilityOptions {
  readonly isSdkNode: (node: Node) => boolean;
  readonly clock: Clock;
  readonly signal?: AbortSignal;
}

/** Result of the check, with what had to be done to the page for it. */
export interface Actionability extends ActionableRef {
  readonly scrolled: boolean;
}

/**
 * Scrolls the element into view if need be, waits until it rests, and finds a point at which a user would hit it.
 * Refuses with the first reason found; nothing but the scroll position of the page has changed then.
 */
export async function checkActionable(
  ref: ResolvedRef,
  action: ActionName,
  options: ActionabilityOptions,
): Promise<Actionability | Refusal> {
  const refused = checkState(ref, action, options.isSdkNode);
  if (refused !== null) return refused;
  let scrolled = false;
  let verdict = probe(ref, action, options.isSdkNode);
  for (const block of ALIGNMENTS) {
    if (verdict.kind === "hit") break;
    scrolled = scrollTo(pointerTargetOf(ref.element), block) || scrolled;
    await settleBox(ref.element, options);
    const again = checkState(ref, action, options.isSdkNode);
    if (again !== null) return again;
    verdict = probe(ref, action, options.isSdkNode);
  }
  if (verdict.kind === "hit") {
    await settleBox(ref.element, options);
    const again = checkState(ref, action, options.isSdkNode);
    if (again !== null) return again;
    verdict = probe(ref, action, options.isSdkNode);
  }
  if (verdict.kind === "hit") {
    return { ...ref, actionable: true, pointerTarget: verdict.target, point: verdict.point, scrolled };
  }
  return verdict.kind === "covered"
    ? refuse.elementObscured(ref.elementId, { coveredBy: coverOf(verdict.by) })
    : refuse.elementNotVisible(ref.elementId, { reason: verdict.reason });
}

const ALIGNMENTS: readonly ScrollLogicalPosition[] = ["nearest", "center", "end", "start"];

/** The same check at the last moment, without scrolling or waiting: for the instant before an event is sent. */
export function stillActionable(
  ref: ActionableRef,
  action: ActionName,
  isSdkNode: (node: Node) => boolean,
): Refusal | null {
  const refused = checkState(ref, action, isSdkNode);
  if (refused !== null) return refused;
  const verdict = probe(ref, action, isSdkNode);
  if (verdict.kind === "hit") return null;
  return verdict.kind === "covered"
    ? refuse.elementObscured(ref.elementId, { coveredBy: coverOf(verdict.by) })
    : refuse.elementNotVisible(ref.elementId, { reason: verdict.reason });
}

/** What needs no hit test: attached, no boundary, not inert, enabled, editable, rendered. */
export function checkState(
  ref: ResolvedRef,
  action: ActionName,
  isSdkNode: (node: Node) => boolean,
): Refusal | null {
  const { element: el, elementId: id } = ref;
  if (!isAttached(el)) return refuse.elementNotAvailable(id);
  if (isSdkNode(el)) return refuse.sdkElement(id);
  const boundary = boundaryOf(el);
  if (boundary !== null && !(action === "focus" && SAFE_TO_FOCUS.has(boundary)))
    return refusedBoundary(boundary, id, el);
  const inert = inertCause(el);
  if (inert !== null) return refuse.elementInert(id, { reason: inert });
  if (action !== "scroll" && isDisabled(el)) return refuse.elementDisabled(id);
  if (action === "fill" && isReadonly(el)) return refuse.elementReadonly(id);
  const layout = new Layout();
  const target = pointerTargetOf(el, layout);
  if (visibleBox(target, layout) === null || !framesShow(el)) return refuse.elementNotVisible(id);
  return null;
}

const SAFE_TO_FOCUS: ReadonlySet<string> = new Set(["download", "new_tab", "system_dialog"]);

export function refusedBoundary(
  boundary: NonNullable<ReturnType<typeof boundaryOf>>,
  id: string,
  el: Element,
): Refusal {
  switch (boundary) {
    case "cross_origin_frame":
      return refuse.crossOriginFrame(id);
    case "closed_shadow_root":
      return refuse.closedShadowRoot(id);
    case "file_input":
      return refuse.fileInput(id);
    case "download":
      return refuse.download(id);
    case "new_tab":
      return refuse.newTab(id);
    case "human_verification":
      return refuse.humanVerification(id);
    case "system_dialog":
      return refuse.systemDialog(htmlTag(el) === "a" ? "external_program" : "external_program", id);
  }
}

function framesShow(el: Element): boolean {
  for (
    let frame = frameElementOf(documentOf(el));
    frame !== null;
    frame = frameElementOf(documentOf(frame))
  ) {
    if (visibleBox(frame) === null) return false;
  }
  return true;
}

type Verdict =
  | { readonly kind: "hit"; readonly target: Element; readonly point: Point }
  | { readonly kind: "covered"; readonly by: Element }
  | { readonly kind: "outside"; readonly reason: string };

/** Looks for a point of the element, or of what stands for it, that a user would hit. */
function probe(ref: ResolvedRef, action: ActionName, isSdkNode: (node: Node) => boolean): Verdict {
  const layout = new Layout();
  const target = pointerTargetOf(ref.element, layout);
  const box = visibleBox(target, layout);
  if (box === null) return { kind: "outside", reason: "no_box" };
  const part = shownPart(target, box, layout);
  if (part === null) return { kind: "outside", reason: "out_of_view" };
  let cover: Element | null = null;
  for (const point of pointsOf(target, part)) {
    const hit = hitAt(documentOf(target), point, isSdkNode);
    if (hit === null) continue;
    const receiver = receives(ref.element, target, hit, action);
    if (receiver !== null) return { kind: "hit", target: receiver, point };
    cover ??= hit;
  }
  return cover === null ? { kind: "outside", reason: "out_of_view" } : { kind: "covered", by: cover };
}

/** Where a user might aim: the middle first, the lines of wrapped links, then points spread over the visible part. */
function* pointsOf(el: Element, part: Box): Generator<Point> {
  const rects = p.getClientRects(el);
  if (rects.length > 1) {
    for (let i = 0; i < rects.length && i < 4; i++) {
      const rect = rects[i];
      const line = rect === undefined ? null : intersect(p.boxOf(rect), part);
      if (line !== null) yield center(line);
    }
  }
  yield center(part);
  for (const [fx, fy] of SPREAD) yield { x: part.x + part.width * fx, y: part.y + part.height * fy };
}

const SPREAD: readonly (readonly [number, number])[] = [
  [0.25, 0.5],
  [0.75, 0.5],
  [0.5, 0.25],
  [0.5, 0.75],
  [0.1, 0.1],
  [0.9, 0.1],
  [0.1, 0.9],
  [0.9, 0.9],
];

/**
 * The innermost element that a user's pointer meets at a point of a document, or null when nothing of that document
 * shows there. Asked from the top: at every level the frame on the way must itself be what is hit, else the
 * element of the outer document that covers it is the answer. The SDK's own nodes do not count.
 */
export function hitAt(doc: Document, point: Point, isSdkNode: (node: Node) => boolean): Element | null {
  const levels: { frame: Element; point: Point }[] = [];
  let at = point;
  for (let frame = frameElementOf(doc); frame !== null; frame = frameElementOf(documentOf(frame))) {
    at = pointOutside(frame, at);
    levels.push({ frame, point: at });
  }
  for (let i = levels.length - 1; i >= 0; i--) {
    const level = levels[i];
    if (level === undefined) break;
    const hit = deepHit(documentOf(level.frame), level.point, isSdkNode);
    if (hit !== level.frame) return hit;
  }
  return deepHit(doc, point, isSdkNode);
}

function deepHit(doc: Document, point: Point, isSdkNode: (node: Node) => boolean): Element | null {
  let root: Document | ShadowRoot = doc;
  let hit: Element | null = null;
  for (let depth = 0; depth < 1000; depth++) {
    const next = topmostAt(root, point, isSdkNode);
    if (next === null || next === hit) return hit;
    hit = next;
    const shadow: ShadowRoot | null = openRoot(next);
    if (shadow === null) return hit;
    root = shadow;
  }
  return hit;
}

/** The single-element call also sees what has no box of its own (`display:contents`); the list looks under the SDK. */
function topmostAt(root: Root, point: Point, isSdkNode: (node: Node) => boolean): Element | null {
  const top = p.elementFromPoint(root, point.x, point.y);
  if (top === null || !isSdkNode(top)) return top;
  const stack = p.elementsFromPoint(root, point.x, point.y);
  for (let i = 0; i < stack.length; i++) {
    const el = stack[i];
    if (el !== undefined && !isSdkNode(el)) return el;
  }
  return null;
}

/** The element that gets the pointer events when `hit` is met, if that counts as the control; else null. */
function receives(control: Element, target: Element, hit: Element, action: ActionName): Element | null {
  if (hit === control || hit === target) return hit;
  if (holds(target, hit) || holds(control, hit)) {
    if (action === "scroll" || COMPOSITE.test(roleOf(control))) return hit;
    // A control inside this one takes the click for itself.
    for (let e: Element | null = hit; e !== null && e !== target && e !== control; e = flatParent(e)) {
      if (p.matches(e, CANDIDATES) && isControl(e) && !isDecoration(e)) return null;
    }
    return target === control ? control : target;
  }
  const label = p.closest(hit, "label");
  if (label !== null && p.labelControl(label as HTMLLabelElement) === control && !onOther(hit, label))
    return hit;
  return sharesField(control, hit) ? hit : null;
}

/** Widgets that are made of their parts. */
const COMPOSITE = /^(?:listbox|menu|menubar|tree|tablist|grid|treegrid|radiogroup|slider|spinbutton)$/;

/** A focusable wrapper inside a control that does nothing by itself. */
const isDecoration = (el: Element): boolean => roleOf(el) === "generic" && !p.hasAttribute(el, "onclick");

/** A link or button inside a label is not the label. */
function onOther(hit: Element, label: Element): boolean {
  for (let e: Element | null = hit; e !== null && e !== label; e = flatParent(e))
    if (p.matches(e, CANDIDATES) && isControl(e)) return true;
  return false;
}

/**
 * Libraries lay the chosen text or a placeholder over the small input of a combobox: what lies in the same box and
 * is no control of its own is part of the field.
 */
function sharesField(control: Element, hit: Element): boolean {
  if (
    htmlTag(control) !== "input" ||
    !(roleOf(control) === "combobox" || p.inputReadOnly(control as HTMLInputElement))
  )
    return false;
  let box = flatParent(control);
  for (let up = 0; box !== null && up < 6; box = flatParent(box), up++) {
    if (p.clientBox(box).height > 120) return false;
    let fields = 0;
    const held = p.queryAll(box, "input,select,textarea,button,a[href]");
    for (let i = 0, n = p.listLength(held); i < n; i++) if (held[i] !== undefined) fields++;
    if (fields > 1) return false;
    if (holds(box, hit)) return true;
  }
  return false;
}

/** What covers the target, told without markup: role, name, and whether it is a dialog or a frame. */
function coverOf(el: Element): Record<string, unknown> {
  let named: Element | null = el;
  let label = "";
  for (let up = 0; named !== null && up < 4; named = composedParent(named), up++) {
    label = nameOf(named) || oneLine(shownText(named), 80);
    if (label !== "" || named === documentOf(named).body) break;
  }
  return { role: roleOf(named ?? el), label };
}

/** Scrolls at once, whatever `scroll-behavior` says; tells whether anything moved. */
function scrollTo(el: Element, block: ScrollLogicalPosition): boolean {
  const before = topPosition(el);
  for (let target: Element | null = el; target !== null; target = frameElementOf(documentOf(target))) {
    p.scrollIntoView(target, {
      behavior: "instant",
      block,
      inline: block === "start" || block === "end" ? "nearest" : block,
    });
  }
  const after = topPosition(el);
  return before.x !== after.x || before.y !== after.y;
}

function topPosition(el: Element): Point {
  let point: Point = p.clientBox(el);
  for (
    let frame = frameElementOf(documentOf(el));
    frame !== null;
    frame = frameElementOf(documentOf(frame))
  ) {
    point = pointOutside(frame, point);
  }
  return point;
}

/** Waits until the element's box is the same in two frames, at most a second. Boxes move from frame to frame only. */
async function settleBox(el: Element, options: ActionabilityOptions): Promise<void> {
  let last = topPosition(el);
  const { clock, signal } = options;
  for (const until = clock.now() + REST_MS; clock.now() < until;) {
    // A hidden tab draws no frames, so a timer stands in.
    await Promise.race([p.nextFrame(), clock.sleep(FRAMELESS_MS, signal)]);
    if (!isAttached(el)) return;
    const now = topPosition(el);
    if (now.x === last.x && now.y === last.y && !isAnimated(el)) return;
    last = now;
  }
}

/** Whether an animation that ends runs on the element or what holds it: it may stand still at first, or turn back. */
function isAnimated(el: Element): boolean {
  for (let e: Element | null = el; e !== null; e = composedParent(e))
    if (p.hasEndingAnimation(e)) return true;
  return false;
}

const REST_MS = 1000;
const FRAMELESS_MS = 100;

/** Whether a field could take text at all; used where an action offers another way. */
export const takesText = isTextField;

/** The visible part of a document in its own coordinates; used by actions that aim without an element. */
export const visiblePart = (el: Element): Box | null => {
  const inner = isFrameElement(el) ? innerDocument(el) : null;
  return inner === null ? shownPart(el, p.clientBox(el), new Layout()) : viewportOf(inner);
};
