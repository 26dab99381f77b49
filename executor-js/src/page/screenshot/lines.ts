/** Inline formatting contexts: the one kind of layout that the browser does again, at the same width. */
import { attr, htmlTag, treeParent } from "../dom.js";
import * as p from "../pristine.js";
import { emitElement } from "./emit.js";
import type { Laid } from "./measure.js";
import { hasColumns, type Kids } from "./kids.js";
import {
  isInlineLevel,
  outOfFlow,
  type ElementKid,
  type FloatBox,
  type Kid,
  type Picture,
  type Place,
} from "./picture.js";
import { emitPseudo } from "./pseudo.js";
import { COLOR, COLUMNS, FONT_FAMILY } from "./properties.js";
import * as r from "./reads.js";
import { localBox } from "./space.js";
import {
  learn,
  num,
  padding,
  px,
  reader,
  textStyle,
  type Inherited,
  type OwnStyle,
  type Read,
} from "./styles.js";
import { escapeXml } from "./xml.js";

/** Emits text and everything that stands in it. `laid` is absent for an inline box inside a line. */
export function emitLines(
  pic: Picture,
  inside: Place,
  kid: ElementKid,
  kids: Kids,
  laid: Laid | undefined,
  own: OwnStyle,
): void {
  let close = "";
  let into = inside;
  if (laid !== undefined) {
    close = openScrolled(pic, kid, laid, own);
    if (inside.floats.length > 0) pic.out.push(floatShims(inside, kid, laid, own));
    const scrolled = own.clips ? p.scrollTop(kid.el) : 0;
    if (hasColumns(kid.v)) into = { ...inside, columns: true };
    else
      into = {
        ...inside,
        flow: {
          bottom:
            inside.y +
            num(kid.v("padding-top")) +
            (own.framed === true ? num(kid.v("border-top-width")) : 0) -
            scrolled,
          lineNext: false,
        },
      };
  }
  const { flow } = into;
  const { list } = kids;
  for (let i = 0; i < list.length; i++) {
    const child = list[i] as Kid;
    const role = roleOf(child);
    if (flow !== undefined && role === "line") flow.bottom = null;
    if (flow !== undefined && role === "block") {
      let next = i + 1;
      while (next < list.length && roleOf(list[next] as Kid) === "none") next++;
      flow.lineNext = next < list.length && roleOf(list[next] as Kid) === "line";
    }
    if (child.kind === "text") emitText(pic, into, kid.el, child.node, child.owner);
    else if (child.kind === "pseudo") emitPseudo(pic, into, kid, child, kids);
    else {
      emitElement(pic, into, child);
      noteFloat(inside, child);
    }
  }
  pic.out.push(close);
}

/** What a child means to the flow of blocks: part of a line, a block, or nothing. */
function roleOf(child: Kid): "line" | "block" | "none" {
  if (child.kind === "text") return r.isBlank(p.nodeValue(child.node) ?? "") ? "none" : "line";
  if (child.kind === "pseudo")
    return outOfFlow(child.v("position")) || child.v("float") !== "none" ? "none" : "line";
  if (outOfFlow(child.position) || child.float !== "none") return "none";
  return isInlineLevel(child.display) ? "line" : "block";
}

export function emitText(pic: Picture, inside: Place, el: Element, node: Text, owner: Element): void {
  const value = p.nodeValue(node) ?? "";
  if (value === "") return;
  let text: Inherited = inside.text;
  let open = "";
  if (owner !== el) {
    // The text of a `display: contents` element has that element's style and no box to carry it.
    const style = textStyle(reader(owner), inside.text, pic.resources.resolve(inside.sheet.doc));
    text = style.inside;
    if (style.css !== "") open = `<div class="${pic.sheet.classOf(`display:inline;${style.css}`)}">`;
  }
  pic.fonts.use(inside.sheet.doc, text[FONT_FAMILY] ?? "", value);
  if (!r.isBlank(value)) pic.painted++;
  pic.out.push(open, escapeXml(value), open === "" ? "" : "</div>");
}

/** Content of a scrolled box, moved as it is scrolled. Returns what closes it. */
function openScrolled(pic: Picture, kid: ElementKid, laid: Laid, own: OwnStyle): string {
  if (!own.clips) return "";
  const top = p.scrollTop(kid.el);
  const left = p.scrollLeft(kid.el);
  if (top === 0 && left === 0) return "";
  const pad = padding(kid.v);
  const bar = laid.width - own.border[1] - own.border[3] - pad[1] - pad[3];
  pic.out.push(`<div style="width:${px(bar)};margin:${px(-top)} 0 0 ${px(-left)};">`);
  return "</div>";
}

/** Remembers a float for the lines of the blocks that follow it in the same formatting context. */
export function noteFloat(inside: Place, child: ElementKid): void {
  if (child.float === "none" || outOfFlow(child.position)) return;
  const box = localBox(inside.space, inside.sheet.marks.get(child.el) ?? p.clientBox(child.el));
  const margin = ["top", "right", "bottom", "left"].map((side) => num(child.v(`margin-${side}`))) as [
    number,
    number,
    number,
    number,
  ];
  inside.floats.push({
    side: child.float === "right" || child.float === "inline-end" ? "right" : "left",
    box: {
      x: box.x - margin[3],
      y: box.y - margin[0],
      width: box.width + margin[1] + margin[3],
      height: box.height + margin[0] + margin[2],
    },
  });
}

