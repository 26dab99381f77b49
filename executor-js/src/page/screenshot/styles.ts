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

export function reader(el: Element, pseudo = ""): Read {
  const style = p.computedStyle(el, pseudo);
  return Object.assign((name: string): string => p.cssValue(style, name), {
    like: `${p.localName(el)} ${p.classNameOf(el)} ${p.getAttribute(el, "style") ?? ""}${pseudo}`,
  });
}

interface RareText {
  readonly css: string;
  readonly values: readonly string[];
  readonly id: number;
}

/** What was learnt of rare properties in the pass that runs; a pass is synchronous, so there is only one. */
let rareTexts = new Map<string, RareText>();
let learnt = new Map<string, boolean>();
let rareIds = new WeakMap<Inherited, number>();
let nextId = 1;

/** Forgets what an earlier picture learnt: the page may have changed since. */
export function beginPass(): void {
  rareTexts = new Map();
  learnt = new Map();
  rareIds = new WeakMap();
  nextId = 1;
}

/** What most properties are as long as nobody sets them. */
const isInitial = (value: string): boolean => /^(?:|none|normal|auto|flat|visible|1|0px)$/.test(value);

/** Declarations of the named properties as they are, but for those with a value that `left` leaves out. */
export function say(
  v: (name: string) => string,
  names: string,
  left: (value: string, name: string) => boolean = (value) => value === "",
): string {
  let css = "";
  for (const name of names.split(" ")) {
    const value = v(name);
    if (!left(value, name)) css += `${name}:${value};`;
  }
  return css;
}

/** The named properties where somebody set them. */
export const sayUnusual = (v: (name: string) => string, names: string): string => say(v, names, isInitial);

/** Whether nothing rare is set on an element, as far as one like it has shown. */
export const isCommon = (v: Read): boolean =>
  learn(v.like, () => sayUnusual(v, `${t.RARE_OWN} ${t.RARE_OTHER}`) === "");

/** The answer of the first one that was asked, for all that have the same key. */
export function learn(key: string, ask: () => boolean): boolean {
  let known = learnt.get(key);
  if (known === undefined) learnt.set(key, (known = ask()));
  return known;
}

/** Length in CSS pixels to the 1/64 that layout knows. */
export const px = (value: number): string => `${Math.round(value * 64) / 64}px`;

export const num = (value: string): number => parseFloat(value) || 0;

/** A number for each side of a box. */
export type Sides = readonly [top: number, right: number, bottom: number, left: number];

export const SIDES = ["top", "right", "bottom", "left"] as const;

export const sides = (v: Read, name: string, more = ""): Sides =>
  SIDES.map((side) => num(v(`${name}-${side}${more}`))) as unknown as Sides;

export const padding = (v: Read): Sides => sides(v, "padding");

export const borders = (v: Read): Sides => sides(v, "border", "-width");

/** Turns `url(…)` of a value into what stands in the picture. */
export type Resolve = (value: string) => string;

export const isClear = (color: string): boolean => /^(?:transparent|rgba\(\d+, \d+, \d+, 0\))$/.test(color);

/** The inherited text properties that differ, and the values that hold from here on. */
export function textStyle(v: Read, parent: Inherited, resolve: Resolve): { css: string; inside: Inherited } {
  const inside: string[] = [];
  const color = v("color");
  const readText = (from: number, to: number): string => {
    let css = "";
    for (let i = from; i < to; i++) {
      const name = t.TEXT[i] as string;
      let value = i === 0 ? color : v(name);
      // These are computed as a colour even where they say `currentcolor`, which matters below `::first-letter`.
      if (i > 0 && value === color) value = "currentcolor";
      inside[i] = value;
      if (value !== parent[i] && value !== "") css += `${name}:${resolve(value)};`;
    }
    return css;
  };
  let css = readText(0, t.RARE);
  const from = rareIds.get(parent) ?? 0;
  const key = `${from} ${v.like}`;
  let known = rareTexts.get(key);
  if (known === undefined) {
    const rare = readText(t.RARE, t.TEXT.length);
    known = { css: rare, values: inside.slice(t.RARE), id: rare === "" ? from : nextId++ };
    rareTexts.set(key, known);
  } else inside.push(...known.values);
  css += known.css;
  rareIds.set(inside, known.id);
  return { css, inside };
}

