/**
 * Form controls, drawn by the browser itself: the same kind of control with the state that the real one has now, and
 * with the page's style where the page gave it one.
 */
import { attr, htmlTag } from "../dom.js";
import * as p from "../pristine.js";
import { classes, emitKids, insidePlace, openBox } from "./emit.js";
import type { Laid } from "./measure.js";
import { placement } from "./placement.js";
import { readKids } from "./kids.js";
import { isInlineLevel, outOfFlow, type ElementKid, type Picture, type Place } from "./picture.js";
import { FONT_FAMILY } from "./properties.js";
import { MASK_COLOR } from "./mask.js";
import { localBox } from "./space.js";
import {
  isClear,
  num,
  ownStyle,
  padding,
  px,
  reader,
  textStyle,
  UNKNOWN,
  type OwnStyle,
  type Read,
} from "./styles.js";
import { escapeXml } from "./xml.js";

const CONTROLS: ReadonlySet<string> = new Set(["input", "select", "textarea", "button", "progress", "meter"]);

export const isControl = (el: Element): boolean => CONTROLS.has(htmlTag(el));

/** What the browser gives a control by itself; anything else is the page's doing. */
const NATIVE_BORDER =
  /^(?:2px (?:inset|outset)|1px solid) rgba?\((?:0, 0, 0|118, 118, 118|133, 133, 133|255, 255, 255|118, 118, 118, 0\.3|195, 195, 195, 0\.3)\)$/;
const NATIVE_FILL =
  /^rgba?\((?:0, 0, 0, 0|255, 255, 255|59, 59, 59|239, 239, 239|107, 107, 107|239, 239, 239, 0\.3|59, 59, 59, 0\.3|19, 1, 1, 0\.3)\)$/;

function looksNative(v: Read, tag: string, type: string): boolean {
  if (v("appearance") === "none" || v("background-image") !== "none") return false;
  if (tag === "progress" || tag === "meter" || /^(?:checkbox|radio|range)$/.test(type)) return true;
  const border = `${v("border-top-width")} ${v("border-top-style")} ${v("border-top-color")}`;
  return (
    NATIVE_BORDER.test(border) &&
    NATIVE_FILL.test(v("background-color")) &&
    v("border-bottom-width") === v("border-top-width")
  );
}

