/** Inline formatting contexts: the one kind of layout that the browser does again, at the same width. */
import { attr, htmlTag, treeParent } from "../dom.js";
import * as p from "../pristine.js";
import { emitElement } from "./emit.js";
import type { Laid } from "./measure.js";
import { hasColumns, type Kids } from "./kids.js";
import { isInlineLevel, outOfFlow, type ElementKid, type Kid, type Picture, type Place } from "./picture.js";
import { emitPseudo } from "./pseudo.js";
import { FONT_FAMILY } from "./properties.js";
import { isBlank } from "./reads.js";
import type { Sliced } from "./slices.js";
import { localBox } from "./space.js";
import {
  borders,
  learn,
  padding,
  px,
  reader,
  say,
  sides,
  textStyle,
  type OwnStyle,
  type Read,
} from "./styles.js";
import { escapeXml } from "./xml.js";

/** Emits text and everything that stands in it. `laid` is absent for an inline box inside a line. */
export function* emitLines(
  pic: Picture,
  inside: Place,
  kid: ElementKid,
  kids: Kids,
  laid: Laid | undefined,
  own: OwnStyle,
): Sliced<void> {
  let close = "";
  let into = inside;
  if (laid !== undefined) {
    const { v, el } = kid;
    const top = own.clips ? p.scrollTop(el) : 0;
    const left = own.clips ? p.scrollLeft(el) : 0;
    const pad = padding(v);
    if (top !== 0 || left !== 0) {
      // Content of a scrolled box, moved as it is scrolled.
      const width = laid.width - own.border[1] - own.border[3] - pad[1] - pad[3];
      pic.out.push(`<div style="width:${px(width)};margin:${px(-top)} 0 0 ${px(-left)}">`);
      close = "</div>";
    }
    // Notes above the first line may reach into what precedes it, which a box of its own does not let them.
    if (hasNotes(kids)) {
      pic.out.push('<div style="padding-top:2em;margin-top:-2em">');
      close += "</div>";
    }
    if (inside.shims === true)
      pic.out.push(floatShim(inside, laid, own, pad, "left"), floatShim(inside, laid, own, pad, "right"));
    const first = inside.y + pad[0] + (own.framed === true ? borders(v)[0] : 0) - top;
    into = hasColumns(v)
      ? { ...inside, columns: true }
      : { ...inside, flow: { bottom: htmlTag(el) === "button" ? null : first, lineNext: false } };
  }
  const { flow } = into;
  for (const [i, child] of kids.list.entries()) {
    if (flow !== undefined) {
      const role = roleOf(child);
      if (role === "line") flow.bottom = null;
      if (role === "block") {
        let next = i + 1;
        while (next < kids.list.length && roleOf(kids.list[next] as Kid) === "") next++;
        flow.lineNext = next < kids.list.length && roleOf(kids.list[next] as Kid) === "line";
      }
    }
    yield* emitKid(pic, into, kid, kids, child);
    if (child.kind === "element") noteFloat(inside, child);
  }
  pic.out.push(close);
}

export function* emitKid(pic: Picture, into: Place, kid: ElementKid, kids: Kids, child: Kid): Sliced<void> {
  if (child.kind === "text") emitText(pic, into, kid.el, child.node, child.owner);
  else if (child.kind === "pseudo") emitPseudo(pic, into, kid, child, kids);
  else yield* emitElement(pic, into, child);
}

/** Ruby, or marks of emphasis. */
export const hasNotes = (kids: Kids): boolean =>
  kids.list.some(
    (kid) =>
      kid.kind === "element" &&
      (kid.display === "ruby" ||
        learn(`notes ${kid.v.like}`, () => kid.v("text-emphasis-style") !== "none" && kid.marked)),
  );

/** What a child means to the flow of blocks: part of a line, a block, or nothing. */
export function roleOf(child: Kid): "line" | "block" | "" {
  if (child.kind === "text") return isBlank(p.nodeValue(child.node) ?? "") ? "" : "line";
  if (outOfFlow(child.v("position")) || child.v("float") !== "none") return "";
  return child.kind === "pseudo" || isInlineLevel(child.display) ? "line" : "block";
}

function emitText(pic: Picture, inside: Place, el: Element, node: Text, owner: Element): void {
  const value = p.nodeValue(node) ?? "";
  let { text } = inside;
  let open = "";
  if (owner !== el) {
    // The text of a `display: contents` element has that element's style and no box to carry it.
    const style = textStyle(reader(owner), text, pic.resources.resolve(inside.sheet.doc));
    text = style.inside;
    if (style.css !== "") open = `<div class="${pic.sheet.classOf(`display:inline;${style.css}`)}">`;
  }
  pic.fonts.use(inside.sheet.doc, text[FONT_FAMILY]);
  // Text alone proves that there is something to see; a background may well be all of one colour.
  if (!isBlank(value)) pic.painted += 2;
  pic.out.push(open, escapeXml(value), open && "</div>");
}