export interface OwnStyle {
  readonly css: string;
  /** Widths of the four borders. */
  readonly border: Sides;
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

/** One border. A bevel whose colour nobody chose is painted in a grey that the computed colour does not tell. */
export function borderLine(v: Read, name: string, ruled = false): string {
  const line = v(name);
  const bevel = /^.*(?:inset|outset|groove|ridge) /.exec(line)?.[0];
  return bevel !== undefined && !ruled && line === bevel + v("color") ? bevel : line;
}

/** Everything of an element's own look but its size and place. */
export function ownStyle(v: Read, o: OwnOptions): OwnStyle {
  const { resolve, explicit = false, native = false } = o;
  let css = "";
  let paints = false;
  const common = isCommon(v);
  const rare = (name: string): string => (common ? "" : v(name));
  if (!native && o.noBackground !== true) {
    const color = v("background-color");
    const pictured = v("background-image") !== "none";
    if (pictured) {
      const b = `background:${resolve(v("background"))};${sayUnusual(v, "background-blend-mode")}`;
      css = o.background?.(b) ?? b;
    } else if (!isClear(color) || explicit) css = `background:${color};`;
    if (pictured || !isClear(color)) {
      paints = true;
      css += say(v, "background-clip", (clip) => clip === "border-box");
    }
  }
  const whole = v("border");
  const bare = whole.includes(" none ") || whole.startsWith("0px");
  const border = bare ? ([0, 0, 0, 0] as const) : borders(v);
  if (!native && o.noBorder !== true) {
    if (bare) css += explicit ? "border:0;" : "";
    else
      for (const side of whole === "" ? SIDES.map((name) => `border-${name}`) : ["border"])
        css += `${side}:${borderLine(v, side, o.ruled)};`;
    paints ||= !bare;
  }
  if (!native) css += say(v, "border-radius", (radius) => radius === "0px");
  if (v("outline-style") !== "none") {
    paints = true;
    css += say(v, "outline outline-offset");
  }
  const filter = v("filter");
  const looks = sayUnusual(v, common ? t.OWN : `${t.OWN} ${t.RARE_OWN}`);
  css += resolve(looks);
  paints ||= /(?:^|;)(?:box-shadow|isolation|border-image):/.test(looks);
  const lines = v("text-decoration-line") !== "none";
  if (lines) css += say(v, t.DECORATION);
  // In an image the browser filters what lies behind a box only where the box paints something.
  if (!isInitial(rare("backdrop-filter")) && !css.includes("background:"))
    css += "background:linear-gradient(transparent,transparent);";
  const transformed = common && v("transform") === "none" ? "" : transformStyle(v);
  css += transformed;

  const x = v("overflow-x");
  const y = v("overflow-y");
  const contain = rare("contain");
  const contained = /paint|strict|content/.test(contain);
  let clips = false;
  if (o.viewport !== true && (x !== "visible" || y !== "visible")) {
    clips = true;
    const clip = (value: string): string => (/clip|visible/.test(value) ? value : "hidden");
    css += `overflow:${clip(x)} ${clip(y)};`;
    if (x === "clip" || y === "clip") css += say(v, "overflow-clip-margin");
  } else if (contained) {
    clips = true;
    css += "overflow:clip;";
  }
  const position = v("position");
  const will = rare("will-change");
  const stacks =
    /sticky|fixed/.test(position) ||
    contained ||
    /layout/.test(contain) ||
    /transform|opacity|filter|mask|clip-path|perspective|translate|rotate|scale|z-index|position/.test(
      will,
    ) ||
    !isInitial(rare("container-type"));
  if (stacks) css += "isolation:isolate;";
  const holdsFixed =
    transformed !== "" ||
    filter !== "none" ||
    !isInitial(rare("perspective")) ||
    !isInitial(rare("backdrop-filter")) ||
    contained ||
    /layout/.test(contain) ||
    /transform|filter|perspective|translate|rotate|scale/.test(will);
  if (holdsFixed && transformed === "" && position === "static") css += "will-change:transform;";
  const z = say(v, "z-index", (value) => value === "auto");
  css += z;
  return {
    css,
    border: o.noBorder === true ? [0, 0, 0, 0] : border,
    clips,
    positioned: position !== "static",
    paints: paints || lines || clips || transformed !== "" || stacks || z !== "",
    holdsFixed,
  };
}

function transformStyle(v: Read): string {
  let css = sayUnusual(v, "transform translate rotate scale");
  if (!isInitial(v("offset-path"))) css += say(v, "offset");
  if (css !== "" || v("transform-style") !== "flat") css += say(v, "transform-origin");
  if (v("perspective") !== "none") css += say(v, "perspective-origin");
  return css;
}

/** Rules of the picture: equal declarations share a class. */
export class Sheet {
  readonly #rules = new Map<string, string>();

  /** The class that says `css`, of the element or of a pseudo-element of it; the empty text has none. */
  classOf(css: string, pseudo = ""): string {
    if (css === "") return "";
    const rule = `${pseudo}{${css}}`;
    let name = this.#rules.get(rule);
    if (name === undefined) {
      name = `c${this.#rules.size.toString(36)}`;
      this.#rules.set(rule, name);
    }
    return name;
  }

  text(): string {
    let text = "";
    for (const [rule, name] of this.#rules) text += `.${name}${rule}`;
    return text;
  }
}