/** False when the control is drawn like any other element. */
export function emitControl(pic: Picture, place: Place, kid: ElementKid, laid: Laid): boolean {
  const { el, v } = kid;
  const tag = htmlTag(el);
  const type = tag === "input" ? p.inputType(el as HTMLInputElement) : "";
  if (type === "hidden") return true;
  if (type === "image") return false;
  const bare = v("appearance") === "none";
  if (bare && (tag === "progress" || tag === "meter") === false && /^(?:checkbox|radio)$/.test(type))
    return false;
  const native = looksNative(v, tag, type);
  const own = ownStyle(v, { resolve: pic.resources.resolve(place.sheet.doc), explicit: true, native });
  pic.painted++;
  const masked = pic.masks.covers(el);
  if (tag === "button") {
    emitButton(pic, place, kid, laid, own);
    return true;
  }
  const text = textStyle(v, UNKNOWN, pic.resources.resolve(place.sheet.doc));
  pic.fonts.use(place.sheet.doc, text.inside[FONT_FAMILY] ?? "", "");
  const pad = padding(v).map(px).join(" ");
  const look = masked ? maskStyle(own) : `${own.css}appearance:${v("appearance")};${outline(own)}`;
  const css = `${text.css}${look}padding:${pad};${visibility(v, place)}`;
  const state = p.matches(el, ":disabled") ? ' disabled=""' : "";
  const parts = masked ? "" : partRules(pic, el, tag, type, v);
  const open = (name: string, attributes: string, style: string): string =>
    `<${name}${classes(pic, css, parts)}${attributes}${state} style="${style}">`;
  const fixed = placement(place, kid, laid, displayOf(place, kid));
  if (masked && tag !== "input") {
    pic.out.push(open(tag, "", `${fixed}resize:none;overflow:hidden;`), `</${tag}>`);
    return true;
  }
  switch (tag) {
    case "textarea": {
      const value = p.textAreaValue(el as HTMLTextAreaElement);
      const scrolled = p.scrollTop(el) !== 0 || p.scrollLeft(el) !== 0;
      const shown = value === "" ? ` placeholder="${escapeXml(attr(el, "placeholder"))}"` : "";
      pic.out.push(
        open("textarea", shown, `${fixed}resize:${v("resize")};${fits(el) ? "" : "overflow:hidden;"}`),
        scrolled ? "" : escapeXml(value),
        "</textarea>",
      );
      if (scrolled) emitScrolledText(pic, place, kid, laid, own, text.css, value);
      return true;
    }
    case "select":
      emitSelect(pic, place, kid, laid, own, open, fixed);
      return true;
    case "progress":
    case "meter":
      pic.out.push(
        open(tag, attributesOf(el, ["value", "max", "min", "low", "high", "optimum"]), fixed),
        `</${tag}>`,
      );
      return true;
  }
  const input = el as HTMLInputElement;
  if (type === "checkbox" && p.inputIndeterminate(input)) {
    pic.out.push(indeterminate(place, kid, laid, v));
    return true;
  }
  const value = p.inputValue(input);
  let attributes = masked
    ? ' type="text"'
    : ` type="${type}"` + attributesOf(el, ["min", "max", "step", "size", "multiple"]);
  if (masked) attributes += attributesOf(el, ["size"]);
  else if (p.inputChecked(input)) attributes += ' checked=""';
  if (!masked && type !== "file" && !/^(?:checkbox|radio)$/.test(type)) {
    if (value !== "" || p.hasAttribute(el, "value") || type === "range")
      attributes += ` value="${escapeXml(value)}"`;
    attributes += attributesOf(el, ["placeholder"]);
  }
  // An explicit height moves the text of a field by a pixel where the browser would have chosen the height itself.
  const auto = isTextual(type) && autoHeight(el);
  const style = auto ? fixed.replace(/(^|;)height:[^;]*;/, "$1") : fixed;
  if (!masked && isTextual(type) && p.scrollLeft(el) !== 0) {
    pic.out.push(open("input", ` type="text"`, style).replace(/>$/, "/>"));
    emitScrolledText(pic, place, kid, laid, own, text.css, value);
    return true;
  }
  pic.out.push(open("input", attributes, style).replace(/>$/, "/>"));
  return true;
}

const fits = (el: Element): boolean =>
  p.scrollHeight(el) <= p.clientHeight(el) && p.scrollWidth(el) <= p.clientWidth(el);

const isTextual = (type: string): boolean =>
  !/^(?:checkbox|radio|range|color|file|submit|reset|button|image)$/.test(type);

function autoHeight(el: Element): boolean {
  const map = (el as Element & { computedStyleMap?: () => StylePropertyMapReadOnly }).computedStyleMap?.();
  return map === undefined
    ? false
    : String(map.get("height")) === "auto" && String(map.get("min-height")) !== "100%" && stretchFree(el);
}

/** A field that its flex or grid parent may have stretched has a height of its own, although it says `auto`. */
function stretchFree(el: Element): boolean {
  const box = p.clientBox(el);
  const v = reader(el);
  const line = v("line-height");
  const inner = line === "normal" ? undefined : num(line);
  const rest =
    num(v("padding-top")) +
    num(v("padding-bottom")) +
    num(v("border-top-width")) +
    num(v("border-bottom-width"));
  return inner === undefined
    ? box.height <= rest + num(v("font-size")) * 1.6
    : Math.abs(box.height - rest - inner) < 2;
}

const visibility = (v: Read, place: Place): string =>
  v("visibility") !== place.visible ? `visibility:${v("visibility")};` : "";

const outline = (own: OwnStyle): string => (own.css.includes("outline:") ? "" : "outline:none;");

function displayOf(place: Place, kid: ElementKid): string {
  if (
    place.mode === "native" &&
    !outOfFlow(kid.position) &&
    kid.float === "none" &&
    isInlineLevel(kid.display)
  )
    return "inline-block";
  return "block";
}

function attributesOf(el: Element, names: readonly string[]): string {
  let text = "";
  for (const name of names) {
    const value = p.getAttribute(el, name);
    if (value !== null) text += ` ${name}="${escapeXml(value)}"`;
  }
  return text;
}

