/** Generated content: `::before` and `::after` have no rectangle, so their used lengths and the flow say where they are. */
import { attr } from "../dom.js";
import * as p from "../pristine.js";
import { counted } from "./counters.js";
import type { Kids } from "./kids.js";
import { isInlineLevel, outOfFlow, type ElementKid, type Kid, type Picture, type Place } from "./picture.js";
import { at } from "./placement.js";
import { FLEX, FONT_FAMILY } from "./properties.js";
import { localBox } from "./space.js";
import { num, ownStyle, padding, say, textStyle, type Read } from "./styles.js";

type PseudoKid = Extract<Kid, { kind: "pseudo" }>;

export function emitPseudo(pic: Picture, place: Place, kid: ElementKid, pseudo: PseudoKid, kids: Kids): void {
  const { v, which, content } = pseudo;
  const resolve = pic.resources.resolve(place.sheet.doc);
  const display = v("display");
  const position = v("position");
  const floats = v("float") !== "none";
  const text = textStyle(v, place.text, resolve);
  const look = ownStyle(v, { resolve });
  const out = outOfFlow(position);
  const size = `box-sizing:${v("box-sizing")};${pads(v)}${say(v, "width height", (value) => !value.endsWith("px"))}`;
  const block = `display:${/flex|grid/.exec(display)?.[0] ?? "block"};${size}`;
  let css = text.css + look.css + visibility(v, place);
  if (out) css += `${block}${say(v, "position left top margin")}`;
  else {
    if (position !== "static") css += "position:relative;";
    if (position === "relative") css += say(v, "left top", (value) => !value.endsWith("px"));
    if (!floats && isInlineLevel(display))
      css += say(v, "display vertical-align margin") + (display === "inline" ? pads(v) : size);
    else if (place.mode === "flow") css += block + flowPlace(place, which, kids, v);
    else {
      css += block + say(v, "margin float");
      if (place.mode === "flex") css += `flex:none;${say(v, "align-self order")}`;
    }
  }
  if (/flex|grid/.test(display)) css += say(v, FLEX);
  if (look.paints) pic.painted++;
  const shown = resolve(
    content.replace(/attr\(([^),]*)[^)]*\)/g, (_all, name: string) => quoted(attr(kid.el, name.trim()))),
  );
  const inner = pic.sheet.classOf(counted(pic, kid.el, which, shown), "::before");
  if (content !== '""') pic.painted++;
  pic.fonts.use(place.sheet.doc, text.inside[FONT_FAMILY]);
  pic.out.push(`<div class="${pic.sheet.classOf(css)} ${inner}"></div>`);
}

const quoted = (text: string): string =>
  `"${text.replace(/["\\\n]/g, (c) => `\\${c.charCodeAt(0).toString(16)} `)}"`;

export const visibility = (v: Read, place: Place): string =>
  say(v, "visibility", (value) => value === place.visible);

export const pads = (v: Read): string => say(v, "padding", (value) => value === "0px");

/** Before the first, or after the last, block of its element. */
function flowPlace(place: Place, which: string, kids: Kids, v: Read): string {
  const pad = padding(kids.v);
  const x = place.x + pad[3] + num(v("margin-left"));
  const above = num(v("margin-top"));
  let y = place.y + pad[0] + above;
  if (which === "::after")
    for (const kid of kids.list) {
      if (kid.kind !== "element" || outOfFlow(kid.position) || kid.float !== "none") continue;
      const box = localBox(place.space, place.sheet.marks.get(kid.el) ?? p.clientBox(kid.el));
      y = Math.max(y, box.y + box.height + Math.max(num(kid.v("margin-bottom")), above));
    }
  const rim = v("box-sizing") === "border-box" ? 0 : num(v("padding-top")) + num(v("padding-bottom"));
  return at(place, x, y, 0, num(v("height")) + rim);
}
