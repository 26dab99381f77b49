/** Computed styles as declarations: what differs from the emitted parent (inherited) or from the initial value (own). */
import * as p from "../pristine.js";
import * as t from "./properties.js";

/** Reads a property of one computed style. */
export interface Read {
  (name: string): string;
  /** What elements that are styled alike have in common: tag, class and inline style. */
  readonly like: string;
}

/** Values of {@link t.TEXT} as they hold inside an emitted element; `undefined` is "not known: write it". */
export type Inherited = readonly (string | undefined)[];

export const UNKNOWN: Inherited = t.TEXT.map(() => undefined);

export function reader(el: Element, pseudo?: string): Read {
  const style = p.computedStyle(el, pseudo);
  const read = (name: string): string => p.cssValue(style, name);
  return Object.assign(read, {
    like: `${p.localName(el)} ${p.classNameOf(el)} ${p.getAttribute(el, "style") ?? ""}${pseudo ?? ""}`,
  });
}

interface RareText {
  readonly css: string;
  readonly values: readonly string[];
  readonly id: number;
}

/** What was learnt of rare properties in the pass that runs; a pass is synchronous, so there is only one. */
let rareTexts = new Map<string, RareText>();
let rareOwns = new Map<string, boolean>();
let rareIds = new WeakMap<Inherited, number>();
let nextId = 1;

/** Forgets what an earlier picture learnt: the page may have changed since. */
export function beginPass(): void {
  rareTexts = new Map();
  rareOwns = new Map();
  rareIds = new WeakMap();
  nextId = 1;
}

/** Whether nothing rare is set on an element, as far as one like it has shown. */
export const isCommon = (v: Read): boolean =>
  learn(
    v.like,
    () =>
      t.RARE_OWN.every(([name, initial]) => is(v(name), initial)) &&
      t.RARE_OTHER.every(([name, initial]) => is(v(name), initial)),
  );

/** The answer of the first one that was asked, for all that have the same key. */
export function learn(key: string, ask: () => boolean): boolean {
  let known = rareOwns.get(key);
  if (known === undefined) rareOwns.set(key, (known = ask()));
  return known;
}

const is = (value: string, initial: string): boolean => value === initial || value === "";

/** Length in CSS pixels to the 1/64 that layout knows. */
export { SIDES as SIDES_OF } from "./properties.js";

export const px = (value: number): string => `${Math.round(value * 64) / 64}px`;

export const num = (value: string): number => parseFloat(value) || 0;

/** Turns `url(…)` of a value into what stands in the picture. */
export type Resolve = (value: string) => string;

const CLEAR = /^(?:transparent|rgba\(\d+, \d+, \d+, 0\))$/;
export const isClear = (color: string): boolean => CLEAR.test(color);

/** The inherited text properties that differ, and the values that hold from here on. */
export function textStyle(v: Read, parent: Inherited, resolve: Resolve): { css: string; inside: Inherited } {
  const inside: string[] = new Array<string>(t.TEXT.length);
  const color = v("color");
  let css = readText(v, parent, resolve, inside, color, 0, t.RARE);
  const from = rareIds.get(parent) ?? 0;
  const key = `${from} ${v.like}`;
  const known = rareTexts.get(key);
  if (known !== undefined) {
    for (let i = t.RARE; i < t.TEXT.length; i++) inside[i] = known.values[i - t.RARE] as string;
    rareIds.set(inside, known.id);
    return { css: css + known.css, inside };
  }
  const rare = readText(v, parent, resolve, inside, color, t.RARE, t.TEXT.length);
  const id = rare === "" ? from : nextId++;
  rareIds.set(inside, id);
  rareTexts.set(key, { css: rare, values: inside.slice(t.RARE), id });
  css += rare;
  return { css, inside };
}

function readText(
  v: Read,
  parent: Inherited,
  resolve: Resolve,
  inside: string[],
  color: string,
  from: number,
  to: number,
): string {
  let css = "";
  for (let i = from; i < to; i++) {
    const name = t.TEXT[i] as string;
    let value = i === t.COLOR ? color : v(name);
    if (t.CURRENT_COLOR.has(i) && value === color) value = "currentcolor";
    if (i === t.LIST_IMAGE && value !== "none") value = resolve(value);
    inside[i] = value;
    if (value !== parent[i] && value !== "") css += `${name}:${value};`;
  }
  return css;
}