/** Parts that pages style: placeholders, tracks, thumbs, the file button. */
function partRules(pic: Picture, el: Element, tag: string, type: string, v: Read): string {
  const names: string[] = [];
  const add = (pseudo: string, properties: readonly string[]): void => {
    const part = reader(el, pseudo);
    let css = "";
    for (const name of properties) {
      const value = part(name);
      if (value !== "" && value !== "auto") css += `${name}:${value};`;
    }
    names.push(pic.sheet.pseudoClass(pseudo, css));
  };
  if (p.hasAttribute(el, "placeholder") && (tag === "textarea" || isTextual(type))) {
    add("::placeholder", [
      "color",
      "opacity",
      "font-size",
      "font-style",
      "font-weight",
      "font-family",
      "letter-spacing",
      "text-align",
      "text-transform",
    ]);
  }
  if (type === "file") {
    const part = reader(el, "::file-selector-button");
    if (!looksNative(part, "button", "button")) add("::file-selector-button", BUTTON_PART);
  }
  if (v("appearance") === "none") {
    if (type === "range") {
      add("::-webkit-slider-runnable-track", [...BOX_PART, "width"]);
      add("::-webkit-slider-thumb", [...BOX_PART, "width", "appearance", "margin-top"]);
    } else if (tag === "progress") {
      add("::-webkit-progress-bar", BOX_PART);
      add("::-webkit-progress-value", BOX_PART);
    }
  }
  return names.filter((name) => name !== "").join(" ");
}

const BOX_PART = [
  "height",
  "background-color",
  "background-image",
  "border-top-width",
  "border-top-style",
  "border-top-color",
  "border-right-width",
  "border-right-style",
  "border-right-color",
  "border-bottom-width",
  "border-bottom-style",
  "border-bottom-color",
  "border-left-width",
  "border-left-style",
  "border-left-color",
  "border-radius",
  "box-shadow",
];
const BUTTON_PART = [
  "color",
  "font-size",
  "font-weight",
  "font-family",
  "padding-top",
  "padding-right",
  "padding-bottom",
  "padding-left",
  "margin-top",
  "margin-right",
  "margin-bottom",
  "margin-left",
  ...BOX_PART.slice(1),
];

function emitButton(pic: Picture, place: Place, kid: ElementKid, laid: Laid, own: OwnStyle): void {
  const { el, v, display } = kid;
  const kids = readKids(pic, place.sheet, el, v, display);
  const reset = `appearance:${v("appearance")};${kids.inside === "lines" || kids.inside === "flex" ? "" : "padding:0;"}${outline(own)}text-align:${v("text-align")};`;
  const unknown: Place = { ...place, text: UNKNOWN };
  const disabled = p.matches(el, ":disabled") ? ' disabled=""' : "";
  // Only a native look needs the native element; a styled one is a box that centres its lines.
  const native = !own.css.includes("background-color:");
  const tag = native || kids.inside === "lines" ? "button" : "div";
  openBox(
    pic,
    kids.inside === "lines" || kids.inside === "flex" ? unknown : place,
    kid,
    laid,
    kids,
    own,
    tag,
    tag === "button" ? disabled : "",
    tag === "button" ? reset : "",
  );
  emitKids(pic, insidePlace(pic, place, kid, laid, kids, own), kid, kids, laid, own);
  pic.out.push(`</${tag}>`);
}

