/**
 * Form controls, drawn by the browser itself: the same kind of control with the state that the real one has now, and
 * with the page's style where the page gave it one.
 */
import { attr, htmlTag, isElement } from "../dom.js";
import * as p from "../pristine.js";
import { classes, emitKids, insidePlace, openBox } from "./emit.js";
import { readKids } from "./kids.js";
import { MASK_COLOR } from "./mask.js";
import type { Laid } from "./measure.js";
import type { ElementKid, Picture, Place } from "./picture.js";
import { at, leafDisplay, placement } from "./placement.js";
import { FONT_FAMILY } from "./properties.js";
import { visibility } from "./pseudo.js";
import { partStyle } from "./rules.js";
import type { Sliced } from "./slices.js";
import { localBox } from "./space.js";
import {
  borders,
  isClear,
  ownStyle,
  padding,
  px,
  reader,
  say,
  textStyle,
  UNKNOWN,
  type OwnStyle,
  type Read,
} from "./styles.js";
import { escapeXml } from "./xml.js";

export const isControl = (el: Element): boolean =>
  /^(?:input|select|textarea|button|progress|meter)$/.test(htmlTag(el));

/** What the browser gives a control by itself; anything else is the page's doing. */
const NATIVE_BORDER =
  /^(?:2px (?:in|out)set|1px solid) rgba?\((?:0, 0, 0|(?:118|133|195), .*|255, 255, 255)\)$/;
const NATIVE_FILL =
  /^rgba?\((?:0, 0, 0, 0|255, 255, 255|59, 59, 59.*|239, 239, 239.*|107, 107, 107|19, 1, 1, 0\.3)\)$/;

const isChoice = (type: string): boolean => /^(?:checkbox|radio)$/.test(type);

const isTextual = (type: string): boolean =>
  !/^(?:checkbox|radio|range|color|file|submit|reset|button|image)$/.test(type);

function looksNative(v: Read, tag: string, type: string): boolean {
  if (v("appearance") === "none" || v("background-image") !== "none") return false;
  if (/^(?:progress|meter)$/.test(tag))
    return isClear(v("background-color")) && borders(v).join("") === "0000";
  return (
    /^(?:checkbox|radio|range)$/.test(type) ||
    (NATIVE_BORDER.test(v("border")) && NATIVE_FILL.test(v("background-color")))
  );
}

/** False when the control is drawn like any other element. */
export function* emitControl(pic: Picture, place: Place, kid: ElementKid, laid: Laid): Sliced<boolean> {
  const { el, v } = kid;
  const tag = htmlTag(el);
  const type = tag === "input" ? p.inputType(el as HTMLInputElement) : "";
  const resolve = pic.resources.resolve(place.sheet.doc);
  if (type === "hidden") return true;
  if (type === "image" || (v("appearance") === "none" && isChoice(type))) return false;
  const own = ownStyle(v, { resolve, explicit: true, native: looksNative(v, tag, type) });
  pic.painted++;
  const masked = pic.masks.covers(el);
  const state = p.matches(el, ":disabled") ? ' disabled=""' : "";
  if (tag === "button") {
    yield* emitButton(pic, place, kid, laid, own, state);
    return true;
  }
  const text = textStyle(v, UNKNOWN, resolve);
  pic.fonts.use(place.sheet.doc, text.inside[FONT_FAMILY]);
  const css = `${text.css}${masked ? maskStyle(own) : own.css + look(v, own)}padding:${padding(v).map(px).join(" ")};${visibility(v, place)}`;
  const parts = masked ? "" : partRules(pic, el, tag, type, v);
  const fixed = placement(place, kid, laid, leafDisplay(place, kid));
  const put = (attributes: string, style = "", content?: string): void =>
    void pic.out.push(
      `<${tag}${classes(pic, css, parts)}${attributes}${state} style="${fixed}${style}"`,
      content === undefined ? "/>" : `>${content}</${tag}>`,
    );
  if (masked && tag !== "input") {
    put("", "resize:none;overflow:hidden;", "");
    return true;
  }
  if (tag === "textarea") {
    const value = p.textAreaValue(el as HTMLTextAreaElement);
    const scrolled = isScrolled(el);
    const fits = p.scrollHeight(el) <= p.clientHeight(el) && p.scrollWidth(el) <= p.clientWidth(el);
    put(
      value === "" ? attributesOf(el, "placeholder") : "",
      say(v, "resize") + (fits ? "" : "overflow:hidden;"),
      scrolled ? "" : escapeXml(value),
    );
    if (scrolled) emitScrolledText(pic, place, kid, laid, own, text.css, value);
  } else if (tag === "select") emitSelect(pic, place, kid, laid, own, put);
  else if (tag !== "input") put(attributesOf(el, "value max min low high optimum"), "", "");
  else {
    const input = el as HTMLInputElement;
    const value = p.inputValue(input);
    if (isChoice(type) && p.inputIndeterminate(input)) {
      pic.out.push(indeterminate(v, fixed, state));
      return true;
    }
    // An explicit height moves the text of a field by a pixel where the browser would have chosen the height itself.
    const auto = isTextual(type) ? say(v, "box-sizing width height") : "";
    const scrolled = !masked && isTextual(type) && isScrolled(el);
    if (masked || scrolled) put(` type="text"${attributesOf(el, "size")}`, auto);
    else {
      let attributes = ` type="${type}"${attributesOf(el, "min max step size multiple placeholder")}`;
      if (p.inputChecked(input)) attributes += ' checked=""';
      if (type !== "file" && !isChoice(type) && (value !== "" || p.hasAttribute(el, "value")))
        attributes += ` value="${escapeXml(value)}"`;
      put(attributes, auto);
    }
    if (scrolled) emitScrolledText(pic, place, kid, laid, own, text.css, value);
  }
  return true;
}

