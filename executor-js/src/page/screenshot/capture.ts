/**
 * The picture of the viewport (seed 6.3): without the SDK, with secrets covered, and without a trace in the page. All
 * of the page is read first, as it is at one moment; then only bytes are waited for.
 */
import { nextTask } from "../framework-events.js";
import * as p from "../pristine.js";
import { MutationWatch } from "../settle.js";
import { drawDocument, encode, isUniform, NotDrawn, type Mime } from "./encode.js";
import { Fonts } from "./fonts.js";
import { emitDocument, openDocument } from "./frames.js";
import type { Marks } from "./mark.js";
import { Masks, rememberPasswords } from "./mask.js";
import { omit, type DocumentSheet, type Omitted, type Picture } from "./picture.js";
import { asDataUrl, Expired, Resources } from "./resources.js";
import { Slices, type Moment, type Sliced } from "./slices.js";
import { beginPass, reader, Sheet } from "./styles.js";
import { emitDefinitions } from "./svg.js";
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
  readonly signal?: AbortSignal;
  readonly now: () => number;
  /** Rejects when the picture is no longer wanted. */
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
interface Drawing {
  readonly pic: Picture;
  readonly region: Region;
  readonly markup: () => string;
}

export async function capture(options: CaptureOptions): Promise<CaptureResult> {
  const start = options.now();
  const total = options.deadline ?? DEADLINE_MS;
  const left = (): number => Math.max(0, total - (options.now() - start));
  const failed = (reason: string): CaptureResult => ({ ok: false, code: "failed", reason });
  try {
    const drawing = await readWhole(options, {
      hurry: () => left() < total * 0.75,
      check: () => {
        if (options.signal?.aborted === true || left() < total * 0.3) throw new Expired("reading");
      },
    });
    if (drawing === null) return failed("empty_viewport");
    const { pic, region } = drawing;
    const stop = wait(options, left());
    // Resources get the first half of what is left: drawing and encoding need the rest.
    const patience = wait(options, left() * 0.5);
    await Promise.race([pic.fonts.load(), patience]);
    await pic.resources.settle(patience);
    for (const { sheet, client, reason } of pic.resources.missing()) omit(pic, { sheet }, client, reason);
    const canvas = await drawDocument(dataUrl(drawing.markup()), region.pixelWidth, region.pixelHeight, stop);
    if (pic.painted > 1 && isUniform(canvas)) return failed("blank");
    const mime: Mime = `image/${options.format ?? "webp"}`;
    const encoded = await encode(canvas, mime, options.quality, options.maxBytes ?? MAX_BYTES, stop);
    if (encoded === null) return { ok: false, code: "too_large", reason: "too_large" };
    const { blob, width, height, scale } = encoded;
    const data = await asDataUrl(blob);
    return {
      ok: true,
      mime: (blob.type || mime) as Mime,
      width,
      height,
      scale: region.scale * scale,
      byteLength: blob.size,
      data: data.slice(data.indexOf(",") + 1),
      masked: pic.masks.count,
      omitted: pic.omitted,
    };
  } catch (error) {
    if (error instanceof Expired) return { ok: false, code: "timeout", reason: "reading" };
    if (!(error instanceof NotDrawn))
      return failed(error instanceof DOMException && error.name === "SecurityError" ? "tainted" : "internal");
    return error.reason === "timeout"
      ? { ok: false, code: "timeout", reason: "drawing" }
      : failed(error.reason);
  }
}

/** A sleep that may be broken off although nobody waits for it yet. */
function wait(options: CaptureOptions, ms: number): Promise<void> {
  const over = options.sleep(ms);
  over.catch(() => undefined);
  return over;
}

/** One reads after the other: what is learnt of styles while reading belongs to one picture. */
let reading: Promise<unknown> = Promise.resolve();

/** Reads the page in pieces, as it was at one moment. */
function readWhole(
  options: CaptureOptions,
  time: Pick<Moment<Drawing>, "hurry" | "check">,
): Promise<Drawing | null> {
  const slices = new Slices(options.now);
  const roots = new Set<p.Root>();
  const watch = new MutationWatch([], options.isSdkNode, options);
  const found = reading.then(() =>
    slices.run({
      ...time,
      start: () => {
        watch.drain();
        roots.clear();
        return read(options, slices.due, roots);
      },
      pause: () => {
        for (const root of roots) watch.add(root);
        return nextTask();
      },
      holds: (drawing) => watch.drain().length === 0 && (drawing === null || drawing.pic.seen.every(stands)),
    }),
  );
  reading = found.catch(() => undefined).finally(() => watch.stop());
  return found;
}

/** Whether every box is still where it was: what scrolls or moves by itself tells no observer. */
function stands(marks: Marks): boolean {
  for (const [el, { x, y, width, height }] of marks) {
    const box = p.clientBox(el);
    if (box.x !== x || box.y !== y || box.width !== width || box.height !== height) return false;
  }
  return true;
}

/** The whole page as markup, with stand-ins for what has to be loaded. */
function* read(options: CaptureOptions, due: () => boolean, roots: Set<p.Root>): Sliced<Drawing | null> {
  const region = regionOf(options.crop);
  const root = p.documentElement(document);
  if (region === null || root === null) return null;
  const { view } = region;
  beginPass();
  rememberPasswords(document);
  const definitions = new Set<Element>();
  const scheme = reader(root)("color-scheme");
  const pic: Picture = {
    out: [],
    sheet: new Sheet(),
    resources: new Resources(definitions),
    fonts: new Fonts(),
    masks: new Masks(options.mask),
    omitted: [],
    isSdkNode: options.isSdkNode,
    due,
    roots,
    seen: [],
    definitions,
    laid: new Map(),
    top: new Map(),
    // The root says so by its scheme, or has the scheme that the user prefers.
    dark:
      scheme.includes("dark") &&
      (!scheme.includes("light") || matchMedia("(prefers-color-scheme: dark)").matches),
    shapes: 0,
    ordinals: new Map(),
    painted: 0,
  };
  const sheet = (yield* openDocument(pic, document, view, 0, 0, 1)) as DocumentSheet;
  yield* emitDocument(pic, sheet, "overflow:hidden;isolation:isolate;background:Canvas;");
  yield* emitDefinitions(pic, sheet);
  return {
    pic,
    region,
    markup: () =>
      pic.resources.fill(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${region.pixelWidth}" height="${region.pixelHeight}" viewBox="0 0 ${view.width} ${view.height}">` +
          `<foreignObject width="${view.width}" height="${view.height}"><html xmlns="http://www.w3.org/1999/xhtml"><head><style>${escapeCss(BASE + pic.sheet.text() + pic.fonts.css())}</style>` +
          `</head><body>${pic.out.join("")}</body></html></foreignObject></svg>`,
      ),
  };
}

const BASE =
  "html,body{display:block;margin:0;padding:0}*{box-sizing:border-box}div{display:flow-root;unicode-bidi:normal}li{text-align:inherit}img,svg,canvas{max-width:none}";
