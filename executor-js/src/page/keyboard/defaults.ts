/**
 * The default actions of keys. A key that a script sends has none, so each is done here, and only when the page has
 * not prevented it.
 */
import { closestAcross, htmlTag, isInput, isSelect } from "../dom.js";
import { fireChange, fireInput, focusOn } from "../framework-events.js";
import type { Stroke } from "../keys.js";
import { chooseIndex, dispatch, readSelectedIndex, realmOfNode, scrollTo } from "../native.js";
import * as p from "../pristine.js";
import { breakLine, command, erase, moveCaret, takesTyping, typeText } from "./edit.js";
import { click, submitFrom } from "./submit.js";
import { nextTabStop, radioGroup } from "./tab-order.js";
import { all, listOf } from "../lists.js";

/** `done`: something was there to do; `none`: nothing; `clipboard`: only the user can do it. */
export type DefaultAction = "done" | "none" | "clipboard";

export interface KeyWorld {
  readonly isSdkNode: (node: Node) => boolean;
  readonly scroller: (at: Element) => Element | undefined;
}

const done = (did: unknown): DefaultAction => (did === false ? "none" : "done");

/** What the key does at `at` on its way down. */
export function defaultOf(at: Element, stroke: Stroke, world: KeyWorld): DefaultAction {
  const { key } = stroke;
  if (stroke.control || stroke.meta) {
    const did = key.length === 1 ? command(at, stroke) : takesTyping(at) && editKey(at, stroke);
    return did === undefined ? "clipboard" : done(did);
  }
  if (stroke.alt) return "none";
  switch (key) {
    case "Tab":
      return done(tab(at, stroke.shift, world));
    case "Enter":
      return done(enter(at, stroke.shift));
    case "Escape":
      return done(escape(at));
    default:
      break;
  }
  if (takesTyping(at)) {
    if (isInput(at) && p.inputType(at) === "number" && /^Arrow(?:Up|Down)$/.test(key))
      return done(stepNumber(at, key));
    if (key.length === 1 || [...key].length === 1) return done(typeText(at, key));
    return editKey(at, stroke) ? "done" : done(scroll(at, stroke, world));
  }
  if (isInput(at) && p.inputType(at) === "radio" && key.startsWith("Arrow")) return done(moveRadio(at, key));
  if (isInput(at) && p.inputType(at) === "range") return done(stepRange(at, key));
  if (isSelect(at)) return done(moveSelect(at, key));
  return done(scroll(at, stroke, world));
}

/** What the key does when it comes up again: Space presses buttons then. */
export function defaultOnUp(at: Element, stroke: Stroke): void {
  if (stroke.key === " " && !stroke.control && !stroke.alt && !stroke.meta && isPressable(at)) click(at);
}

const BUTTON_TYPES = /^(?:button|submit|reset|image|checkbox|radio|color)$/;

/** Space presses it. */
export function isPressable(at: Element): boolean {
  const tag = htmlTag(at);
  return tag === "button" || tag === "summary" || (isInput(at) && BUTTON_TYPES.test(p.inputType(at)));
}

function editKey(at: Element, stroke: Stroke): boolean {
  if (stroke.key === "Backspace" || stroke.key === "Delete") {
    erase(at, stroke);
    return true;
  }
  return moveCaret(at, stroke);
}

function enter(at: Element, shift: boolean): boolean {
  const tag = htmlTag(at);
  if (
    tag === "button" ||
    tag === "summary" ||
    ((tag === "a" || tag === "area") && p.hasAttribute(at, "href"))
  ) {
    click(at);
    return true;
  }
  if (isInput(at)) {
    if (/^(?:button|submit|reset|image|color|file)$/.test(p.inputType(at))) {
      click(at);
      return true;
    }
    return submitFrom(at);
  }
  if (!takesTyping(at)) return false;
  breakLine(at, shift);
  return true;
}

function tab(at: Element, backward: boolean, world: KeyWorld): boolean {
  const stop = nextTabStop(at, backward, world.isSdkNode);
  if (stop === null) return false;
  focusOn(stop);
  if (isInput(stop) && takesTyping(stop)) stop.select();
  return true;
}

/** Popovers that Escape closes; those that are opened by hand, the SDK's own among them, stay. */
const LIGHT_POPOVER = ":is([popover=''],[popover=auto i],[popover=hint i]):popover-open";