function emitSelect(
  pic: Picture,
  place: Place,
  kid: ElementKid,
  laid: Laid,
  own: OwnStyle,
  open: (name: string, attributes: string, style: string) => string,
  fixed: string,
): void {
  const select = kid.el as HTMLSelectElement;
  const list = p.selectMultiple(select) || p.selectSize(select) > 1;
  if (!list) {
    const options = p.selectOptions(select);
    const chosen = p.selectedIndex(select) < 0 ? undefined : options[p.selectedIndex(select)];
    const label = chosen === undefined ? "" : p.optionLabel(chosen);
    pic.out.push(open("select", "", fixed), `<option selected="">${escapeXml(label)}</option></select>`);
    return;
  }
  // A list scrolls, which a picture cannot say: its options are boxes at their measured places over an empty list.
  pic.out.push(open("select", ' multiple="" size="2"', `${fixed}overflow:hidden;`), "</select>");
  const client = p.clientBox(kid.el);
  pic.out.push(overlay(place, kid, laid, own));
  const options = p.selectOptions(select);
  const lift = 1 << 16;
  pic.out.push(`<div class="up" style="margin-top:-${lift}px"></div>`);
  for (let i = 0; i < p.optionsLength(options); i++) {
    const option = options[i];
    if (option === undefined) continue;
    const box = p.clientBox(option);
    if (box.height === 0 || box.y > client.y + client.height || box.y + box.height < client.y) continue;
    const local = localBox(laid.inner, box);
    const v = reader(option);
    const text = textStyle(v, UNKNOWN, pic.resources.resolve(place.sheet.doc));
    const css = `${text.css}padding:${padding(v).map(px).join(" ")};overflow:hidden;${isClear(v("background-color")) ? "" : `background-color:${v("background-color")};`}`;
    const dx = local.x - laid.ix - own.border[3];
    const dy = local.y - laid.iy - own.border[0] + lift;
    pic.out.push(
      `<div class="${pic.sheet.classOf(css)}" style="width:${px(local.width)};height:${px(local.height)};margin:${px(dy)} 0 ${px(-(dy + local.height))} ${px(dx)}">${escapeXml(p.optionLabel(option))}</div>`,
    );
  }
  pic.out.push("</div>");
}

/** Opens a box over the padding area of a control that was just drawn, and clips to it. */
function overlay(place: Place, kid: ElementKid, laid: Laid, own: OwnStyle): string {
  const width = laid.width - own.border[1] - own.border[3];
  const height = laid.height - own.border[0] - own.border[2];
  const box = `width:${px(width)};height:${px(height)};overflow:hidden;`;
  const x = laid.x + own.border[3];
  const y = laid.y + own.border[0];
  if (place.mode === "flow") {
    const dy = y - place.y + place.lift;
    return `<div style="${box}margin:${px(dy)} 0 ${px(-(dy + height))} ${px(x - place.x)};">`;
  }
  if (place.mode === "grid")
    return `<div style="${box}flex:none;margin:${px(y - place.y)} ${px(-(x - place.x + width))} 0 ${px(x - place.x)};">`;
  void kid;
  return `<div style="${box}position:absolute;left:${px(x - place.abs.x)};top:${px(y - place.abs.y)};">`;
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
  const pad = padding(v);
  const area = htmlTag(el) === "textarea";
  pic.out.push(overlay(place, kid, laid, own));
  const width = laid.width - own.border[1] - own.border[3] - pad[1] - pad[3];
  const height = laid.height - own.border[0] - own.border[2] - pad[0] - pad[2];
  const css = `${text}${area ? "" : `white-space:pre;align-content:center;height:${px(height)};`}width:${px(width)};margin:${px(pad[0])} 0 0 ${px(pad[3])};overflow:clip;`;
  const wide = area ? "" : "width:max-content;";
  pic.out.push(
    `<div class="${pic.sheet.classOf(css)}"><div style="${wide}margin:${px(-p.scrollTop(el))} 0 0 ${px(-p.scrollLeft(el))}">${escapeXml(value)}</div></div></div>`,
  );
}

/** A half-checked box: no attribute says so, so it is drawn. */
function indeterminate(place: Place, kid: ElementKid, laid: Laid, v: Read): string {
  const accent = v("accent-color") === "auto" ? "#0075ff" : v("accent-color");
  const fill = p.matches(kid.el, ":disabled") ? "#d1d1d1" : accent;
  const w = laid.width;
  return (
    `<div style="${placement(place, kid, laid, displayOf(place, kid))}background:${fill};border-radius:2px;overflow:hidden;padding:${px(w * 0.4)} ${px(w * 0.23)};">` +
    `<div style="background:#fff;height:100%"></div></div>`
  );
}

/** The whole border box in one colour, with the widths that keep the line it stands in where it is. */
const maskStyle = (own: OwnStyle): string =>
  `appearance:none;border:solid transparent;border-width:${own.border.map(px).join(" ")};background:${MASK_COLOR};border-radius:0;outline:none;`;

/** Draws an element that is no control as the same flat block. */
export function emitMaskedBox(pic: Picture, place: Place, kid: ElementKid, laid: Laid): void {
  pic.painted++;
  pic.out.push(
    `<div style="${placement(place, kid, laid, displayOf(place, kid))}background:${MASK_COLOR};"></div>`,
  );
}
