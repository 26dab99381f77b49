/** Where a box is laid out, whatever transforms, zoom and frames lie between it and the screen. */
import { isHtml, treeParent } from "../dom.js";
import * as p from "../pristine.js";
import type { Picture, Place } from "./picture.js";
import * as r from "./reads.js";
import {
  innerSpace,
  localBox,
  multiply,
  ownTransform,
  space as newSpace,
  type Affine,
  type Space,
} from "./space.js";
import { borders, isCommon, num, padding, reader, type Read } from "./styles.js";

/** An element measured: its border box where it is laid out, and the coordinates inside it. */
export interface Laid {
  readonly client: p.Box;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** The space of its content and the border-box corner in it. */
  readonly inner: Space;
  readonly ix: number;
  readonly iy: number;
  /** Lengths of the element itself are written divided by this (`zoom`). */
  readonly zoom: number;
}

/** Measures an element and its own transform. */
export function measure(pic: Picture, place: Place, el: Element, v: Read, transforms: boolean): Laid {
  const outer = place.space;
  const client = place.sheet.marks.get(el) ?? p.clientBox(el);
  const common = isCommon(v);
  const ratio = common ? 1 : num(v("zoom")) || 1;
  const scaled =
    ratio === 1 ? outer : newSpace(multiply(outer.map, [ratio, 0, 0, ratio, 0, 0]), outer.zoom * ratio);
  const size = ownSize(v, client);
  const own =
    transforms && !(common && v("transform") === "none") && isBoxed(el)
      ? ownTransform(v, size.width, size.height)
      : null;
  const flat =
    outer.flat !== undefined ||
    (own !== null && own.matrix === undefined) ||
    (!common && v("transform-style") === "preserve-3d");
  if (flat) {
    const at = flatCorner(pic, place, el);
    const inner = newSpace(outer.map, outer.zoom, el);
    return { client, x: at.x, y: at.y, ...size, inner, ix: 0, iy: 0, zoom: 1 };
  }
  if (own === null || own.matrix === undefined) {
    const local = localBox(scaled, client, outer.straight ? undefined : size);
    const box = place.columns === true ? { ...local, ...size } : local;
    return { client, ...box, inner: scaled, ix: box.x, iy: box.y, zoom: ratio };
  }
  const middle = localBox(scaled, client);
  const turned = innerSpace(
    scaled,
    [middle.x + middle.width / 2, middle.y + middle.height / 2],
    size.width,
    size.height,
    own as typeof own & { matrix: Affine },
    scaled.zoom,
  );
  return { client, x: turned.x, y: turned.y, ...size, inner: turned.space, ix: 0, iy: 0, zoom: ratio };
}

/** A box that is seen from behind and shows nothing then, which drawing as an image does not know. */
export function facesAway(el: Element, v: Read): boolean {
  if (isCommon(v) || v("backface-visibility") !== "hidden" || r.Matrix === undefined) return false;
  let whole = new r.Matrix();
  let up: Element | null = el;
  for (let read = v; up !== null; read = reader(up)) {
    const own = read("transform");
    if (own !== "none") whole = new r.Matrix(own).multiply(whole);
    up = treeParent(up);
    if (up === null || reader(up)("transform-style") !== "preserve-3d") break;
  }
  return whole.m33 < 0;
}

const isBoxed = (el: Element): boolean =>
  isHtml(el) || p.localName(el) === "svg" || p.localName(el) === "math";

/** Border-box size as the style computes it, free of every transform. */
export function ownSize(v: Read, client: p.Box): { width: number; height: number } {
  const width = v("width");
  const height = v("height");
  if (!width.endsWith("px") || !height.endsWith("px")) return { width: client.width, height: client.height };
  if (v("box-sizing") === "border-box") return { width: num(width), height: num(height) };
  const pad = padding(v);
  const border = borders(v);
  return {
    width: num(width) + pad[1] + pad[3] + border[1] + border[3],
    height: num(height) + pad[0] + pad[2] + border[0] + border[2],
  };
}

/** Where a box below a 3D transform was laid out, from offsets, which know no transform. */
function flatCorner(pic: Picture, place: Place, el: Element): { x: number; y: number } {
  let x = 0;
  let y = 0;
  for (let at: Element | null = el; at !== null && isHtml(at);) {
    x += r.offsetLeft(at);
    y += r.offsetTop(at);
    const parent = r.offsetParent(at);
    const known = parent === null ? undefined : pic.laid.get(parent);
    if (known !== undefined && (known.space === place.space || known.space.flat === place.space.flat))
      return { x: known.x + x, y: known.y + y };
    at = parent;
    if (at !== null) {
      x += p.clientLeft(at);
      y += p.clientTop(at);
    }
  }
  const box = localBox(place.space, p.clientBox(el));
  return { x: box.x, y: box.y };
}
