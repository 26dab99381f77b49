/** The rows of an open list: read, found again after a re-render, scrolled to, pressed. */
import { refuse, type OptionChoice } from "../../protocol/index.js";
import { attr, flatParent } from "../dom.js";
import type { Choosable } from "../option-match.js";
import { hasDisabledLook, labelOf, OPTIONS, visibleOptions } from "../own-list.js";
import * as p from "../pristine.js";
import { selectedOf } from "../state.js";
import { scrollTo } from "../native.js";
import type { Refusal } from "../types.js";
import { isDisabled } from "../usable.js";
import type { ActingOn } from "./action.js";
import { pressOn } from "./press-on.js";
import { allShown } from "../lists.js";

/** A list that draws only what shows is scrolled through, in so many steps at most. */
const SCROLL_STEPS = 60;
const SCROLL_MS = 30;

export class OptionList {
  popup: Element;
  readonly #acting: ActingOn;
  constructor(acting: ActingOn, popup: Element) {
    this.#acting = acting;
    this.popup = popup;
  }

  /** All rows; a virtual list is scrolled through until every choice is known. */
  async read(choices: readonly OptionChoice[]): Promise<Choosable<string>[]> {
    const found = new Map<string, Choosable<string>>();
    const take = (): void => {
      for (const [key, row] of this.#rows()) if (!found.has(key)) found.set(key, describe(key, row));
    };
    // A place in the list is counted from its top, which may be scrolled out and not drawn.
    const counted = choices.some((choice) => typeof choice !== "string" && "index" in choice);
    if (!counted || this.#scroller() === null) take();
    if (!choices.every((choice) => isKnown(choice, [...found.values()]))) await this.#scrollThrough(take);
    return [...found.values()];
  }

  /** Keys of the rows that are marked as chosen. */
  async marked(): Promise<string[]> {
    const keys = new Set<string>();
    const take = (): void => {
      for (const [key, row] of this.#rows()) if (selectedOf(row) === true) keys.add(key);
    };
    take();
    if (this.#scroller() !== null) await this.#scrollThrough(take);
    return [...keys];
  }

  /** The row of a key, scrolled into view; undefined when it is not there any more. */
  async show(key: string): Promise<Element | undefined> {
    const find = (): Element | undefined => this.#rows().get(key);
    if (find() === undefined) await this.#scrollThrough(() => find() !== undefined);
    return find();
  }

  async press(key: string): Promise<Refusal | undefined> {
    const { elementId } = this.#acting.ref;
    const row = await this.show(key);
    if (row === undefined) return refuse.optionNotFound(elementId, { wanted: key, reason: "gone" });
    const target = await this.#acting.actionablePart(row);
    if ("refused" in target) return target;
    // Rows are recycled while a list scrolls: the one that is pressed must still say what was chosen.
    if (describe(key, row).label !== labelFromKey(key))
      return refuse.elementChanged(elementId, { reason: "option" });
    const refusal = await pressOn(this.#acting, target);
    if (refusal === undefined) await this.#acting.settle();
    return refusal;
  }

  /** Whether the list marks the row as chosen; `otherwise` where it is not drawn now. */
  isMarked(label: string, otherwise = false): boolean {
    for (const row of allShown(this.popup, OPTIONS)) {
      if (selectedOf(row) === true && labelOf(row) === label) return true;
    }
    return otherwise && p.isConnected(this.popup) && !this.#rows().has(label);
  }

  isMarkedKey(key: string): boolean {
    const row = this.#rows().get(key);
    return row !== undefined && selectedOf(row) === true;
  }

  #rows(): Map<string, Element> {
    const rows = new Map<string, Element>();
    const seen = new Map<string, number>();
    for (const row of visibleOptions(this.popup)) {
      const label = labelOf(row);
      const nth = seen.get(label) ?? 0;
      seen.set(label, nth + 1);
      rows.set(nth === 0 ? label : `${label}${NAMESAKE}${nth}`, row);
    }
    return rows;
  }

  /** What scrolls the rows, if anything does. */
  #scroller(): Element | null {
    const row = visibleOptions(this.popup)[0];
    for (let box = row === undefined ? null : flatParent(row); box !== null; box = flatParent(box)) {
      if (p.scrollHeight(box) > p.clientHeight(box) + 1 && p.clientHeight(box) > 0) return box;
      if (box === this.popup) break;
    }
    return null;
  }

  /** From the top to the end, looking after each step; `look` may end it by returning true. */
  async #scrollThrough(look: () => unknown): Promise<void> {
    const scroller = this.#scroller();
    if (scroller === null) return;
    const room = p.scrollHeight(scroller) - p.clientHeight(scroller);
    const step = Math.max(p.clientHeight(scroller) * 0.8, room / SCROLL_STEPS);
    for (let top = 0; top < room + step; top += step) {
      scrollTo(scroller, { left: p.scrollLeft(scroller), top: Math.min(top, room) });
      await this.#acting.clock.sleep(SCROLL_MS, this.#acting.signal);
      if (look() === true) return;
    }
  }
}

/** A key is the label of a row, and which of its namesakes it is. */
const NAMESAKE = "\u0000";

const labelFromKey = (key: string): string => key.split(NAMESAKE)[0] ?? key;

function describe(key: string, row: Element): Choosable<string> {
  const value = attr(row, "data-value") || attr(row, "value");
  return {
    item: key,
    label: labelOf(row),
    ...(value !== "" && { value }),
    disabled: isDisabled(row) || hasDisabledLook(row),
  };
}

function isKnown(choice: OptionChoice, options: readonly Choosable<string>[]): boolean {
  if (typeof choice === "string")
    return options.some((option) => option.label === choice || option.value === choice);
  if ("index" in choice) return choice.index < options.length;
  if ("label" in choice) return options.some((option) => option.label === choice.label);
  return options.some((option) => option.value === choice.value);
}