export interface OwnStyle {
  readonly css: string;
  /** Widths of the four borders. */
  readonly border: readonly [top: number, right: number, bottom: number, left: number];
  readonly clips: boolean;
  readonly positioned: boolean;
  /** Something of the box itself is seen. */
  readonly paints: boolean;
  /** Absolutely positioned descendants are placed against it although it is not positioned itself. */
  readonly holdsFixed: boolean;
  /** A fieldset whose border is drawn apart from it: content counts from the outer edge. */
  readonly framed?: boolean;
}

export interface OwnOptions {
  readonly resolve: Resolve;
  /** Writes backgrounds and borders also where they are nothing, over what the browser gives the tag by itself. */
  readonly explicit?: boolean;
  /** Leaves border and background to the native look of a control. */
  readonly native?: boolean;
  /** The viewport, not the element, scrolls: html, or body in its place. */
  readonly viewport?: boolean;
  /** The background belongs to the canvas and is drawn there. */
  readonly noBackground?: boolean;
  /** The `border` attribute of a table chose the colour of a bevel. */
  readonly ruled?: boolean;
  /** Borders are drawn by the table that collapses them. */
  readonly noBorder?: boolean;
  readonly background?: (css: string) => string;
}

/** A bevelled border whose colour nobody chose is painted in a grey that the computed colour does not tell. */
export function borderColor(v: Read, side: string, style: string): string {
  const color = v(`border-${side}-color`);
  return /inset|outset|groove|ridge/.test(style) && color === v("color") ? "" : ` ${color}`;
}

