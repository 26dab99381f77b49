/**
 * The properties that decide how a box looks. What is not listed is either decided by the measured rectangle
 * (sizes, offsets, flex and grid) or paints nothing.
 */

const list = (text: string): readonly string[] => text.split(" ");

/** Inherited properties of text; written where they differ from what the emitted parent says. */
export const TEXT: readonly string[] = list(
  "color font-family font-size font-weight font-style line-height letter-spacing text-align text-indent " +
    "text-transform white-space-collapse text-wrap-mode word-break overflow-wrap direction writing-mode " +
    "text-shadow -webkit-text-fill-color " +
    // From here on rare ones, see RARE.
    "font-stretch word-spacing font-variant-caps font-variant-ligatures " +
    "font-variant-numeric font-variant-east-asian font-variant-alternates font-variant-position " +
    "font-feature-settings font-variation-settings font-kerning font-optical-sizing font-synthesis-weight " +
    "font-palette font-size-adjust text-align-last text-wrap-style " +
    "line-break hyphens hyphenate-character tab-size text-orientation " +
    "text-combine-upright -webkit-text-stroke-width -webkit-text-stroke-color " +
    "text-rendering text-underline-position text-underline-offset " +
    "text-decoration-skip-ink text-emphasis-style text-emphasis-color text-emphasis-position ruby-position " +
    "ruby-align text-spacing-trim text-autospace -webkit-font-smoothing color-scheme accent-color " +
    "list-style-type list-style-position list-style-image quotes image-rendering paint-order",
);

/** Where the text properties begin that are read once for all elements of one tag, class, inline style and parent. */
export const RARE = TEXT.indexOf("font-stretch");

const at = (name: string): number => TEXT.indexOf(name);
export const COLOR = at("color");
export const LINE_HEIGHT = at("line-height");
export const DIRECTION = at("direction");
export const WRITING_MODE = at("writing-mode");
export const TEXT_INDENT = at("text-indent");
export const LIST_IMAGE = at("list-style-image");
export const FONT_FAMILY = at("font-family");

/** These are computed as a colour even where they say `currentcolor`, which matters below `::first-letter`. */
export const CURRENT_COLOR: ReadonlySet<number> = new Set([
  at("-webkit-text-stroke-color"),
  at("-webkit-text-fill-color"),
  at("text-emphasis-color"),
]);

export const SIDES = ["top", "right", "bottom", "left"] as const;
export const CORNERS = ["top-left", "top-right", "bottom-right", "bottom-left"] as const;

/** Written with a background image, which they place. */
export const BACKGROUND = list(
  "background-size background-position background-repeat background-origin background-attachment " +
    "background-blend-mode",
);

export const MASK = list(
  "mask-image mask-size mask-position mask-repeat mask-origin mask-clip mask-composite mask-mode",
);

export const BORDER_IMAGE = list(
  "border-image-source border-image-slice border-image-width border-image-outset border-image-repeat",
);

/** Own properties of an element with their initial values: written where they differ. */
export const OWN: readonly (readonly [name: string, initial: string])[] = list(
  "box-shadow:none opacity:1 filter:none",
).map((pair) => pair.split(":") as [string, string]);

/** The same for what few elements have: where one of a tag, class and inline style has none, its likes have none. */
export const RARE_OWN: readonly (readonly [name: string, initial: string])[] = list(
  "backdrop-filter:none mix-blend-mode:normal isolation:auto " +
    "clip-path:none perspective:none transform-style:flat backface-visibility:visible offset-path:none clip:auto",
).map((pair) => pair.split(":") as [string, string]);

/** Rare, and written by rules of their own. */
export const RARE_OTHER: readonly (readonly [name: string, initial: string])[] = list(
  "mask-image:none border-image-source:none contain:none container-type:normal will-change:auto translate:none " +
    "rotate:none scale:none zoom:1",
).map((pair) => pair.split(":") as [string, string]);

export const DECORATION = list(
  "text-decoration-line text-decoration-style text-decoration-color text-decoration-thickness",
);

/** What a box that stays in a line or between paragraphs needs on top. */
export const FLEX = list(
  "flex-direction flex-wrap justify-content align-items align-content row-gap column-gap justify-items",
);

export const GRID = list(
  "grid-template-columns grid-template-rows grid-auto-flow grid-auto-columns grid-auto-rows",
);

export const COLUMNS = list(
  "column-count column-width column-gap column-rule-width column-rule-style column-rule-color column-fill",
);

/** Paint of SVG shapes; written where it differs from the parent's or, for the second list, from the initial value. */
export const SVG_INHERITED = list(
  "fill fill-opacity fill-rule stroke stroke-opacity stroke-width stroke-linecap stroke-linejoin " +
    "stroke-miterlimit stroke-dasharray stroke-dashoffset color visibility clip-rule marker-start marker-mid " +
    "marker-end paint-order shape-rendering color-interpolation-filters",
);
export const SVG_TEXT = list(
  "font-family font-size font-weight font-style letter-spacing word-spacing text-anchor dominant-baseline " +
    "text-rendering writing-mode direction white-space-collapse",
);
export const SVG_OWN: readonly (readonly [string, string])[] = list(
  "opacity:1 clip-path:none mask-image:none filter:none mix-blend-mode:normal stop-color:rgb(0,_0,_0) stop-opacity:1 " +
    "flood-color:rgb(0,_0,_0) flood-opacity:1 lighting-color:rgb(255,_255,_255) vector-effect:none " +
    "alignment-baseline:auto baseline-shift:0px overflow:visible",
).map((pair) => {
  const cut = pair.indexOf(":");
  return [pair.slice(0, cut), pair.slice(cut + 1).replaceAll("_", " ")] as const;
});
