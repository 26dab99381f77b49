/** When a batch ends before its last action, and what a late look changes (PROTOCOL.md 3 and 8). Pure decisions. */
import { errorBody, refuse, type ActionResult } from "../protocol/index.js";
import type { Refusal } from "./types.js";
import { verifyLate, type ValueProbe, type Verdict } from "./verification.js";

/** Why a request ended, at the first action that was not completed. */
export interface Stop {
  readonly index: number;
  readonly refusal: Refusal;
}

/** What the rules need to know of an action that ran. */
export interface Ran {
  readonly entry: ActionResult;
  readonly failure?: Refusal;
  /** A control appeared or disappeared that is not the target's own. */
  readonly structureChanged: boolean;
  /** The page went elsewhere, or is about to. */
  readonly navigated: boolean;
  /** A click or key: what it does to values of earlier actions is its effect and no revert. */
  readonly explains: boolean;
  readonly value?: { readonly probe: ValueProbe; readonly verdict: Verdict; readonly at: number };
}

/** Says why nothing may follow the action at `index`, if so. Whatever the last action does is no stop. */
export function stopAfter(ran: Ran, index: number, total: number): Stop | undefined {
  if (ran.failure !== undefined) return { index, refusal: ran.failure };
  if (index + 1 === total) return undefined;
  if (ran.navigated) {
    const { navigation } = ran.entry.changes;
    return {
      index: index + 1,
      refusal: refuse.navigationDetected(undefined, navigation && { kind: navigation.kind }),
    };
  }
  return ran.structureChanged ? { index: index + 1, refusal: refuse.pageChanged() } : undefined;
}

/** When the last value of the request was written; undefined when none was. */
export function lastWrite(all: readonly Ran[]): number | undefined {
  const times = all.flatMap((ran) => (ran.value === undefined ? [] : [ran.value.at]));
  return times.length === 0 ? undefined : Math.max(...times);
}

/**
 * The same reports after all values were read once more. A value that the page took back fails its action, and the
 * earliest such action is where the request stopped.
 */
export function afterLateLook<R extends Ran>(
  all: readonly R[],
  stop: Stop | undefined,
): { all: R[]; stop: Stop | undefined } {
  let end = stop;
  const looked = all.map((ran, index) => {
    if (ran.value === undefined) return ran;
    const explained = all.slice(index + 1).some((later) => later.explains);
    const late = verifyLate(ran.value.probe, ran.value.verdict, explained);
    if (late === ran.value.verdict) return ran;
    if (late.failure !== undefined && (end === undefined || end.index > index))
      end = { index, refusal: late.failure };
    return { ...ran, entry: withVerdict(ran.entry, late) };
  });
  return { all: looked, stop: end };
}

function withVerdict(entry: ActionResult, verdict: Verdict): ActionResult {
  const { status, verification, failure } = verdict;
  return {
    ...entry,
    ok: failure === undefined,
    status,
    ...(verification !== undefined && { verification }),
    ...(failure !== undefined && { error: errorBody(failure) }),
  };
}
