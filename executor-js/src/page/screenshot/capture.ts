/**
 * The picture of the viewport (seed 6.3): without the SDK, with secrets covered, and without a trace in the page. All
 * of the page is read in one synchronous pass; then only bytes are waited for.
 */
import * as p from "../pristine.js";
import { drawDocument, encode, isUniform, NotDrawn, type Mime } from "./encode.js";
import { Fonts } from "./fonts.js";
import { emitDocument, openDocument } from "./frames.js";
import { Masks, rememberPasswords } from "./mask.js";
import { omit, type Omitted, type Picture } from "./picture.js";
import { asDataUrl, Expired, Resources } from "./resources.js";
import { beginPass, reader, Sheet } from "./styles.js";
import { emitDefinitions } from "./svg.js";
import { IDENTITY, space } from "./space.js";
import { UNKNOWN } from "./styles.js";
import { regionOf, type Region } from "./viewport.js";
import { dataUrl, escapeCss } from "./xml.js";

export interface CaptureOptions {
  readonly isSdkNode: (node: Node) => boolean;
  readonly mask: boolean;
  /** Shows only what of this client rectangle lies in the viewport. */
  readonly crop?: p.Box;
  readonly format?: "webp" | "jpeg" | "png";
  readonly quality?: number;
  readonly maxBytes?: number;
  /** Milliseconds after which the attempt is given up. */
  readonly deadline?: number;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

export interface Captured {
  readonly ok: true;
  readonly mime: Mime;
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  readonly byteLength: number;
  /** Base64. */
  readonly data: string;
  readonly masked: number;
  readonly omitted: readonly Omitted[];
}

export type CaptureResult =
  | Captured
  | { readonly ok: false; readonly code: "failed" | "too_large" | "timeout"; readonly reason: string };

/** Default cap on the encoded picture, far below what one frame of the wire holds. */
export const MAX_BYTES = 300 * 1024;
export const DEADLINE_MS = 2800;

/** Markup of the picture, before its resources have come. */
export interface Drawn {
  readonly pic: Picture;
  readonly region: Region;
  readonly markup: () => string;
}

export async function capture(options: CaptureOptions): Promise<CaptureResult> {
  const start = options.now();
  const total = options.deadline ?? DEADLINE_MS;
  const left = (): number => Math.max(0, total - (options.now() - start));
  try {
    const drawn = read(options, () => {
      if (left() < total * 0.4) throw new Expired("reading the page took too long");
    });
    if (drawn === null) return { ok: false, code: "failed", reason: "empty_viewport" };
    const { pic, region } = drawn;
    const stop = options.sleep(left());
    // Resources get the first half of what is left: drawing and encoding need the rest.
    const patience = options.sleep(left() * 0.5);
    await Promise.race([Promise.all(pic.fonts.load()), patience]);
    await pic.resources.settle(patience);
    for (const { sheet, client } of pic.resources.missing())
      omit(pic, { sheet }, client, "cross_origin_image");
    const canvas = await drawDocument(dataUrl(drawn.markup()), region.pixelWidth, region.pixelHeight, stop);
    if (pic.painted > 1 && isUniform(canvas)) return { ok: false, code: "failed", reason: "blank" };
    const mime: Mime = `image/${options.format ?? "webp"}`;
    const encoded = await encode(canvas, mime, options.quality, options.maxBytes ?? MAX_BYTES, stop);
    if (encoded === null) return { ok: false, code: "too_large", reason: "too_large" };
    const data = await asDataUrl(encoded.blob);
    return {
      ok: true,
      mime: encoded.mime,
      width: encoded.width,
      height: encoded.height,
      scale: region.scale * encoded.scale,
      byteLength: encoded.blob.size,
      data: data.slice(data.indexOf(",") + 1),
      masked: pic.masks.count,
      omitted: pic.omitted,
    };
  } catch (error) {
    if (error instanceof Expired) return { ok: false, code: "timeout", reason: "reading" };
    if (error instanceof NotDrawn) {
      return error.reason === "timeout"
        ? { ok: false, code: "timeout", reason: "drawing" }
        : { ok: false, code: "failed", reason: error.reason };
    }
    return { ok: false, code: "failed", reason: isSecurityError(error) ? "tainted" : "internal" };
  }
}

const isSecurityError = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "SecurityError";

/** The synchronous part: the whole page as markup, with stand-ins for what has to be loaded. */
export function read(options: CaptureOptions, tick: () => void): Drawn | null {
  const region = regionOf(options.crop);
  if (region === null) return null;
  const { view } = region;
  beginPass();
  const scopes = new Map<Node, string>();
  const definitions = new Map<Element, string>();
  const root = p.documentElement(document);
  rememberPasswords(document);
  const pic: Picture = {
    out: [],
    sheet: new Sheet(),
    resources: new Resources(scopes, definitions),
    fonts: new Fonts(),
    masks: new Masks(options.mask),
    omitted: [],
    isSdkNode: options.isSdkNode,
    tick,
    definitions,
    laid: new Map(),
    top: new Map(),
    scopes,
    dark: root !== null && isDark(root),
    shapes: 0,
    ordinals: new Map(),
    painted: 0,
  };
  const sheet = openDocument(pic, document, view, 0, 0, 1);
  if (sheet === null) return null;
  emitDocument(
    pic,
    sheet,
    `position:relative;width:${view.width}px;height:${view.height}px;overflow:hidden;isolation:isolate;`,
    "background-color:Canvas;",
  );
  const here = { space: space(IDENTITY), x: 0, y: 0 };
  emitDefinitions(pic, {
    ...here,
    mode: "flow",
    lift: 0,
    text: UNKNOWN,
    visible: "visible",
    abs: here,
    fixed: here,
    depth: 0,
    floats: [],
    sheet,
  });
  return {
    pic,
    region,
    markup: () =>
      pic.resources.fill(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${region.pixelWidth}" height="${region.pixelHeight}" viewBox="0 0 ${view.width} ${view.height}">` +
          `<foreignObject width="${view.width}" height="${view.height}"><html xmlns="http://www.w3.org/1999/xhtml"><head><style>${escapeCss(BASE + pic.sheet.text())}</style>` +
          `<style>${escapeCss(pic.fonts.css())}</style></head><body>${pic.out.join("")}</body></html></foreignObject></svg>`,
      ),
  };
}

/** The root says so by its scheme, or has the scheme that the user prefers. */
function isDark(root: Element): boolean {
  const scheme = reader(root)("color-scheme");
  if (!scheme.includes("dark")) return false;
  return !scheme.includes("light") || matchMedia("(prefers-color-scheme: dark)").matches;
}

const BASE =
  "html,body{display:block;margin:0;padding:0}*{box-sizing:border-box}div{display:flow-root;unicode-bidi:normal}li{text-align:inherit}.up{display:block;height:0}img,svg,canvas{max-width:none}";
