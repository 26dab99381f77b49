import { describe, expect, test } from "vitest";
import { refuse, type ActionResult, type Changes, type ElementValue } from "../../src/protocol/index.js";
import { afterLateLook, lastWrite, stopAfter, type Ran } from "../../src/page/batch-rules.js";
import { verify, type ValueProbe } from "../../src/page/verification.js";

const changes = (over: Partial<Changes> = {}): Changes => ({
  urlChanged: false,
  titleChanged: false,
  versionChanged: false,
  added: 0,
  removed: 0,
  updated: 0,
  messages: [],
  ...over,
});

const ran = (over: Partial<Ran> = {}, entry: Partial<ActionResult> = {}): Ran => ({
  entry: { action: "click", ok: true, changes: changes(), durationMs: 1, ...entry },
  structureChanged: false,
  navigated: false,
  explains: false,
  ...over,
});

/** A field that is read several times, each time holding the next of the values; the last one stays. */
function probe(expected: string, ...held: (ElementValue | undefined)[]): ValueProbe {
  let reads = 0;
  return {
    elementId: "e1",
    sensitive: false,
    expected,
    read: () => held[Math.min(reads++, held.length - 1)],
    match: (actual) => (actual === expected ? "exact" : "mismatch"),
  };
}

function written(value: ValueProbe, at = 100): Ran {
  const verdict = verify(value);
  const { verification, status } = verdict;
  return ran(
    { value: { probe: value, verdict, at } },
    { action: "fill", status, ...(verification && { verification }) },
  );
}

describe("when a batch stops", () => {
  test("at a failure, with the index of what failed", () => {
    const failure = refuse.elementDisabled("e1");
    expect(stopAfter(ran({ failure }), 2, 5)).toEqual({ index: 2, refusal: failure });
    expect(stopAfter(ran({ failure }), 4, 5)).toEqual({ index: 4, refusal: failure });
  });

  test("at a navigation, with the index of the action that was not begun", () => {
    const stop = stopAfter(
      ran({ navigated: true }, { changes: changes({ navigation: { kind: "push", url: "/b" } }) }),
      0,
      2,
    );
    expect(stop?.index).toBe(1);
    expect(stop?.refusal).toMatchObject({ code: "navigation_detected", details: { kind: "push" } });
  });

  test("at a changed structure", () => {
    expect(stopAfter(ran({ structureChanged: true }), 0, 3)).toMatchObject({
      index: 1,
      refusal: { code: "page_changed" },
    });
  });

  test("never for what the last action changed", () => {
    expect(stopAfter(ran({ structureChanged: true, navigated: true }), 2, 3)).toBeUndefined();
    expect(stopAfter(ran({ structureChanged: true }), 0, 1)).toBeUndefined();
  });

  test("a failure outranks what else happened", () => {
    const failure = refuse.valueNotApplied("e1");
    expect(stopAfter(ran({ failure, navigated: true }), 0, 2)?.refusal).toBe(failure);
  });

  test("otherwise it goes on", () => {
    expect(stopAfter(ran(), 0, 2)).toBeUndefined();
  });
});

describe("the late look", () => {
  test("is timed from the last value that was written", () => {
    expect(lastWrite([ran()])).toBeUndefined();
    expect(lastWrite([written(probe("a", "a"), 100), written(probe("b", "b"), 300), ran()])).toBe(300);
  });

  test("a value that stays is verified, and nothing changes", () => {
    const all = [written(probe("Ada", "Ada", "Ada"))];
    const late = afterLateLook(all, undefined);
    expect(late.stop).toBeUndefined();
    expect(late.all[0]?.entry).toMatchObject({ ok: true, status: "verified" });
  });

  test("a value that the page took back fails its action, and that is where the request stopped", () => {
    const all = [written(probe("Ada", "Ada", "")), written(probe("b", "b", "b"))];
    const late = afterLateLook(all, undefined);
    expect(late.stop).toMatchObject({ index: 0, refusal: { code: "value_not_applied", elementId: "e1" } });
    expect(late.all[0]?.entry).toMatchObject({
      ok: false,
      status: "reverted",
      verification: { expected: "Ada", actual: "", match: "mismatch" },
      error: { code: "value_not_applied" },
    });
    expect(late.all[1]?.entry.ok).toBe(true);
  });

  test("a later click explains it: Send cleared the field", () => {
    const late = afterLateLook([written(probe("Ada", "Ada", "")), ran({ explains: true })], undefined);
    expect(late.stop).toBeUndefined();
    expect(late.all[0]?.entry).toMatchObject({ ok: true, status: "verified" });
  });

  test("an earlier click explains nothing", () => {
    const late = afterLateLook([ran({ explains: true }), written(probe("Ada", "Ada", ""))], undefined);
    expect(late.stop?.index).toBe(1);
  });

  test("the earliest fault is the one that is told", () => {
    const stop = { index: 2, refusal: refuse.pageChanged() };
    expect(afterLateLook([written(probe("a", "a", "x")), ran()], stop).stop?.index).toBe(0);
    const earlier = { index: 0, refusal: refuse.pageChanged() };
    expect(afterLateLook([ran(), written(probe("a", "a", "x"))], earlier).stop).toBe(earlier);
  });

  test("a control that is gone says nothing either way", () => {
    const late = afterLateLook([written(probe("a", "a", undefined))], undefined);
    expect(late.stop).toBeUndefined();
    expect(late.all[0]?.entry).toMatchObject({ ok: true, status: "unverified" });
  });

  test("what was wrong at once is not judged again", () => {
    const late = afterLateLook([written(probe("a", "x", "a"))], {
      index: 0,
      refusal: refuse.valueNotApplied("e1"),
    });
    expect(late.all[0]?.entry.status).toBe("value_differs");
  });
});
