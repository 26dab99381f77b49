/** Backgrounds that count from somewhere else than their box: fixed ones, and the canvas of the document. */
import * as p from "../pristine.js";
import type { Laid } from "./measure.js";
import type { DocumentSheet, Picture, Place } from "./picture.js";
import { isClear, px, reader, type Read } from "./styles.js";

/** Rewrites the background of a box when it is attached to the viewport. */
export function backgroundFor(css: string, v: Read, laid: Laid, place: Place): string {
  if (!v("background-attachment").includes("fixed")) return css;
  const { view } = place.sheet;
  return shifted(css, v, view.x - laid.client.x, view.y - laid.client.y, view.width, view.height);
}

/** Places every layer as if the positioning area began at (x, y) of the box and had the given size. */
function shifted(css: string, v: Read, x: number, y: number, width: number, height: number): string {
  const sizes = layers(v("background-size"));
  const positions = layers(v("background-position"));
  const images = layers(v("background-image"));
  const size: string[] = [];
  const position: string[] = [];
  images.forEach((image, i) => {
    const [w = "auto", h = "auto"] = (sizes[i % sizes.length] ?? "auto").split(" ");
    const gradient = !image.startsWith("url(");
    const sw = w.endsWith("%")
      ? (parseFloat(w) / 100) * width
      : w.endsWith("px")
        ? parseFloat(w)
        : gradient
          ? width
          : undefined;
    const sh = h.endsWith("%")
      ? (parseFloat(h) / 100) * height
      : h.endsWith("px")
        ? parseFloat(h)
        : gradient
          ? height
          : undefined;
    size.push(`${sw === undefined ? w : px(sw)} ${sh === undefined ? h : px(sh)}`);
    const [px0 = "0%", py0 = "0%"] = (positions[i % positions.length] ?? "0% 0%").split(" ");
    position.push(`${along(px0, x, width, sw)} ${along(py0, y, height, sh)}`);
  });
  return `${css}background-size:${size.join(",")};background-position:${position.join(",")};background-attachment:scroll;background-origin:border-box;`;
}

function along(value: string, offset: number, area: number, size: number | undefined): string {
  if (value.endsWith("%"))
    return size === undefined
      ? `calc(${px(offset)} + ${value})`
      : px(offset + ((area - size) * parseFloat(value)) / 100);
  return `calc(${px(offset)} + ${value})`;
}

/** Comma-separated layers; commas in functions do not count. */
function layers(value: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < value.length; i++) {
    const c = value[i];
    if (c === "(") depth++;
    else if (c === ")") depth--;
    else if (c === "," && depth === 0) {
      found.push(value.slice(start, i).trim());
      start = i + 1;
    }
  }
  found.push(value.slice(start).trim());
  return found;
}

/** The element whose background the canvas takes: the root, or the body where the root has none. */
export function canvasOwner(doc: Document): Element | null {
  const root = p.documentElement(doc);
  if (root === null) return null;
  const v = reader(root);
  if (!isClear(v("background-color")) || v("background-image") !== "none") return root;
  const body = p.bodyOf(doc);
  if (body === null || p.parentNode(body) !== root) return null;
  const b = reader(body);
  return b("display") !== "none" && (!isClear(b("background-color")) || b("background-image") !== "none")
    ? body
    : null;
}

/** The declarations of a box as large as the view that shows the canvas background. */
export function canvasStyle(pic: Picture, sheet: DocumentSheet): string {
  const owner = sheet.canvasOwner;
  const root = p.documentElement(sheet.doc);
  if (owner === null || root === null) return "";
  const v = reader(owner);
  let css = `background-color:${v("background-color")};`;
  if (v("background-image") !== "none") {
    const resolve = pic.resources.resolve(sheet.doc);
    css += `background-image:${resolve(v("background-image"))};`;
    for (const name of ["background-repeat", "background-size", "background-blend-mode"])
      css += `${name}:${v(name)};`;
    const area = p.clientBox(root);
    const fixed = v("background-attachment").includes("fixed");
    css = fixed
      ? shifted(css, v, 0, 0, sheet.view.width, sheet.view.height)
      : shifted(css, v, area.x - sheet.view.x, area.y - sheet.view.y, area.width, area.height);
  }
  return css;
}