/** Remembers a float for the lines of the blocks that follow it in the same formatting context. */
export function noteFloat(inside: Place, child: ElementKid): void {
  if (child.float === "none" || outOfFlow(child.position)) return;
  const box = localBox(inside.space, inside.sheet.marks.get(child.el) ?? p.clientBox(child.el));
  const [top, right, bottom, left] = sides(child.v, "margin");
  inside.floats.push({
    side: /right|inline-end/.test(child.float) ? "right" : "left",
    box: {
      x: box.x - left,
      y: box.y - top,
      width: box.width + left + right,
      height: box.height + top + bottom,
    },
  });
}

/** An empty float where real ones stand, which belong to other blocks of the picture: lines make the same room. */
function floatShim(
  inside: Place,
  laid: Laid,
  own: OwnStyle,
  pad: readonly number[],
  side: "left" | "right",
): string {
  const left = laid.ix + own.border[3] + (pad[3] ?? 0);
  const top = laid.iy + own.border[0] + (pad[0] ?? 0);
  const right = laid.ix + laid.width - own.border[1] - (pad[1] ?? 0);
  const steps = inside.floats
    .filter((float) => float.side === side)
    .map(({ box }) => ({
      from: Math.max(0, box.y - top),
      to: box.y + box.height - top,
      wide: side === "left" ? box.x + box.width - left : right - box.x,
    }))
    .filter((s) => s.to > 0 && s.wide > 0 && s.from < laid.iy + laid.height - top)
    .sort((a, b) => a.from - b.from);
  if (steps.length === 0) return "";
  const wide = Math.max(...steps.map((s) => s.wide));
  const high = Math.max(...steps.map((s) => s.to));
  const point = (w: number, y: number): string => `${px(side === "left" ? w : wide - w)} ${px(y)}`;
  const points = steps.map(
    (s) => `${point(0, s.from)},${point(s.wide, s.from)},${point(s.wide, s.to)},${point(0, s.to)}`,
  );
  return `<div style="float:${side};width:${px(wide)};height:${px(high)};shape-outside:polygon(${points.join()})"></div>`;
}

const FIRST =
  "color font-size font-weight font-style font-family font-variant text-transform letter-spacing background-color line-height";
const FIRST_LETTER = `${FIRST} float padding margin vertical-align text-shadow initial-letter`;
const FIRST_SIGNS = "color font-size float font-weight font-variant text-transform initial-letter";

/** Classes for the first letter and line, and for the marker of a list item. */
export function partClasses(pic: Picture, el: Element, v: Read, display: string, lines: boolean): string {
  const names: string[] = [];
  const differs = (pseudo: string, names: string): string =>
    say(reader(el, pseudo), names, (value, name) => value === "" || value === v(name));
  const first = (pseudo: string, properties: string): void => {
    if (!learn(`${pseudo} ${v.like}`, () => differs(pseudo, FIRST_SIGNS) !== "")) return;
    names.push(pic.sheet.classOf(differs(pseudo, properties), pseudo));
  };
  if (lines) {
    first("::first-letter", FIRST_LETTER);
    first("::first-line", FIRST);
  }
  if (display.includes("list-item")) {
    const css =
      differs("::marker", "color font-size font-family font-weight font-variant-numeric") +
      say(reader(el, "::marker"), "content", (value) => value === "normal" || value === "");
    const doc = p.ownerDocument(el) as Document;
    names.push(pic.sheet.classOf(pic.resources.resolve(doc)(css), "::marker"));
  }
  return names.join(" ").trim();
}

/** The number of a list item, which its neighbours out of sight decide. */
export function ordinal(pic: Picture, el: Element): number {
  const parent = treeParent(el);
  if (parent === null) return 1;
  if (!pic.ordinals.has(el)) {
    const items: Element[] = [];
    for (let child = p.firstElementChild(parent); child !== null; child = p.nextElementSibling(child))
      if (htmlTag(child) === "li" || child === el) items.push(child);
    const reversed = p.hasAttribute(parent, "reversed");
    const number = (of: Element, name: string, otherwise: number): number => {
      const value = parseInt(attr(of, name), 10);
      return Number.isNaN(value) ? otherwise : value;
    };
    let next = number(parent, "start", reversed ? items.length : 1);
    for (const item of items) {
      next = number(item, "value", next);
      pic.ordinals.set(item, next);
      next += reversed ? -1 : 1;
    }
  }
  return pic.ordinals.get(el) ?? 1;
}
