/** What the browser paints over everything else: modal dialogs with their backdrops, popovers, the fullscreen element. */
import * as p from "../pristine.js";
import { emitElement } from "./emit.js";
import { elementKid } from "./kids.js";
import type { DocumentSheet, Picture, Place } from "./picture.js";
import type { Sliced } from "./slices.js";
import { ownStyle, px, reader } from "./styles.js";

/** Elements of the top layer in the order of the document, which is the order of opening for most pages. */
export function topLayer(sheet: DocumentSheet): ReadonlySet<Element> {
  const found = new Set<Element>();
  for (const el of sheet.marks.keys())
    // A list of this kind forgives a selector that the browser does not know.
    if (p.matches(el, ":is(:modal,:popover-open,:fullscreen)")) found.add(el);
  return found;
}

export function* emitTopLayer(pic: Picture, place: Place): Sliced<void> {
  const layer = pic.top.get(place.sheet.doc) ?? [];
  const { width, height } = place.sheet.view;
  pic.top.delete(place.sheet.doc);
  for (const el of layer) {
    const back = reader(el, "::backdrop");
    const { css } = ownStyle(back, { resolve: pic.resources.resolve(place.sheet.doc) });
    if (back("display") !== "none")
      pic.out.push(
        `<div class="${pic.sheet.classOf(css)}" style="position:fixed;left:0;top:0;width:${px(width)};height:${px(height)};z-index:2147483647"></div>`,
      );
    const kid = elementKid(pic, place.sheet, el);
    if (kid === null) continue;
    pic.out.push(
      '<div style="position:relative;z-index:2147483647;width:0;height:0;display:flex;align-items:flex-start">',
    );
    yield* emitElement(
      pic,
      { ...place, mode: "grid" },
      { ...kid, position: kid.position === "absolute" ? "fixed" : kid.position },
    );
    pic.out.push("</div>");
  }
}
