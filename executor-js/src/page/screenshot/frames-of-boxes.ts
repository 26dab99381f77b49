/** Frames of boxes that no border property can draw: the legend's gap, and the borders that cells of a table share. */
import { flatChildren, htmlTag, isElement } from "../dom.js";
import * as p from "../pristine.js";
import type { Laid } from "./measure.js";
import type { Picture, Place } from "./picture.js";
import * as r from "./reads.js";
import { localBox } from "./space.js";
import { borderColor, num, padding, px, reader, SIDES_OF, type Read } from "./styles.js";

/** An empty fieldset of the browser's own behind the content, with a legend of the same size. */
export function fieldsetFrame(pic: Picture, el: Element, v: Read, laid: Laid, lines: boolean): void {
  const legend = r.firstElementChild(el);
  if (legend === null || htmlTag(legend) !== "legend") return;
  const box = localBox(laid.inner, p.clientBox(legend));
  let css = "box-sizing:border-box;min-width:0;margin:0;padding:0;";
  for (const side of SIDES_OF) {
    const style = v(`border-${side}-style`);
    css += `border-${side}:${v(`border-${side}-width`)} ${style}${borderColor(v, side, style)};`;
  }
  css += `border-radius:${v("border-radius")};`;
  const left = num(v("border-left-width"));
  const dx = box.x - laid.ix - left;
  const pad = lines ? padding(v) : [0, 0, 0, 0];
  const over = lines
    ? `margin:${px(-num(v("border-top-width")) - (pad[0] ?? 0))} 0 0 ${px(-left - (pad[3] ?? 0))};`
    : "";
  pic.out.push(
    `<div style="height:0"><fieldset style="${css}width:${px(laid.width)};height:${px(laid.height)};${over}">` +
      `<legend style="padding:0;margin:0 0 0 ${px(dx)};width:${px(box.width)};height:${px(box.height)}"></legend></fieldset></div>`,
  );
}

interface Edge {
  readonly width: number;
  readonly style: string;
  readonly color: string;
}

const STRENGTH = ["inset", "groove", "outset", "ridge", "dotted", "dashed", "solid", "double"];

/** The borders of a table that collapses them, each centred on the edge that two cells share. `place` is inside it. */
export function tableBorders(pic: Picture, place: Place, table: Element, laid: Laid): void {
  const seen = new Map<string, { edge: Edge; css: string }>();
  const edge = (v: Read, side: string): Edge => ({
    width: num(v(`border-${side}-width`)),
    style: v(`border-${side}-style`),
    color: v(`border-${side}-color`),
  });
  const put = (el: Element, v: Read, row?: Element): void => {
    let box = localBox(laid.inner, place.sheet.marks.get(el) ?? p.clientBox(el));
    // The borders of a cell that sticks stay behind, where its row is.
    if (row !== undefined && v("position") === "sticky")
      box = { ...box, y: localBox(laid.inner, p.clientBox(row)).y };
    const x0 = box.x - laid.ix;
    const y0 = box.y - laid.iy;
    const x1 = x0 + box.width;
    const y1 = y0 + box.height;
    for (const side of SIDES_OF) {
      const e = edge(v, side);
      if (e.style === "none" || e.width === 0) continue;
      const along = side === "top" ? y0 : side === "bottom" ? y1 : side === "left" ? x0 : x1;
      const flat = side === "top" || side === "bottom";
      const key = `${flat ? "h" : "v"}${Math.round(along)}:${Math.round(flat ? x0 : y0)}:${Math.round(flat ? x1 : y1)}`;
      const before = seen.get(key);
      if (before !== undefined && !stronger(e, before.edge)) continue;
      const half = e.width / 2;
      const at = along - half;
      const style =
        e.style === "hidden"
          ? "none"
          : e.style === "inset"
            ? "ridge"
            : e.style === "outset"
              ? "groove"
              : e.style;
      const left = flat ? x0 - half : at;
      const top = (flat ? at : y0 - half) + place.lift;
      const width = flat ? x1 - x0 + e.width : 0;
      const height = flat ? 0 : y1 - y0 + e.width;
      const css =
        `width:${px(width)};height:${px(height)};box-sizing:content-box;border-${flat ? "top" : "left"}:${e.width}px ${style} ${e.color};` +
        `margin:${px(top)} 0 ${px(-(top + height + (flat ? e.width : 0)))} ${px(left)};`;
      seen.set(key, { edge: e, css });
    }
  };
  const walk = (el: Element): void => {
    const kids = flatChildren(el);
    for (let i = 0; i < kids.length; i++) {
      const kid = kids[i] as Node;
      if (!isElement(kid) || !place.sheet.marks.has(kid)) continue;
      const v = reader(kid);
      const display = v("display");
      if (
        display === "table-row-group" ||
        display === "table-header-group" ||
        display === "table-footer-group"
      )
        walk(kid);
      else if (display === "table-row") {
        walk(kid);
        put(kid, v);
      } else if (display === "table-cell") put(kid, v, el);
    }
  };
  walk(table);
  put(table, reader(table));
  if (seen.size === 0) return;
  pic.painted++;
  for (const { css } of seen.values()) pic.out.push(`<div style="${css}"></div>`);
}

function stronger(a: Edge, b: Edge): boolean {
  if (b.style === "hidden") return false;
  if (a.style === "hidden") return true;
  if (a.width !== b.width) return a.width > b.width;
  return STRENGTH.indexOf(a.style) > STRENGTH.indexOf(b.style);
}
