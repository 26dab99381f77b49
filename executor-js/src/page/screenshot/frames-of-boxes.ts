/** Frames of boxes that no border property can draw: the legend's gap, and the borders that cells of a table share. */
import { flatChildren, isElement } from "../dom.js";
import * as p from "../pristine.js";
import type { Laid } from "./measure.js";
import type { Picture, Place } from "./picture.js";
import { at } from "./placement.js";
import { localBox } from "./space.js";
import { borderLine, borders, padding, px, reader, say, SIDES, type Read } from "./styles.js";

/** An empty fieldset of the browser's own behind the content, with a legend of the same size. */
export function fieldsetFrame(pic: Picture, el: Element, v: Read, laid: Laid, lines: boolean): void {
  const box = localBox(laid.inner, p.clientBox(p.firstElementChild(el) as Element));
  const [top, , , left] = borders(v);
  const pad = padding(v);
  const css = SIDES.map((side) => `border-${side}:${borderLine(v, `border-${side}`)};`).join("");
  const over = lines ? `${px(-top - pad[0])} 0 0 ${px(-left - pad[3])}` : "0";
  pic.out.push(
    `<div style="height:0"><fieldset style="min-width:0;padding:0;${css}${say(v, "border-radius")}width:${px(laid.width)};height:${px(laid.height)};margin:${over}">` +
      `<legend style="padding:0;margin-left:${px(box.x - laid.ix - left)};width:${px(box.width)};height:${px(box.height)}"></legend></fieldset></div>`,
  );
}

/** From the weakest to the strongest where borders of one width meet. */
const STRENGTH = ["inset", "groove", "outset", "ridge", "dotted", "dashed", "solid", "double"];

/** The borders of a table that collapses them, each centred on the edge that two cells share. `place` is inside it. */
export function tableBorders(pic: Picture, place: Place, table: Element, laid: Laid): void {
  const seen = new Map<string, { readonly strength: number; readonly html: string }>();
  const put = (el: Element, v: Read, row?: Element): void => {
    const box = (of: Element): p.Box => localBox(laid.inner, place.sheet.marks.get(of) ?? p.clientBox(of));
    const { x, width, height, y: own } = box(el);
    // The borders of a cell that sticks stay behind, where its row is.
    const y = row !== undefined && v("position") === "sticky" ? box(row).y : own;
    SIDES.forEach((side, i) => {
      const style = v(`border-${side}-style`);
      const wide = borders(v)[i] as number;
      if (style === "none" || wide === 0) return;
      const flat = i % 2 === 0;
      const dx = i === 1 ? width : 0;
      const dy = i === 2 ? height : 0;
      const key = [flat, ...[x + dx, y + dy, flat ? width : height].map(Math.round)].join();
      const strength = style === "hidden" ? Infinity : wide * 10 + STRENGTH.indexOf(style);
      if (strength <= (seen.get(key)?.strength ?? -1)) return;
      const shown = { hidden: "none", inset: "ridge", outset: "groove" }[style] ?? style;
      const w = flat ? width + wide : 0;
      const h = flat ? 0 : height + wide;
      const css = `box-sizing:content-box;border-${flat ? "top" : "left"}:${wide}px ${shown} ${v(`border-${side}-color`)};width:${px(w)};height:${px(h)};`;
      const where = at(place, x + dx - wide / 2, y + dy - wide / 2, w, flat ? wide : h);
      seen.set(key, { strength, html: `<div style="${css}${where}"></div>` });
    });
  };
  const walk = (el: Element): void => {
    const kids = flatChildren(el);
    for (let i = 0; i < kids.length; i++) {
      const kid = kids[i] as Node;
      if (!isElement(kid) || !place.sheet.marks.has(kid)) continue;
      const v = reader(kid);
      const display = v("display");
      if (/row|group/.test(display)) walk(kid);
      if (/row$|cell/.test(display)) put(kid, v, display === "table-row" ? undefined : el);
    }
  };
  walk(table);
  put(table, reader(table));
  if (seen.size > 0) pic.painted++;
  for (const { html } of seen.values()) pic.out.push(html);
}
