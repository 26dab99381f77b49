import { describe, expect, it } from "vitest";
import {
  IDENTITY,
  innerSpace,
  localBox,
  ownTransform,
  space,
  toLocal,
} from "../../../src/page/screenshot/space.js";

/** A computed style with the given values; what is not given has no transform. */
const style = (values: Record<string, string>) => (name: string) => values[name] ?? "none";

describe("coordinates below a transform", () => {
  it("leaves a page without transforms alone", () => {
    const box = { x: 1.25, y: -3, width: 10, height: 4 };
    expect(localBox(space(IDENTITY), box)).toBe(box);
    expect(ownTransform(style({}), 10, 10)).toBeNull();
  });

  it("finds where a turned box was laid out from the centre of its bounding rectangle", () => {
    // A box of 100x40 at (50, 20), turned by 90 degrees about its centre (100, 40), is seen as 40x100 at (80, -10).
    const own = ownTransform(
      style({ transform: "matrix(0, 1, -1, 0, 0, 0)", "transform-origin": "50px 20px" }),
      100,
      40,
    );
    if (own?.matrix === undefined) throw new Error("no transform");
    const inner = innerSpace(space(IDENTITY), [100, 40], 100, 40, { ...own, matrix: own.matrix }, 1);
    expect(inner.x).toBeCloseTo(50);
    expect(inner.y).toBeCloseTo(20);
    // What is seen at the top right corner of the turned box is its own top left one.
    const [x, y] = toLocal(inner.space.map, 120, -10);
    expect(x).toBeCloseTo(0);
    expect(y).toBeCloseTo(0);
  });

  it("undoes a scale exactly, whatever the size that is given", () => {
    const s = space([2, 0, 0, 2, 10, 10]);
    expect(localBox(s, { x: 30, y: 50, width: 40, height: 20 })).toEqual({
      x: 10,
      y: 20,
      width: 20,
      height: 10,
    });
  });

  it("reads translate with percentages, rotate and scale in their order", () => {
    const own = ownTransform(
      style({ translate: "50% 10px", scale: "2", "transform-origin": "0px 0px" }),
      80,
      40,
    );
    expect(own?.matrix).toEqual([2, 0, 0, 2, 40, 10]);
  });

  it("gives up on turns out of the plane", () => {
    expect(
      ownTransform(style({ rotate: "x 45deg", "transform-origin": "0px 0px" }), 1, 1)?.matrix,
    ).toBeUndefined();
  });
});