/** Closes the dialog or popover that the focus is in, or the one on top. */
function escape(at: Element): boolean {
  const dialog = (closestAcross(at, "dialog[open]") ?? lastOf("dialog:modal")) as HTMLDialogElement | null;
  if (dialog?.matches(":modal") === true) {
    const { Event: Constructor } = realmOfNode(dialog);
    if (dispatch(dialog, new Constructor("cancel", { cancelable: true }))) dialog.close();
    return true;
  }
  const popover = (closestAcross(at, LIGHT_POPOVER) ?? lastOf(LIGHT_POPOVER)) as HTMLElement | null;
  if (popover === null) return false;
  popover.hidePopover();
  return true;
}

function lastOf(selector: string): Element | null {
  return all(document, selector).at(-1) ?? null;
}

function stepNumber(at: HTMLInputElement, key: string): void {
  if (key === "ArrowUp") at.stepUp();
  else at.stepDown();
  changed(at);
}

/** More steps than a slider has; a larger number would wrap round, for the browser counts them in 32 bits. */
const FAR = 0x7fffffff;

/** The value of a slider after a key; a tenth of its range for the page keys. */
function stepRange(at: HTMLInputElement, key: string): boolean {
  const before = p.inputValue(at);
  const [min, max] = [Number(at.min || 0), Number(at.max || 100)];
  const big = Math.max(1, Math.round((max - min) / 10 / (Number(at.step) || 1)));
  switch (key) {
    case "ArrowUp":
    case "ArrowRight":
      at.stepUp();
      break;
    case "ArrowDown":
    case "ArrowLeft":
      at.stepDown();
      break;
    case "PageUp":
      at.stepUp(big);
      break;
    case "PageDown":
      at.stepDown(big);
      break;
    case "Home":
      at.stepDown(FAR);
      break;
    case "End":
      at.stepUp(FAR);
      break;
    default:
      return false;
  }
  if (p.inputValue(at) === before) return false;
  changed(at);
  return true;
}

function changed(at: Element): void {
  fireInput(at);
  fireChange(at);
}

/** Arrows go round the group, over what is disabled, and choose where they stop. */
function moveRadio(at: HTMLInputElement, key: string): boolean {
  const group = radioGroup(at).filter((radio) => !p.matches(radio, ":disabled"));
  const way = key === "ArrowDown" || key === "ArrowRight" ? 1 : -1;
  const next = group[(group.indexOf(at) + way + group.length) % group.length];
  if (next === undefined || next === at) return false;
  focusOn(next);
  click(next);
  return true;
}

function moveSelect(at: HTMLSelectElement, key: string): boolean {
  const options = listOf(p.selectOptions(at));
  const usable = options
    .map((_, index) => index)
    .filter((index) => !p.matches(options[index] as Element, ":disabled"));
  const now = readSelectedIndex(at);
  const after = usable.filter((index) => index > now);
  const next =
    key === "Home"
      ? usable[0]
      : key === "End"
        ? usable.at(-1)
        : key === "ArrowDown" || key === "ArrowRight"
          ? after[0]
          : key === "ArrowUp" || key === "ArrowLeft"
            ? usable.filter((index) => index < now).at(-1)
            : key.length === 1 && key !== " "
              ? [...after, ...usable].find((index) => optionStarts(options[index], key))
              : undefined;
  if (next === undefined || next === now) return false;
  chooseIndex(at, next);
  changed(at);
  return true;
}

function optionStarts(option: HTMLOptionElement | undefined, letter: string): boolean {
  return option !== undefined && p.optionText(option).trim().toLowerCase().startsWith(letter.toLowerCase());
}

/** Keys that scroll, where nothing else takes them. */
function scroll(at: Element, stroke: Stroke, world: KeyWorld): boolean {
  const scroller = world.scroller(at);
  if (scroller === undefined || isPressable(at)) return false;
  const [left, top, page] = [p.scrollLeft(scroller), p.scrollTop(scroller), p.clientHeight(scroller) * 0.875];
  const aims: Readonly<Record<string, readonly [number, number]>> = {
    ArrowUp: [left, top - 40],
    ArrowDown: [left, top + 40],
    ArrowLeft: [left - 40, top],
    ArrowRight: [left + 40, top],
    PageUp: [left, top - page],
    PageDown: [left, top + page],
    Home: [left, 0],
    End: [left, p.scrollHeight(scroller)],
    " ": [left, top + (stroke.shift ? -page : page)],
  };
  const aim = Object.hasOwn(aims, stroke.key) ? aims[stroke.key] : undefined;
  if (aim === undefined) return false;
  scrollTo(scroller, { left: aim[0], top: aim[1] });
  return p.scrollLeft(scroller) !== left || p.scrollTop(scroller) !== top;
}
