/**
 * Coordinates of boxes below a transform. A space maps the client coordinates of its document to the coordinates in
 * which a transformed box lays its content out, so that every box can be placed by layout and transformed again
 * natively. An affine map takes the centre of a box to the centre of its bounding rectangle: that is enough to undo it.
 */
import type { Box } from "../pristine.js";
import { Matrix } from "./reads.js";

/** Local to client: x' = a x + c y + e, y' = b x + d y + f. */
export type Affine = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export interface Space {
  readonly map: Affine;
  /** No rotation and no skew: rectangles stay rectangles. */
  readonly straight: boolean;
  readonly identity: boolean;
  /** Sizes and offsets are read without any transform, for 3D content. */
  readonly flat?: Element;
  /** The CSS `zoom` in force: styles are written in unzoomed lengths, rectangles are measured zoomed. */
  readonly zoom: number;
}

export const IDENTITY: Affine = [1, 0, 0, 1, 0, 0];

export function space(map: Affine, zoom = 1, flat?: Element): Space {
  const straight = Math.abs(map[1]) < 1e-9 && Math.abs(map[2]) < 1e-9 && map[0] > 0 && map[3] > 0;
  const identity = straight && map[0] === 1 && map[3] === 1 && map[4] === 0 && map[5] === 0 && zoom === 1;
  return { map, straight, identity, zoom, ...(flat !== undefined && { flat }) };
}

export const multiply = (m: Affine, n: Affine): Affine => [
  m[0] * n[0] + m[2] * n[1],
  m[1] * n[0] + m[3] * n[1],
  m[0] * n[2] + m[2] * n[3],
  m[1] * n[2] + m[3] * n[3],
  m[0] * n[4] + m[2] * n[5] + m[4],
  m[1] * n[4] + m[3] * n[5] + m[5],
];

export function toLocal(map: Affine, x: number, y: number): [number, number] {
  const det = map[0] * map[3] - map[1] * map[2] || 1e-9;
  const dx = x - map[4];
  const dy = y - map[5];
  return [(map[3] * dx - map[2] * dy) / det, (map[0] * dy - map[1] * dx) / det];
}

/** The box of an element in a space, from its client rectangle and, where the space turns it, its own size. */
export function localBox(s: Space, client: Box, size?: { width: number; height: number }): Box {
  if (s.identity) return client;
  const [cx, cy] = toLocal(s.map, client.x + client.width / 2, client.y + client.height / 2);
  const width = s.straight || size === undefined ? client.width / Math.abs(s.map[0] || 1) : size.width;
  const height = s.straight || size === undefined ? client.height / Math.abs(s.map[3] || 1) : size.height;
  return { x: cx - width / 2, y: cy - height / 2, width, height };
}

const numbers = (text: string): number[] => text.split(/[\s,]+/).map(parseFloat);

const length = (text: string | undefined, whole: number): number =>
  text === undefined ? 0 : text.endsWith("%") ? (parseFloat(text) / 100) * whole : parseFloat(text) || 0;

export interface OwnTransform {
  /** Around the transform origin; undefined for a 3D one, which no rectangle can undo. */
  readonly matrix: Affine | undefined;
  readonly originX: number;
  readonly originY: number;
}

/** An element's own transform from its computed `transform`, `translate`, `rotate`, `scale`; null without one. */
export function ownTransform(
  v: (name: string) => string,
  width: number,
  height: number,
): OwnTransform | null {
  const transform = v("transform");
  const translate = v("translate");
  const rotate = v("rotate");
  const scale = v("scale");
  const path = v("offset-path");
  if ([transform, translate, rotate, scale, path].every((value) => /^(?:none)?$/.test(value))) return null;
  const origin = v("transform-origin").split(" ");
  const base = { originX: length(origin[0], width), originY: length(origin[1], height) };
  if (!/^(?:none)?$/.test(path)) return { ...base, matrix: undefined };
  let map: Affine = IDENTITY;
  if (translate !== "none") {
    const [x, y, z] = translate.split(" ");
    if (z !== undefined && parseFloat(z) !== 0) return { ...base, matrix: undefined };
    map = [1, 0, 0, 1, length(x, width), length(y, height)];
  }
  if (rotate !== "none") {
    const angle = (parseFloat(rotate) * Math.PI) / 180;
    if (!/^[-\d.e]+deg$/.test(rotate)) return { ...base, matrix: undefined };
    map = multiply(map, [Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), 0, 0]);
  }
  if (scale !== "none") {
    const [x = 1, y = x] = numbers(scale);
    map = multiply(map, [x, 0, 0, y, 0, 0]);
  }
  if (transform !== "none") {
    const own = transform.startsWith("matrix(") ? numbers(transform.slice(7)) : flattened(transform);
    if (own === undefined) return { ...base, matrix: undefined };
    map = multiply(map, own as unknown as Affine);
  }
  return { ...base, matrix: map };
}

function flattened(transform: string): number[] | undefined {
  if (Matrix === undefined) return undefined;
  const m = new Matrix(transform);
  return m.is2D ? [m.a, m.b, m.c, m.d, m.e, m.f] : undefined;
}

/** The space inside a box that lies at `box` (its centre is true, whatever its own transform did) of `outer`. */
export function innerSpace(
  outer: Space,
  centre: readonly [x: number, y: number],
  width: number,
  height: number,
  own: OwnTransform & { matrix: Affine },
  zoom: number,
): { space: Space; x: number; y: number } {
  const { matrix: m, originX: ox, originY: oy } = own;
  const qx = width / 2 - ox;
  const qy = height / 2 - oy;
  const x = centre[0] - ox - (m[0] * qx + m[2] * qy + m[4]);
  const y = centre[1] - oy - (m[1] * qx + m[3] * qy + m[5]);
  const local = multiply([1, 0, 0, 1, x + ox, y + oy], multiply(m, [1, 0, 0, 1, -ox, -oy]));
  return { space: space(multiply(outer.map, local), zoom), x, y };
}
