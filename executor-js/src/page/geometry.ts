/**
 * Coordinates. Every document has its own client coordinates; the agent and the hit test live in those of the
 * SDK's window ("top"). Between an inner and its outer document lie the frame element's border, padding, scale and
 * transforms.
 */
import { documentOf, flatParent, frameElementOf, viewOf } from "./dom.js";
import * as p from "./pristine.js";

export type Box = p.Box;
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Affine map: x' = a x + c y + e, y' = b x + d y + f. */
interface Matrix {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

const IDENTITY: Matrix = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

const multiply = (m: Matrix, n: Matrix): Matrix => ({
  a: m.a * n.a + m.c * n.b,
  b: m.b * n.a + m.d * n.b,
  c: m.a * n.c + m.c * n.d,
  d: m.b * n.c + m.d * n.d,
  e: m.a * n.e + m.c * n.f + m.e,
  f: m.b * n.e + m.d * n.f + m.f,
});

const apply = (m: Matrix, { x, y }: Point): Point => ({
  x: m.a * x + m.c * y + m.e,
  y: m.b * x + m.d * y + m.f,
});

function inverse(m: Matrix): Matrix | null {
  const det = m.a * m.d - m.b * m.c;
  if (!(Math.abs(det) > 1e-9)) return null;
  const a = m.d / det;
  const b = -m.b / det;
  const c = -m.c / det;
  const d = m.a / det;
  return { a, b, c, d, e: -(a * m.e + c * m.f), f: -(b * m.e + d * m.f) };
}

function mapBox(m: Matrix, box: Box): Box {
  if (m === IDENTITY) return box;
  const right = box.x + box.width;
  const bottom = box.y + box.height;
  const corners = [
    apply(m, box),
    apply(m, { x: right, y: box.y }),
    apply(m, { x: box.x, y: bottom }),
    apply(m, { x: right, y: bottom }),
  ];
  const xs = corners.map((c) => c.x);
  const ys = corners.map((c) => c.y);
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** The linear part of all transforms on an element and its ancestors within its document. */
function transforms(el: Element): Matrix {
  let result = IDENTITY;
  for (let e: Element | null = el; e !== null; e = flatParent(e)) {
    const style = p.computedStyle(e);
    const own = linear(p.cssValue(style, "transform"));
    const scale = p.cssValue(style, "scale");
    const rotate = p.cssValue(style, "rotate");
    if (own !== null) result = multiply(own, result);
    if (scale !== "none" && scale !== "") {
      const [sx = 1, sy = sx] = scale.split(" ").map(Number);
      result = multiply({ ...IDENTITY, a: sx, d: sy }, result);
    }
    const turn = /^(-?[\d.]+)deg$/.exec(rotate);
    if (turn !== null) {
      const angle = (Number(turn[1]) * Math.PI) / 180;
      const sin = Math.sin(angle);
      const cos = Math.cos(angle);
      result = multiply({ ...IDENTITY, a: cos, b: sin, c: -sin, d: cos }, result);
    }
  }
  return result;
}

function linear(transform: string): Matrix | null {
  const open = transform.indexOf("(");
  if (open < 0) return null;
  const n = transform
    .slice(open + 1, -1)
    .split(",")
    .map(Number);
  const flat = n.length === 16 ? [n[0], n[1], n[4], n[5]] : n;
  const [a = 1, b = 0, c = 0, d = 1] = flat;
  return { a, b, c, d, e: 0, f: 0 };
}

/** From client coordinates inside the frame to client coordinates of the document that holds it. */
function frameMatrix(frame: HTMLElement): Matrix {
  const box = p.clientBox(frame);
  const width = p.offsetWidth(frame);
  const height = p.offsetHeight(frame);
  if (width === 0 || height === 0) return { ...IDENTITY, e: box.x, f: box.y };
  let m = transforms(frame);
  const kx = box.width / (Math.abs(m.a) * width + Math.abs(m.c) * height);
  const ky = box.height / (Math.abs(m.b) * width + Math.abs(m.d) * height);
  // CSS zoom scales alike in both directions; with perspective nothing affine fits, and the box's own ratio is nearest.
  m =
    Math.abs(kx - ky) < 0.02
      ? multiply({ ...IDENTITY, a: kx, d: kx }, m)
      : { ...IDENTITY, a: box.width / width, d: box.height / height };
  const style = p.computedStyle(frame);
  const left = p.clientLeft(frame) + px(p.cssValue(style, "padding-left")) - width / 2;
  const top = p.clientTop(frame) + px(p.cssValue(style, "padding-top")) - height / 2;
  // An affine map keeps centres: the centre of the bounding box is the image of the frame's centre.
  const origin = apply(m, { x: left, y: top });
  return { ...m, e: origin.x + box.x + box.width / 2, f: origin.y + box.y + box.height / 2 };
}

const px = (value: string): number => Number.parseFloat(value) || 0;

function matrixToTop(doc: Document): Matrix {
  let result = IDENTITY;
  for (let frame = frameElementOf(doc); frame !== null; frame = frameElementOf(documentOf(frame))) {
    const own = frameMatrix(frame as HTMLElement);
    result = result === IDENTITY ? own : multiply(own, result);
  }
  return result;
}

/** Maps boxes and points of one document to the top; keep it only as long as nothing moves. */
export class Projection {
  readonly #matrix: Matrix;

  constructor(doc: Document) {
    this.#matrix = matrixToTop(doc);
  }

  box(box: Box): Box {
    return mapBox(this.#matrix, box);
  }

  point(point: Point): Point {
    return apply(this.#matrix, point);
  }

  /** From the top back into the document; null when the frame is squeezed to nothing. */
  back(box: Box): Box | null {
    const m = inverse(this.#matrix);
    return m === null ? null : mapBox(m, box);
  }
}

/** One step up: a point of the inner document in the client coordinates of the document that holds its frame. */
export function pointOutside(frame: Element, point: Point): Point {
  return apply(frameMatrix(frame as HTMLElement), point);
}

/** The part that two boxes share; null when they share no area. */
export function intersect(a: Box, b: Box): Box | null {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  const width = Math.min(a.x + a.width, b.x + b.width) - x;
  const height = Math.min(a.y + a.height, b.y + b.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

/** Whether two boxes share area. */
export const overlaps = (a: Box, b: Box): boolean =>
  a.y < b.y + b.height && a.y + a.height > b.y && a.x < b.x + b.width && a.x + a.width > b.x;

/** The smallest box around both. */
export function union(a: Box | null, b: Box | null): Box | null {
  if (a === null || b === null) return a ?? b;
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
}

export const hasArea = (box: Box): boolean => box.width > 0 && box.height > 0;
export const center = (box: Box): Point => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

/** A document's own viewport in its client coordinates. */
export function viewportOf(doc: Document): Box {
  const view = viewOf(doc);
  return view === null
    ? { x: 0, y: 0, width: 0, height: 0 }
    : { x: 0, y: 0, width: p.innerWidth(view), height: p.innerHeight(view) };
}

/** Rounded to hundredths, as the wire carries it. */
export function wireRect(box: Box): { x: number; y: number; width: number; height: number } {
  const round = (n: number): number => Math.round(n * 100) / 100;
  return { x: round(box.x), y: round(box.y), width: round(box.width), height: round(box.height) };
}