const isScrolled = (el: Element): boolean => p.scrollTop(el) !== 0 || p.scrollLeft(el) !== 0;

const look = (v: Read, own: OwnStyle): string =>
  say(v, "appearance") + (own.css.includes("outline:") ? "" : "outline:none;");

const attributesOf = (el: Element, names: string): string =>
  names
    .split(" ")
    .map((name) => (p.hasAttribute(el, name) ? ` ${name}="${escapeXml(attr(el, name))}"` : ""))
    .join("");

/** Parts that pages style: placeholders, tracks, thumbs, the file button. */
function partRules(pic: Picture, el: Element, tag: string, type: string, v: Read): string {
  const names: string[] = [];
  const add = (pseudo: string, css: string): void => void names.push(pic.sheet.classOf(css, pseudo));
  const font = "color font-size font-weight font-family";
  if (p.hasAttribute(el, "placeholder"))
    add(
      "::placeholder",
      say(reader(el, "::placeholder"), `${font} opacity font-style letter-spacing text-align text-transform`),
    );
  const button = "::file-selector-button";
  const part = reader(el, button);
  if (type === "file" && !looksNative(part, "", ""))
    add(
      button,
      say(
        part,
        `${font} padding margin background border-top border-right border-bottom border-left border-radius box-shadow`,
      ),
    );
  if (type === "range" || tag === "progress")
    for (const name of type === "range"
      ? ["slider-runnable-track", "slider-thumb"]
      : ["progress-bar", "progress-value"])
      add(`::-webkit-${name}`, partStyle(el, v, `::-webkit-${name}`));
  return names.join(" ");
}

function* emitButton(
  pic: Picture,
  place: Place,
  kid: ElementKid,
  laid: Laid,
  own: OwnStyle,
  state: string,
): Sliced<void> {
  const { el, v, display } = kid;
  const kids = readKids(pic, place.sheet, el, v, display);
  const texts = kids.inside === "lines" || kids.inside === "flex";
  // Only a native look needs the native element; a styled one is a box that centres its lines.
  const tag = kids.inside === "lines" || !own.css.includes("background:") ? "button" : "div";
  const reset = `${look(v, own)}${texts ? "" : "padding:0;"}${say(v, "text-align")}`;
  const [attributes, extra] = tag === "button" ? [state, reset] : ["", ""];
  openBox(pic, texts ? { ...place, text: UNKNOWN } : place, kid, laid, kids, own, tag, attributes, extra);
  yield* emitKids(pic, insidePlace(pic, place, kid, laid, kids, own), kid, kids, laid, own);
  pic.out.push(`</${tag}>`);
}

