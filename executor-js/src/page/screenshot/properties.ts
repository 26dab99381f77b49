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
    "font-stretch word-spacing font-variant font-feature-settings font-variation-settings font-kerning " +
    "font-optical-sizing font-synthesis font-palette font-size-adjust text-align-last text-wrap-style line-break " +
    "hyphens hyphenate-character tab-size text-orientation text-combine-upright -webkit-text-stroke-width " +
    "-webkit-text-stroke-color text-rendering text-underline-position text-underline-offset " +
    "text-decoration-skip-ink text-emphasis-style text-emphasis-color text-emphasis-position ruby-position " +
    "ruby-align text-spacing-trim text-autospace -webkit-font-smoothing color-scheme accent-color list-style quotes " +
    "image-rendering paint-order",
);

/** Where the text properties begin that are read once for all elements of one tag, class, inline style and parent. */
export const RARE = TEXT.indexOf("font-stretch");

const at = (name: string): number => TEXT.indexOf(name);
export const DIRECTION = at("direction");
export const WRITING_MODE = at("writing-mode");
export const FONT_FAMILY = at("font-family");

/** Own properties of an element: written where they are not what every element has. */
export const OWN = "box-shadow opacity filter";

/** The same for what few elements have: where one of a tag, class and inline style has none, its likes have none. */
export const RARE_OWN =
  "backdrop-filter mix-blend-mode isolation clip-path perspective transform-style backface-visibility " +
  "clip mask border-image";

/** Rare, and written by rules of their own. */
export const RARE_OTHER = "contain container-type will-change translate rotate scale zoom offset-path";

export const DECORATION =
  "text-decoration-line text-decoration-style text-decoration-color text-decoration-thickness";

/** What a box of items that stay in their own layout needs on top. */
export const FLEX = "flex-flow justify-content align-items align-content gap justify-items";

export const GRID =
  FLEX + " grid-template-columns grid-template-rows grid-auto-flow grid-auto-columns grid-auto-rows";

export const COLUMNS = "columns column-gap column-rule column-fill";

/** Paint of SVG shapes; written where it differs from the parent's or, for the second list, from the initial value. */
export const SVG_INHERITED = list(
  "color fill fill-opacity fill-rule stroke stroke-opacity stroke-width stroke-linecap stroke-linejoin " +
    "stroke-miterlimit stroke-dasharray stroke-dashoffset visibility clip-rule marker-start marker-mid " +
    "marker-end paint-order shape-rendering color-interpolation-filters font-family font-size font-weight " +
    "font-style letter-spacing word-spacing text-anchor dominant-baseline text-rendering writing-mode direction " +
    "white-space-collapse",
);
export const SVG_OWN =
  "opacity clip-path mask filter mix-blend-mode vector-effect alignment-baseline baseline-shift overflow";
