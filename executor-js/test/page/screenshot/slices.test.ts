import { describe, expect, it } from "vitest";
import { SLICE_MS, Slices, type Moment, type Sliced } from "../../../src/page/screenshot/slices.js";

/** Work of several steps that take one millisecond each, on a clock of its own. */
function setUp(steps: number, changes: boolean[] = []) {
  let time = 0;
  const slices = new Slices(() => time);
  const said: string[] = [];
  const pieces: number[] = [];
  function* work(): Sliced<number> {
    said.push("start");
    let since = time;
    for (let i = 0; i < steps; i++) {
      time++;
      if (!slices.due()) continue;
      pieces.push(time - since);
      yield;
      since = time;
    }
    return steps;
  }
  const moment: Moment<number> = {
    start: work,
    pause: () => {
      said.push("pause");
      return Promise.resolve();
    },
    holds: () => {
      said.push("asked");
      return changes.shift() !== true;
    },
    hurry: () => false,
    check: () => undefined,
  };
  return { slices, moment, said, pieces };
}

describe("reading in pieces", () => {
  it("neither pauses nor asks when one piece is enough", async () => {
    const { slices, moment, said } = setUp(SLICE_MS - 1);
    expect(await slices.run(moment)).toBe(SLICE_MS - 1);
    expect(said).toEqual(["start"]);
  });

  it("lets the page go on after each piece", async () => {
    const { slices, moment, said, pieces } = setUp(3 * SLICE_MS + 1);
    await slices.run(moment);
    expect(pieces).toEqual([SLICE_MS, SLICE_MS, SLICE_MS]);
    expect(said).toEqual(["start", "pause", "pause", "pause", "asked"]);
  });

  it("begins anew when the page changed meanwhile", async () => {
    const { slices, moment, said } = setUp(SLICE_MS + 1, [true]);
    expect(await slices.run(moment)).toBe(SLICE_MS + 1);
    expect(said).toEqual(["start", "pause", "asked", "start", "pause", "asked"]);
  });

  it("reads a page that never stands still in one go", async () => {
    const { slices, moment, said } = setUp(SLICE_MS + 1, [true, true, true]);
    await slices.run(moment);
    expect(said.slice(-4)).toEqual(["start", "pause", "asked", "start"]);
  });

  it("does without pauses when time runs out, and what changed before counts", async () => {
    const { slices, moment, said } = setUp(2 * SLICE_MS + 1, [true]);
    await slices.run({ ...moment, hurry: () => said.includes("pause") });
    expect(said).toEqual(["start", "pause", "asked", "start"]);
  });

  it("gives up between two pieces, in one go too", async () => {
    for (const tries of [0, 2]) {
      const { slices, moment, said } = setUp(SLICE_MS + 1, Array<boolean>(tries).fill(true));
      let left = 1 + 2 * tries;
      const check = (): void => {
        if (left-- === 0) throw new Error("over");
      };
      await expect(slices.run({ ...moment, check })).rejects.toThrow("over");
      expect(said.filter((word) => word === "start")).toHaveLength(tries + 1);
    }
  });
});