function emitSelect(
  pic: Picture,
  place: Place,
  kid: ElementKid,
  laid: Laid,
  own: OwnStyle,
  put: (attributes: string, style: string, content: string) => void,
): void {
  const select = kid.el as HTMLSelectElement;
  const options = p.selectOptions(select);
  if (!p.selectMultiple(select) && p.selectSize(select) <= 1) {
    const chosen = options[p.selectedIndex(select)];
    const label = chosen === undefined ? "" : p.optionLabel(chosen);
    put("", "", `<option selected="">${escapeXml(label)}</option>`);
    return;
  }
  // A list scrolls, which a picture cannot say: its options are boxes at their measured places over an empty list.
  put(' multiple="" size="2"', "overflow:hidden;", "");
  pic.out.push(overlay(place, laid, own));
  const { y, height } = p.clientBox(kid.el);
  const item = (el: Element, label: string, pad: string): void => {
    const box = p.clientBox(el);
    if (box.height === 0 || box.y > y + height || box.y + box.height < y) return;
    const local = localBox(laid.inner, box);
    const v = reader(el);
    const text = textStyle(v, UNKNOWN, (value) => value);
    const css = `${text.css}${say(v, "padding background-color")}${pad}overflow:hidden;`;
    pic.out.push(
      `<div class="${pic.sheet.classOf(css)}" style="position:absolute;width:${px(local.width)};height:${px(local.height)};` +
        `left:${px(local.x - laid.ix - own.border[3])};top:${px(local.y - laid.iy - own.border[0])}">${escapeXml(label)}</div>`,
    );
  };
  let group: Node | null = select;
  for (let i = 0; i < p.optionsLength(options); i++) {
    const option = options[i] as HTMLOptionElement;
    const parent = p.parentNode(option);
    if (parent !== group && isElement(parent) && htmlTag(parent) === "optgroup")
      item((group = parent), attr(parent, "label"), "padding:0 2px 1px;");
    item(option, p.optionLabel(option), "");
  }
  pic.out.push("</div>");
}

/** Opens a box over the padding area of a control that was just drawn, and clips to it. */
function overlay(place: Place, laid: Laid, own: OwnStyle): string {
  const [top, right, bottom, left] = own.border;
  const width = laid.width - left - right;
  const height = laid.height - top - bottom;
  const style = at(place, laid.x + left, laid.y + top, width, height);
  return `<div style="position:relative;${style}width:${px(width)};height:${px(height)};overflow:hidden">`;
}

/** The text of a scrolled field over the empty field. */
function emitScrolledText(
  pic: Picture,
  place: Place,
  kid: ElementKid,
  laid: Laid,
  own: OwnStyle,
  text: string,
  value: string,
): void {
  const { el, v } = kid;
  const [top, right, bottom, left] = padding(v).map((pad, i) => pad + (own.border[i] ?? 0)) as [
    number,
    number,
    number,
    number,
  ];
  const line =
    htmlTag(el) === "textarea"
      ? ""
      : `white-space:pre;align-content:center;height:${px(laid.height - top - bottom)};`;
  const css = `${text}${line}width:${px(laid.width - left - right)};margin:${px(top - own.border[0])} 0 0 ${px(left - own.border[3])};overflow:clip;`;
  const moved = `${line && "width:max-content;"}margin:${px(-p.scrollTop(el))} 0 0 ${px(-p.scrollLeft(el))}`;
  pic.out.push(
    `${overlay(place, laid, own)}<div class="${pic.sheet.classOf(css)}"><div style="${moved}">${escapeXml(value)}</div></div></div>`,
  );
}

/** A half-checked box: no attribute says so, so it is drawn over a real one, which has the right baseline. */
function indeterminate(v: Read, fixed: string, state: string): string {
  const accent = v("accent-color") === "auto" ? "#0075ff" : v("accent-color");
  const fill = `linear-gradient(#fff,#fff) 50%/54% 20% no-repeat ${state === "" ? accent : "#d1d1d1"}`;
  return (
    `<div style="${fixed.replace(/(inline-)?block/, "$1flex")}"><input type="checkbox" style="margin:0;width:100%"/>` +
    `<div style="flex:none;width:100%;margin-left:-100%;border-radius:2px;background:${fill}"></div></div>`
  );
}

/** The whole border box in one colour, with the widths that keep the line it stands in where it is. */
const maskStyle = (own: OwnStyle): string =>
  `appearance:none;border:solid transparent;border-width:${own.border.map(px).join(" ")};background:${MASK_COLOR};border-radius:0;outline:none;`;

/** Draws an element that is no control as the same flat block. */
export function emitMaskedBox(pic: Picture, place: Place, kid: ElementKid, laid: Laid): void {
  pic.painted++;
  pic.out.push(
    `<div style="${placement(place, kid, laid, leafDisplay(place, kid))}background:${MASK_COLOR}"></div>`,
  );
}
