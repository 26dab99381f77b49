/**
 * What the page holds after an action, against what was asked (PROTOCOL.md 3). A value is read twice: when the page
 * has settled, and once more about 450 ms after the last value action of the request, for frameworks revert late.
 */
import { refuse, type ElementValue, type Verification, type VerificationStatus } from "../protocol/index.js";
import type { Refusal } from "./types.js";
import type { Match } from "./value-match.js";

/** How long after the last value action the values of the request are read again, in milliseconds. */
export const LATE_LOOK_MS = 450;

/** How to read back what a value action wrote. */
export interface ValueProbe {
  readonly elementId: string;
  /** Then the result says only whether it matched. */
  readonly sensitive: boolean;
  readonly expected: ElementValue;
  /** The live value; undefined when the control is no longer in the page, so that nothing can be said. */
  readonly read: () => ElementValue | undefined;
  readonly match: (actual: ElementValue) => Match;
  /**
   * The page shows the value, but whether it took it is only known later (a date that is typed and not committed):
   * then the best that can be said is `unverified`.
   */
  readonly committed?: () => boolean;
}

/** What was seen, and the failure if it is one. */
export interface Verdict {
  readonly status: VerificationStatus;
  readonly verification?: Verification;
  readonly failure?: Refusal;
}

/** Reads a value back and judges it. */
export function verify(probe: ValueProbe): Verdict {
  const actual = probe.read();
  if (actual === undefined) return { status: "unverified" };
  const match = probe.match(actual);
  const verification = report(probe, actual, match);
  if (match === "mismatch") {
    return { status: "value_differs", verification, failure: notApplied(probe, actual) };
  }
  if (probe.committed?.() === false) return { status: "unverified", verification };
  return { status: match === "exact" ? "verified" : "value_differs", verification };
}

/**
 * The late look. A value that was there and is gone is a revert, and fails its action, unless a later click or key of
 * the same request explains it (Send cleared the field): then the first verdict stands.
 */
export function verifyLate(probe: ValueProbe, first: Verdict, explained: boolean): Verdict {
  if (first.failure !== undefined) return first;
  const now = verify(probe);
  if (now.failure === undefined) return now;
  if (explained) return first;
  return { ...now, status: "reverted" };
}

function report(probe: ValueProbe, actual: ElementValue, match: Match): Verification {
  return probe.sensitive ? { match } : { expected: probe.expected, actual, match };
}

function notApplied(probe: ValueProbe, actual: ElementValue): Refusal {
  return refuse.valueNotApplied(probe.elementId, probe.sensitive ? {} : { expected: probe.expected, actual });
}