/** Everything of an element's own look but its size and place. */
export function ownStyle(v: Read, o: OwnOptions): OwnStyle {
  let css = "";
  let paints = false;
  const explicit = o.explicit === true;
  const common = isCommon(v);
  if (o.native !== true && o.noBackground !== true) {
    const color = v("background-color");
    const image = v("background-image");
    if (!isClear(color) || explicit) css += `background-color:${color};`;
    if (image !== "none") {
      let b = `background-image:${o.resolve(image)};`;
      for (const name of t.BACKGROUND) b += `${name}:${v(name)};`;
      css += o.background === undefined ? b : o.background(b);
    } else if (explicit) css += "background-image:none;";
    if (image !== "none" || !isClear(color)) {
      paints = true;
      const clip = v("background-clip");
      if (clip !== "border-box") css += `background-clip:${clip};`;
    }
  }
  const border: [number, number, number, number] = [0, 0, 0, 0];
  const shorthand = v("border-top-style");
  t.SIDES.forEach((side, i) => {
    const style = i === 0 ? shorthand : v(`border-${side}-style`);
    if (style !== "none") {
      const width = v(`border-${side}-width`);
      border[i] = num(width);
      if (o.native === true) return;
      if (o.noBorder === true) border[i] = 0;
      else {
        css += `border-${side}:${width} ${style}${o.ruled === true ? ` ${v(`border-${side}-color`)}` : borderColor(v, side, style)};`;
        if (border[i] > 0) paints = true;
      }
    } else if (explicit && o.native !== true) css += `border-${side}:0 none;`;
  });
  if (!common && v("border-image-source") !== "none") {
    paints = true;
    for (const name of t.BORDER_IMAGE) css += `${name}:${o.resolve(v(name))};`;
  }
  const radius = v("border-radius");
  if (radius !== "0px" && o.native !== true) css += `border-radius:${radius};`;
  const outline = v("outline-style");
  if (outline !== "none") {
    paints = true;
    css += `outline:${v("outline-color")} ${outline} ${v("outline-width")};outline-offset:${v("outline-offset")};`;
  }
  for (const [name, initial] of common ? t.OWN : [...t.OWN, ...t.RARE_OWN]) {
    const value = v(name);
    if (value === initial || value === "") continue;
    css += `${name}:${value.includes("url(") ? o.resolve(value) : value};`;
    if (name === "box-shadow") paints = true;
    if (name === "isolation") paints = true;
  }
  if (!common && v("mask-image") !== "none")
    for (const name of t.MASK) css += `${name}:${o.resolve(v(name))};`;
  const lines = v("text-decoration-line");
  if (lines !== "none") for (const name of t.DECORATION) css += `${name}:${v(name)};`;
  const transformed = common && v("transform") === "none" ? "" : transformStyle(v);
  css += transformed;

  const x = v("overflow-x");
  const y = v("overflow-y");
  const contain = common ? "none" : v("contain");
  const contained = contain !== "none" && /paint|strict|content/.test(contain);
  let clips = false;
  if (o.viewport !== true && (x !== "visible" || y !== "visible")) {
    clips = true;
    css += `overflow-x:${x === "clip" || x === "visible" ? x : "hidden"};overflow-y:${y === "clip" || y === "visible" ? y : "hidden"};`;
    if (x === "clip" || y === "clip") css += `overflow-clip-margin:${v("overflow-clip-margin")};`;
  } else if (contained) {
    clips = true;
    css += "overflow:clip;";
  }
  const position = v("position");
  const will = common ? "" : v("will-change");
  const stacks =
    position === "sticky" ||
    position === "fixed" ||
    contained ||
    /layout/.test(contain) ||
    /transform|opacity|filter|mask|clip-path|perspective|translate|rotate|scale|z-index|position/.test(
      will,
    ) ||
    (!common && v("container-type") !== "normal");
  if (stacks) css += "isolation:isolate;";
  const holdsFixed =
    transformed !== "" ||
    v("filter") !== "none" ||
    (!common && (v("perspective") !== "none" || v("backdrop-filter") !== "none")) ||
    contained ||
    /layout/.test(contain) ||
    /transform|filter|perspective|translate|rotate|scale/.test(will);
  if (holdsFixed && transformed === "" && position === "static") css += "will-change:transform;";
  const z = v("z-index");
  if (z !== "auto") css += `z-index:${z};`;
  if (lines !== "none" || clips || transformed !== "") paints = true;
  return {
    css,
    border,
    clips,
    positioned: position !== "static",
    paints: paints || stacks || z !== "auto",
    holdsFixed,
  };
}

function transformStyle(v: Read): string {
  let css = "";
  for (const name of ["transform", "translate", "rotate", "scale"]) {
    const value = v(name);
    if (value !== "none" && value !== "") css += `${name}:${value};`;
  }
  if (css !== "" || v("transform-style") !== "flat") css += `transform-origin:${v("transform-origin")};`;
  if (v("perspective") !== "none") css += `perspective-origin:${v("perspective-origin")};`;
  return css;
}

export function padding(v: Read): readonly [number, number, number, number] {
  return [num(v("padding-top")), num(v("padding-right")), num(v("padding-bottom")), num(v("padding-left"))];
}

/** Rules of the picture: equal declarations share a class. */
export class Sheet {
  readonly #classes = new Map<string, string>();
  readonly #rules: string[] = [];

  /** The class that says `css`; the empty text has none. */
  classOf(css: string): string {
    if (css === "") return "";
    let name = this.#classes.get(css);
    if (name === undefined) {
      name = `c${this.#classes.size.toString(36)}`;
      this.#classes.set(css, name);
    }
    return name;
  }

  /** A class whose pseudo-element says `css`. */
  pseudoClass(pseudo: string, css: string): string {
    if (css === "") return "";
    const key = `${pseudo}{${css}`;
    let name = this.#classes.get(key);
    if (name === undefined) {
      name = `c${this.#classes.size.toString(36)}`;
      this.#classes.set(key, name);
      this.#rules.push(`.${name}${pseudo}{${css}}`);
    }
    return name;
  }

  text(): string {
    let text = "";
    for (const [css, name] of this.#classes) if (!css.startsWith(":")) text += `.${name}{${css}}`;
    return text + this.#rules.join("");
  }
}
