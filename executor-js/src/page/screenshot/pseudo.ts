/** Generated content: `::before` and `::after` have no rectangle, so their used lengths and the flow say where they are. */
import { attr } from "../dom.js";
import * as p from "../pristine.js";
import { counterText } from "./counters.js";
import type { Kids } from "./kids.js";
import { isInlineLevel, outOfFlow, type ElementKid, type Kid, type Picture, type Place } from "./picture.js";
import { FLEX, FONT_FAMILY } from "./properties.js";
import { localBox } from "./space.js";
import { num, ownStyle, padding, px, textStyle, type Read } from "./styles.js";
import { escapeXml } from "./xml.js";

type PseudoKid = Extract<Kid, { kind: "pseudo" }>;

export function emitPseudo(pic: Picture, place: Place, kid: ElementKid, pseudo: PseudoKid, kids: Kids): void {
  const { v, which } = pseudo;
  const resolve = pic.resources.resolve(place.sheet.doc);
  const display = v("display");
  const position = v("position");
  const float = v("float");
  const text = textStyle(v, place.text, resolve);
  const look = ownStyle(v, { resolve });
  let css = text.css + look.css;
  if (v("visibility") !== place.visible) css += `visibility:${v("visibility")};`;
  const out = outOfFlow(position);
  const inline = !out && float === "none" && isInlineLevel(display);
  const size = used(v);
  if (out) {
    css += `display:${blockish(display)};position:${position};left:${v("left")};top:${v("top")};margin:${margins(v)};${size}`;
  } else {
    if (position !== "static") css += `position:relative;${position === "relative" ? offsets(v) : ""}`;
    if (inline) {
      css += `display:${display};vertical-align:${v("vertical-align")};margin:${margins(v)};`;
      css += display === "inline" ? pads(v) : size;
    } else if (place.mode === "flow") {
      css += `display:${blockish(display)};${size}`;
      css += flowPlace(place, which, kids, v);
    } else {
      css += `display:${blockish(display)};${size}margin:${margins(v)};`;
      if (float !== "none") css += `float:${float};`;
      if (place.mode === "flex") css += `flex:none;align-self:${v("align-self")};order:${v("order")};`;
    }
  }
  if (display.includes("flex") || display.includes("grid"))
    for (const name of FLEX) css += `${name}:${v(name)};`;
  if (look.paints) pic.painted++;
  const content = contentOf(pic, kid.el, pseudo, resolve);
  if (content.image !== "") css += `content:${content.image};`;
  if (content.text !== "") {
    pic.painted++;
    pic.fonts.use(place.sheet.doc, text.inside[FONT_FAMILY] ?? "", content.text);
  }
  const name = pic.sheet.classOf(css);
  pic.out.push(`<div class="${name}">${escapeXml(content.text)}</div>`);
}

const blockish = (display: string): string => {
  if (display.includes("flex")) return "flex";
  if (display.includes("grid")) return "grid";
  return "block";
};

const margins = (v: Read): string =>
  ["top", "right", "bottom", "left"].map((side) => v(`margin-${side}`)).join(" ");

const offsets = (v: Read): string =>
  ["left", "top"].map((side) => (v(side).endsWith("px") ? `${side}:${v(side)};` : "")).join("");

function pads(v: Read): string {
  const pad = padding(v);
  return pad.some((n) => n !== 0) ? `padding:${pad.map(px).join(" ")};` : "";
}

function used(v: Read): string {
  const width = v("width");
  const height = v("height");
  return `box-sizing:${v("box-sizing")};${pads(v)}${width.endsWith("px") ? `width:${width};` : ""}${height.endsWith("px") ? `height:${height};` : ""}`;
}

/** Before the first, or after the last, block of its element. */
function flowPlace(place: Place, which: string, kids: Kids, v: Read): string {
  const pad = padding(kids.v);
  const x = pad[3] + num(v("margin-left"));
  let y = pad[0] + num(v("margin-top"));
  if (which === "::after") {
    for (const kid of kids.list) {
      if (kid.kind !== "element" || outOfFlow(kid.position) || kid.float !== "none") continue;
      const box = localBox(place.space, place.sheet.marks.get(kid.el) ?? p.clientBox(kid.el));
      y = Math.max(
        y,
        box.y + box.height - place.y + Math.max(num(kid.v("margin-bottom")), num(v("margin-top"))),
      );
    }
  }
  const height =
    num(v("height")) +
    (v("box-sizing") === "border-box" ? 0 : num(v("padding-top")) + num(v("padding-bottom")));
  y += place.lift;
  return `margin:${px(y)} 0 ${px(-(y + height))} ${px(x)};`;
}

/** The text or the image that `content` stands for. */
function contentOf(
  pic: Picture,
  el: Element,
  pseudo: PseudoKid,
  resolve: (value: string) => string,
): { text: string; image: string } {
  let rest = pseudo.content;
  if (/^(?:url\(|image-set\(|(?:\w+-)*gradient\()/.test(rest))
    return { text: "", image: resolve(rest.replace(/ \/ "(?:[^"\\]|\\.)*"$/, "")) };
  let text = "";
  const token =
    /^\s*(?:"((?:[^"\\]|\\[\s\S])*)"|(counters?)\(([^)]*)\)|attr\(([^)]*)\)|([a-z-]+)|(url\([^)]*\))|(\/))/;
  for (let m = token.exec(rest); m !== null; m = token.exec(rest)) {
    rest = rest.slice(m[0].length);
    if (m[7] !== undefined) break; // what follows is for assistive technology
    if (m[1] !== undefined) text += unquote(m[1]);
    else if (m[2] !== undefined) text += counterText(pic, el, pseudo.which, m[2] === "counters", m[3] ?? "");
    else if (m[4] !== undefined) text += attr(el, m[4].trim());
    else if (m[5] !== undefined) text += quote(pseudo.v, m[5]);
  }
  return { text, image: "" };
}

const unquote = (text: string): string =>
  text.replace(
    /\\(?:([0-9a-fA-F]{1,6}) ?|([\s\S]))/g,
    (_all, code: string | undefined, char: string | undefined) =>
      code !== undefined ? String.fromCodePoint(parseInt(code, 16)) : (char ?? ""),
  );

function quote(v: Read, word: string): string {
  if (word !== "open-quote" && word !== "close-quote") return "";
  const marks = [...v("quotes").matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((m) => m[1] ?? "");
  return word === "open-quote" ? (marks[0] ?? "\u201c") : (marks[1] ?? "\u201d");
}