/** Empty floats where the real ones stand, which belong to other blocks of the picture: lines make the same room. */
function floatShims(inside: Place, kid: ElementKid, laid: Laid, own: OwnStyle): string {
  const pad = padding(kid.v);
  const left = laid.ix + own.border[3] + pad[3];
  const top = laid.iy + own.border[0] + pad[0];
  const right = laid.ix + laid.width - own.border[1] - pad[1];
  const bottom = laid.iy + laid.height;
  const shim = (side: "left" | "right", boxes: readonly FloatBox[]): string => {
    const steps = boxes
      .map(({ box }) => ({
        from: Math.max(0, box.y - top),
        to: box.y + box.height - top,
        wide: side === "left" ? box.x + box.width - left : right - box.x,
      }))
      .filter((s) => s.to > 0 && s.wide > 0 && s.from < bottom - top)
      .sort((a, b) => a.from - b.from);
    if (steps.length === 0) return "";
    const wide = Math.max(...steps.map((s) => s.wide));
    const high = Math.max(...steps.map((s) => s.to));
    const x = (w: number): string => px(side === "left" ? w : wide - w);
    const points = steps.flatMap((s) => [
      `${x(0)} ${px(s.from)}`,
      `${x(s.wide)} ${px(s.from)}`,
      `${x(s.wide)} ${px(s.to)}`,
      `${x(0)} ${px(s.to)}`,
    ]);
    return `<div style="float:${side};width:${px(wide)};height:${px(high)};shape-outside:polygon(${points.join(",")})"></div>`;
  };
  return (
    shim(
      "left",
      inside.floats.filter((f) => f.side === "left"),
    ) +
    shim(
      "right",
      inside.floats.filter((f) => f.side === "right"),
    )
  );
}

export function columnsOf(v: Read): string {
  if (!hasColumns(v)) return "";
  return COLUMNS.map((name) => `${name}:${v(name)};`).join("");
}

const FIRST = [
  "color",
  "font-size",
  "font-weight",
  "font-style",
  "font-family",
  "text-transform",
  "letter-spacing",
  "background-color",
  "line-height",
];
const FIRST_LETTER = [
  ...FIRST,
  "float",
  "padding-top",
  "padding-right",
  "padding-bottom",
  "padding-left",
  "margin-top",
  "margin-right",
  "margin-bottom",
  "margin-left",
  "vertical-align",
  "text-shadow",
];

const FIRST_SIGNS = ["color", "font-size", "float", "font-weight", "text-transform"];

const hasFirst = (el: Element, v: Read): boolean =>
  learn(`first ${v.like}`, () =>
    ["::first-letter", "::first-line"].some((pseudo) => {
      const part = reader(el, pseudo);
      return FIRST_SIGNS.some((name) => part(name) !== v(name) && part(name) !== "");
    }),
  );

/** Classes for the first letter and line, and for the marker of a list item. */
export function partClasses(pic: Picture, el: Element, v: Read, display: string, lines: boolean): string {
  const names: string[] = [];
  if (lines) {
    for (const [pseudo, properties] of hasFirst(el, v)
      ? ([
          ["::first-letter", FIRST_LETTER],
          ["::first-line", FIRST],
        ] as const)
      : []) {
      const part = reader(el, pseudo);
      if (FIRST_SIGNS.every((name) => part(name) === v(name) || part(name) === "")) continue;
      names.push(
        pic.sheet.pseudoClass(
          pseudo,
          properties
            .filter((name) => part(name) !== v(name))
            .map((name) => `${name}:${part(name)};`)
            .join(""),
        ),
      );
    }
  }
  if (display.includes("list-item")) {
    const part = reader(el, "::marker");
    let css = "";
    for (const name of ["color", "font-size", "font-family", "font-weight", "font-variant-numeric"]) {
      const value = part(name);
      if (value !== "" && value !== v(name)) css += `${name}:${value};`;
    }
    const content = part("content");
    if (content !== "" && content !== "normal")
      css += `content:${pic.resources.resolve(p.ownerDocument(el) as Document)(content)};`;
    names.push(pic.sheet.pseudoClass("::marker", css));
  }
  return names.filter((name) => name !== "").join(" ");
}

/** The number of a list item, which its neighbours out of sight decide. */
export function ordinal(pic: Picture, el: Element): number {
  const parent = treeParent(el);
  if (parent === null) return 1;
  let known = pic.ordinals.get(parent);
  if (known === undefined) {
    known = new Map();
    const items: Element[] = [];
    for (let child = r.firstElementChild(parent); child !== null; child = r.nextElementSibling(child))
      if (htmlTag(child) === "li" || child === el) items.push(child);
    const reversed = htmlTag(parent) === "ol" && p.hasAttribute(parent, "reversed");
    const start = parseInt(attr(parent, "start"), 10);
    let next = Number.isNaN(start) ? (reversed ? items.length : 1) : start;
    for (const item of items) {
      const own = parseInt(attr(item, "value"), 10);
      if (!Number.isNaN(own)) next = own;
      known.set(item, next);
      next += reversed ? -1 : 1;
    }
    pic.ordinals.set(parent, known);
  }
  return known.get(el) ?? 1;
}

export const colorOf = (text: Inherited): string => text[COLOR] ?? "rgb(0, 0, 0)";
