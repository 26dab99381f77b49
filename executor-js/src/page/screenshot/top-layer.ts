/** What the browser paints over everything else: modal dialogs with their backdrops, popovers, the fullscreen element. */
import * as p from "../pristine.js";
import { emitElement } from "./emit.js";
import { elementKid } from "./kids.js";
import type { DocumentSheet, Picture, Place } from "./picture.js";
import { ownStyle, px, reader } from "./styles.js";

const SELECTORS = [":modal", ":popover-open", ":fullscreen"];

/** Elements of the top layer in the order of the document, which is the order of opening for most pages. */
export function topLayer(sheet: DocumentSheet): ReadonlySet<Element> {
  const found = new Set<Element>();
  const selectors = SELECTORS.filter((selector) => {
    try {
      return p.queryFirst(sheet.doc, selector) !== null;
    } catch {
      return false; // a browser that does not know the selector has no such elements
    }
  });
  if (selectors.length > 0) {
    const all = p.queryAll(sheet.doc, selectors.join(","));
    for (let i = 0; i < p.listLength(all); i++) found.add(all[i] as Element);
  }
  for (const el of sheet.marks.keys()) {
    const root = p.shadowRoot(el);
    if (root === null || selectors.length === 0) continue;
    const all = p.queryAll(root, selectors.join(","));
    for (let i = 0; i < p.listLength(all); i++) found.add(all[i] as Element);
  }
  return found;
}

export function emitTopLayer(pic: Picture, place: Place): void {
  const layer = pic.top.get(place.sheet.doc);
  if (layer === undefined || layer.size === 0) return;
  const { view } = place.sheet;
  pic.top.delete(place.sheet.doc);
  for (const el of layer) {
    if (pic.isSdkNode(el)) continue;
    const back = reader(el, "::backdrop");
    if (back("display") !== "none" && back("background-color") !== "") {
      const own = ownStyle(back, { resolve: pic.resources.resolve(place.sheet.doc) });
      pic.out.push(
        `<div class="${pic.sheet.classOf(own.css)}" style="position:fixed;left:0;top:0;width:${px(view.width)};height:${px(view.height)};z-index:2147483647"></div>`,
      );
    }
    const kid = elementKid(pic, place.sheet, el);
    if (kid === null) continue;
    pic.out.push(
      '<div style="position:relative;z-index:2147483647;width:0;height:0;display:flex;align-items:flex-start">',
    );
    emitElement(
      pic,
      { ...place, mode: "grid" },
      { ...kid, position: kid.position === "absolute" ? "fixed" : kid.position },
    );
    pic.out.push("</div>");
  }
}
