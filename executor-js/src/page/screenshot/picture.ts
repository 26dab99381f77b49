/** What is written while a page is drawn, and the places that content is drawn into. */
import type { Box, Root } from "../pristine.js";
import type { Fonts } from "./fonts.js";
import type { Masks } from "./mask.js";
import type { Marks } from "./mark.js";
import type { Resources } from "./resources.js";
import type { Space } from "./space.js";
import type { Inherited, Read, Sheet } from "./styles.js";

/** A part that could not be drawn, in client coordinates of the top document. */
export interface Omitted {
  readonly reason: string;
  readonly rect: Box;
}

/** The padding corner that absolutely positioned boxes count from. */
export interface Anchor {
  readonly space: Space;
  readonly x: number;
  readonly y: number;
}

/**
 * How a box is put where it was measured: `flow` by margins among blocks, `grid` the same among flex and grid items
 * (which paint as one), `native` by the browser's own line and block layout, `flex` as an item of known size.
 */
export type Mode = "flow" | "grid" | "native" | "flex";

/** Where the children of an emitted element go. */
export interface Place {
  readonly space: Space;
  /** Corner from which margins count, in coordinates of the space. */
  readonly x: number;
  readonly y: number;
  readonly mode: Mode;
  /** Added to every top margin of `flow`, so that no two margins of one sign meet and collapse. */
  readonly lift: number;
  readonly text: Inherited;
  readonly visible: string;
  readonly abs: Anchor;
  readonly fixed: Anchor;
  readonly depth: number;
  /** Floats of the block formatting context that lines have to make room for. */
  readonly floats: FloatBox[];
  /** The real floats are not in the same flow: empty ones have to make the room. */
  readonly shims?: boolean;
  readonly sheet: DocumentSheet;
  /** The children are cut into columns: their sizes are those of the style. */
  readonly columns?: boolean;
  /** Among lines: where the block before ended, as long as blocks follow each other without a line between them. */
  readonly flow?: { bottom: number | null; lineNext: boolean };
}

export interface FloatBox {
  readonly side: "left" | "right";
  /** Margin box, in coordinates of the space. */
  readonly box: Box;
}

/** The document that an element belongs to, as far as drawing needs to know. */
export interface DocumentSheet {
  readonly doc: Document;
  readonly marks: Marks;
  /** Client coordinates of the top document where this document's client area begins. */
  readonly left: number;
  readonly top: number;
  readonly scale: number;
  readonly view: Box;
  /** The element whose background is drawn on the canvas. */
  readonly canvasOwner: Element | null;
  /** The element whose overflow is the viewport's. */
  readonly scroller: Element | null;
}

export interface Picture {
  readonly out: string[];
  readonly sheet: Sheet;
  readonly resources: Resources;
  readonly fonts: Fonts;
  readonly masks: Masks;
  readonly omitted: Omitted[];
  readonly isSdkNode: (node: Node) => boolean;
  /** Whether it is time to let the page go on. */
  readonly due: () => boolean;
  /** Documents and shadow roots that were looked at. */
  readonly roots: Set<Root>;
  /** What was seen in each document. */
  readonly seen: Marks[];
  /** SVG definitions that drawings use, wherever they live. */
  readonly definitions: Set<Element>;
  /** Where an element was laid out, for its descendants below a 3D transform. */
  readonly laid: Map<Element, { readonly space: Space; readonly x: number; readonly y: number }>;
  /** Elements of the top layer by document, until they have been drawn. */
  readonly top: Map<Document, ReadonlySet<Element>>;
  /** The top document's canvas is dark. */
  readonly dark: boolean;
  /** SVG elements written so far. */
  shapes: number;
  /** Numbers of list items. */
  readonly ordinals: Map<Element, number>;
  /** How many boxes, texts and pictures were drawn: a picture of one colour is believed only without any. */
  painted: number;
}

/** One child of an element, in the order of the flat tree. */
export type Kid =
  | { readonly kind: "text"; readonly node: Text; readonly owner: Element }
  | ElementKid
  | {
      readonly kind: "pseudo";
      readonly which: "::before" | "::after";
      readonly v: Read;
      readonly content: string;
    };

export interface ElementKid {
  readonly kind: "element";
  readonly el: Element;
  readonly v: Read;
  readonly display: string;
  readonly position: string;
  readonly float: string;
  readonly marked: boolean;
}

export const outOfFlow = (position: string): boolean => position === "absolute" || position === "fixed";

export const isInlineLevel = (display: string): boolean =>
  display.startsWith("inline") || display.startsWith("ruby");

/** Notes a part that is shown as an empty box, with its rectangle in the top document. */
export function omit(
  pic: Picture,
  place: { readonly sheet: DocumentSheet },
  client: Box,
  reason: string,
): void {
  const { left, top, scale, view } = place.sheet;
  const x0 = Math.max(client.x, view.x);
  const y0 = Math.max(client.y, view.y);
  const x1 = Math.min(client.x + client.width, view.x + view.width);
  const y1 = Math.min(client.y + client.height, view.y + view.height);
  if (x1 <= x0 || y1 <= y0 || pic.omitted.length >= 200) return;
  pic.omitted.push({
    reason,
    rect: { x: left + x0 * scale, y: top + y0 * scale, width: (x1 - x0) * scale, height: (y1 - y0) * scale },
  });
}
