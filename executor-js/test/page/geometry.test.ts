import { describe, expect, test } from "vitest";
import { center, hasArea, intersect, overlaps, union, wireRect } from "../../src/page/geometry.js";

const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });

describe("boxes", () => {
  test.each([
    [box(0, 0, 10, 10), box(5, 5, 10, 10), box(5, 5, 5, 5), "a corner"],
    [box(0, 0, 10, 10), box(2, 2, 3, 3), box(2, 2, 3, 3), "one inside the other"],
    [box(0, 0, 10, 10), box(10, 0, 5, 5), null, "edges that only touch"],
    [box(0, 0, 10, 10), box(20, 20, 5, 5), null, "apart"],
    [box(-5, -5, 10, 10), box(0, 0, 2, 2), box(0, 0, 2, 2), "negative coordinates"],
  ])("%o and %o share %o: %s", (a, b, wanted, _why) => {
    expect(intersect(a, b)).toEqual(wanted);
    expect(intersect(b, a)).toEqual(wanted);
    expect(overlaps(a, b)).toBe(wanted !== null);
  });

  test("the union spans both, and an empty side does not count", () => {
    expect(union(box(0, 0, 1, 1), box(5, 5, 1, 1))).toEqual(box(0, 0, 6, 6));
    expect(union(null, box(5, 5, 1, 1))).toEqual(box(5, 5, 1, 1));
    expect(union(null, null)).toBeNull();
  });

  test("a line has no area", () => {
    expect(hasArea(box(0, 0, 10, 0))).toBe(false);
    expect(center(box(2, 4, 10, 20))).toEqual({ x: 7, y: 14 });
  });

  test("the wire carries hundredths", () => {
    expect(wireRect(box(1 / 3, 2 / 3, 10.005, 1))).toEqual(box(0.33, 0.67, 10.01, 1));
  });
});
