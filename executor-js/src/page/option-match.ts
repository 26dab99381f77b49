/** Finds the options that an agent means (PROTOCOL.md 11): by label, value or index, never by guess. */
import { refuse, type OptionChoice } from "../protocol/index.js";
import type { Refusal } from "./types.js";
import { has } from "./lists.js";

/** One thing that can be chosen, whatever draws it. */
export interface Choosable<T> {
  readonly item: T;
  readonly label: string;
  /** Absent where the page does not tell values, as in most component libraries. */
  readonly value?: string;
  readonly disabled: boolean;
}

export interface Matched<T> {
  readonly refused?: undefined;
  readonly chosen: readonly Choosable<T>[];
}

const CANDIDATES = 20;

/** All choices, or the first reason why not: nothing is chosen unless everything can be. */
export function matchOptions<T>(
  options: readonly Choosable<T>[],
  choices: readonly OptionChoice[],
  elementId: string,
): Matched<T> | Refusal {
  const chosen: Choosable<T>[] = [];
  for (const choice of choices) {
    const found = matchOne(options, choice, elementId);
    if ("refused" in found) return found;
    if (found.disabled) return refuse.optionDisabled(elementId, { option: found.label });
    if (!has(chosen, found)) chosen.push(found);
  }
  return { chosen };
}

function matchOne<T>(
  options: readonly Choosable<T>[],
  choice: OptionChoice,
  elementId: string,
): Choosable<T> | Refusal {
  if (typeof choice !== "string") {
    if ("index" in choice) return options[choice.index] ?? notFound(options, choice, elementId);
    const byKey =
      "label" in choice
        ? byLabel(options, choice.label)
        : options.filter((option) => option.value === choice.value);
    return only(byKey, options, choice, elementId);
  }
  const labelled = byLabel(options, choice);
  const valued = options.filter((option) => option.value === choice);
  // A text that is the label of one option and the value of another one could mean either.
  if (labelled.length > 0 && valued.some((option) => !has(labelled, option))) {
    return ambiguous([...labelled, ...valued.filter((option) => !has(labelled, option))], elementId);
  }
  return only(labelled.length > 0 ? labelled : valued, options, choice, elementId);
}

/** Exact label first; then without regard to the kind and amount of white space. */
function byLabel<T>(options: readonly Choosable<T>[], label: string): Choosable<T>[] {
  const exact = options.filter((option) => option.label === label);
  if (exact.length > 0) return exact;
  const wanted = normal(label);
  return wanted === "" ? [] : options.filter((option) => normal(option.label) === wanted);
}

function normal(text: string): string {
  return text.replace(/[\s\u00a0]+/g, " ").trim();
}

function only<T>(
  found: readonly Choosable<T>[],
  options: readonly Choosable<T>[],
  choice: OptionChoice,
  elementId: string,
): Choosable<T> | Refusal {
  const [first, second] = found;
  if (first === undefined) return notFound(options, choice, elementId);
  return second === undefined ? first : ambiguous(found, elementId);
}

function notFound<T>(options: readonly Choosable<T>[], choice: OptionChoice, elementId: string): Refusal {
  return refuse.optionNotFound(elementId, {
    wanted: choice,
    candidates: options.slice(0, CANDIDATES).map((option) => option.label),
    total: options.length,
  });
}

function ambiguous<T>(found: readonly Choosable<T>[], elementId: string): Refusal {
  return refuse.optionAmbiguous(elementId, {
    candidates: found
      .slice(0, CANDIDATES)
      .map(({ label, value }) => (value === undefined ? { label } : { label, value })),
  });
}
