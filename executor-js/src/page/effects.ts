/**
 * Did a click do anything? Only what belongs to it counts: what its own handlers changed, and what came later near
 * the target or for the whole page (a navigation, a dialog, a message, controls that came or went). A clock that
 * ticks on the same page is not an effect, nor are the marks of hovering, focusing and pressing.
 */
import type { Changes } from "../protocol/index.js";
import { closestAcross, htmlTag, isElement, treeParent } from "./dom.js";
import * as p from "./pristine.js";
import { isTextField } from "./roles.js";
import type { MutationWatch } from "./settle.js";
import { listOf } from "./lists.js";

/** A node that changed this often in one action changes by itself. */
const PERIODIC = 3;

const SPHERE =
  "form,fieldset,dialog,[role=dialog],[role=alertdialog],[role=row],[role=tabpanel],[role=listbox],[role=menu],tr,li,article,section,.ant-form-item,.el-form-item";

/** Marks that come and go with the pointer and the focus. */
const PASSING = /focus|hover|ripple|wave|press(?:ed|ing)?$|touch|mousedown/i;
const IGNORED_ATTRIBUTES = /^(?:tabindex|data-.*(?:focus|hover|active|pressed).*)$/i;

export class EffectWatch {
  readonly #watch: MutationWatch;
  readonly #target: Element;
  readonly #noise = new Map<Node, number>();
  #own: MutationRecord[] = [];

  constructor(watch: MutationWatch, target: Element) {
    this.#watch = watch;
    this.#target = target;
    // What moved before anybody pressed moves by itself.
    for (const { target: node } of watch.drain()) this.#noise.set(node, PERIODIC);
  }

  /** Right before an event of the press is dispatched: what happened until now is not its doing. */
  before(): void {
    for (const { target } of this.#watch.drain()) this.#count(target);
  }

  /** When its handlers and their microtasks have run: what happened since is. */
  after(): void {
    this.#own.push(...this.#watch.drain());
  }

  /** Asked when the page has settled. */
  seen(changes: Changes): boolean {
    if (pageWide(changes) || this.#targetChanged(changes)) return true;
    if (this.#own.some((record) => this.#matters(record))) return true;
    const later = this.#watch.drain();
    for (const { target } of later) this.#count(target);
    const sphere = sphereOf(this.#target);
    return later.some(
      (record) =>
        (this.#noise.get(record.target) ?? 0) < PERIODIC &&
        p.contains(sphere, record.target) &&
        this.#matters(record),
    );
  }

  #count(node: Node): void {
    this.#noise.set(node, (this.#noise.get(node) ?? 0) + 1);
  }

  #targetChanged(changes: Changes): boolean {
    const { before, after } = changes.target ?? {};
    if (before === undefined || after === undefined) return false;
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    // A click gives a button the focus whatever else it does; into a text field one clicks for nothing else.
    if (!isTextField(this.#target) && htmlTag(this.#target) !== "select") keys.delete("focused");
    return keys.size > 0;
  }

  /** A change that a user would call one, and that is still there. */
  #matters(record: MutationRecord): boolean {
    switch (record.type) {
      case "characterData":
        return (p.nodeValue(record.target) ?? "").trim() !== (record.oldValue ?? "").trim();
      case "childList":
        return [...listOf(record.addedNodes), ...listOf(record.removedNodes)].some(hasSubstance);
      case "attributes":
        return this.#attributeMatters(record);
    }
  }

  #attributeMatters(record: MutationRecord): boolean {
    const { target, attributeName, oldValue } = record;
    if (!isElement(target) || attributeName === null || IGNORED_ATTRIBUTES.test(attributeName)) return false;
    const now = p.getAttribute(target, attributeName);
    if (now === oldValue) return false;
    if (attributeName !== "class") return true;
    const before = new Set((oldValue ?? "").split(/\s+/));
    const after = new Set((now ?? "").split(/\s+/));
    return (
      [...before].some((token) => !after.has(token) && !PASSING.test(token)) ||
      [...after].some((token) => !before.has(token) && !PASSING.test(token))
    );
  }
}

function pageWide(changes: Changes): boolean {
  return (
    changes.urlChanged ||
    changes.titleChanged ||
    changes.added > 0 ||
    changes.removed > 0 ||
    changes.messages.length > 0 ||
    changes.navigation !== undefined ||
    changes.dialog !== undefined ||
    changes.newTab !== undefined
  );
}

/** Something to read, see or use; an empty box is the ripple of a button. */
function hasSubstance(node: Node): boolean {
  if ((p.textContent(node) ?? "").trim() !== "") return true;
  if (!isElement(node)) return false;
  const things = "img,svg,canvas,video,input,button,select,textarea,iframe,a[href],[role]";
  return p.matches(node, things) || p.listLength(p.queryAll(node, things)) > 0;
}

/** The part of the page that a late change must lie in to be this click's: the form, row or dialog around it. */
function sphereOf(target: Element): Element {
  const named = closestAcross(target, SPHERE);
  if (named !== null) return named;
  let sphere = target;
  for (let up = 0; up < 3; up++) {
    const parent = treeParent(sphere);
    if (parent === null || htmlTag(parent) === "html") break;
    sphere = parent;
  }
  return sphere;
}
