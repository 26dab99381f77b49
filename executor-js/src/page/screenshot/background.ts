/** Backgrounds that count from somewhere else than their box: fixed ones, and the canvas of the document. */
import * as p from "../pristine.js";
import type { DocumentSheet, Picture } from "./picture.js";
import { isClear, px, reader } from "./styles.js";

/** The element whose background the canvas takes: the root, or the body where the root has none. */
export function canvasOwner(doc: Document): Element | null {
  for (const el of [p.documentElement(doc), p.bodyOf(doc)]) {
    if (el === null) continue;
    const v = reader(el);
    if (v("display") !== "none" && (!isClear(v("background-color")) || v("background-image") !== "none"))
      return el;
  }
  return null;
}

/** The canvas background: a box that is as large as the view, and whose content box is the root. */
export function emitCanvas(pic: Picture, sheet: DocumentSheet): void {
  const { canvasOwner: owner, view, doc } = sheet;
  const root = p.documentElement(doc);
  if (owner === null || root === null) return;
  pic.painted++;
  const v = reader(owner);
  const area = v("background-attachment").includes("fixed") ? view : p.clientBox(root);
  const dx = area.x - view.x;
  const dy = area.y - view.y;
  const after = (length: number): string => px(Math.max(0, length));
  const css =
    `background:${pic.resources.resolve(doc)(v("background"))};background-attachment:scroll;background-origin:content-box;` +
    `background-clip:border-box;background-blend-mode:${v("background-blend-mode")};box-sizing:content-box;` +
    `margin:${px(Math.min(0, dy))} 0 0 ${px(Math.min(0, dx))};width:${px(area.width)};height:${px(area.height)};` +
    `padding:${after(dy)} ${after(view.width - dx - area.width)} ${after(view.height - dy - area.height)} ${after(dx)}`;
  pic.out.push(
    `<div style="position:absolute;left:0;top:0;width:100%;height:100%;overflow:hidden;z-index:-2147483648">` +
      `<div class="${pic.sheet.classOf(css)}"></div></div>`,
  );
}
