/** From the document of the picture to its bytes: draw once, then go down a ladder of quality until the size fits. */
import * as r from "./reads.js";

export type Mime = "image/webp" | "image/jpeg" | "image/png";

export interface Rung {
  readonly quality: number;
  readonly scale: number;
  /** About how large its picture is beside that of the first rung. */
  readonly share: number;
}

/** From nearly lossless to just legible. The first that fits is taken. */
const LADDER: readonly Rung[] = [
  { quality: 0.92, scale: 1, share: 1 },
  { quality: 0.8, scale: 1, share: 0.6 },
  { quality: 0.6, scale: 1, share: 0.42 },
  { quality: 0.4, scale: 1, share: 0.32 },
  { quality: 0.5, scale: 0.7, share: 0.2 },
  { quality: 0.4, scale: 0.5, share: 0.1 },
  { quality: 0.3, scale: 0.35, share: 0.04 },
];

export interface Encoded {
  readonly blob: Blob;
  readonly mime: Mime;
  readonly width: number;
  readonly height: number;
  /** Of the drawn canvas. */
  readonly scale: number;
}

export class NotDrawn extends Error {
  constructor(readonly reason: string) {
    super(reason);
  }
}

/** Lets the browser draw a document that stands in an address. Fails where a policy forbids such images. */
export async function drawDocument(
  url: string,
  width: number,
  height: number,
  stop: Promise<void>,
): Promise<HTMLCanvasElement> {
  const Image = r.PageImage;
  if (Image === undefined) throw new NotDrawn("no_image");
  const image = new Image();
  const forbidden = watchPolicy();
  try {
    image.src = url;
    const drawn = await Promise.race([image.decode().then(() => true), stop.then(() => false)]).catch(
      async () => {
        // The report of a violation is a task of its own and may come after the failure.
        await new Promise((done) => setTimeout(done, 30));
        throw new NotDrawn(forbidden.seen() ? "csp_blocked" : "not_drawn");
      },
    );
    if (!drawn) throw new NotDrawn("timeout");
  } finally {
    forbidden.end();
  }
  const canvas = r.newCanvas(width, height);
  const context = r.getContext(canvas, "2d", { alpha: false });
  if (context === null) throw new NotDrawn("no_canvas");
  r.drawImage(context, image, 0, 0, width, height);
  return canvas;
}

/** Says whether the page's policy forbade an image meanwhile. */
function watchPolicy(): { seen(): boolean; end(): void } {
  let seen = false;
  const note = (event: Event): void => {
    const blocked = (event as SecurityPolicyViolationEvent).effectiveDirective;
    if (blocked === "img-src" || blocked === "default-src") seen = true;
  };
  document.addEventListener("securitypolicyviolation", note, true);
  return {
    seen: () => seen,
    end: () => document.removeEventListener("securitypolicyviolation", note, true),
  };
}

/** True when every pixel of a reduced copy has one colour. */
export function isUniform(canvas: HTMLCanvasElement): boolean {
  const small = r.newCanvas(64, 40);
  const context = r.getContext(small, "2d", { willReadFrequently: true });
  if (context === null) return false;
  r.drawImage(context, canvas, 0, 0, 64, 40);
  const { data } = r.getImageData(context, 0, 0, 64, 40);
  for (let i = 4; i < data.length; i += 4) {
    if (data[i] !== data[0] || data[i + 1] !== data[1] || data[i + 2] !== data[2]) return false;
  }
  return true;
}

/** The first rung within `maxBytes`; null when even the lowest is larger. `quality` 1 asks for the lossless rendition. */
export async function encode(
  canvas: HTMLCanvasElement,
  mime: Mime,
  quality: number | undefined,
  maxBytes: number,
  stop: Promise<void>,
): Promise<Encoded | null> {
  const ladder =
    quality === undefined
      ? LADDER
      : [
          { quality, scale: 1, share: 1 },
          ...LADDER.filter((rung) => rung.quality < quality || rung.scale < 1),
        ];
  let first = 0;
  for (const rung of ladder) {
    if (mime === "image/png" && rung !== ladder[0] && rung.scale === 1) continue;
    // A step that will not be enough is not worth its time; the last one is always tried.
    if (
      first > 0 &&
      rung !== ladder[ladder.length - 1] &&
      first * rung.share * (mime === "image/png" ? 2 : 0.8) > maxBytes
    )
      continue;
    const source = rung.scale === 1 ? canvas : reduced(canvas, rung.scale);
    const blob = await Promise.race([blobOf(source, mime, rung.quality), stop.then(() => undefined)]);
    if (blob === undefined) throw new NotDrawn("timeout");
    if (blob === null) throw new NotDrawn("tainted");
    if (first === 0) first = blob.size;
    if (blob.size <= maxBytes)
      return {
        blob,
        mime: (blob.type || mime) as Mime,
        width: source.width,
        height: source.height,
        scale: rung.scale,
      };
  }
  return null;
}

function reduced(canvas: HTMLCanvasElement, scale: number): HTMLCanvasElement {
  const copy = r.newCanvas(
    Math.max(1, Math.round(canvas.width * scale)),
    Math.max(1, Math.round(canvas.height * scale)),
  );
  const context = r.getContext(copy, "2d", { alpha: false });
  if (context === null) throw new NotDrawn("no_canvas");
  context.imageSmoothingQuality = "high";
  r.drawImage(context, canvas, 0, 0, copy.width, copy.height);
  return copy;
}

function blobOf(canvas: HTMLCanvasElement, mime: Mime, quality: number): Promise<Blob | null> {
  return new Promise((resolve, reject) => {
    try {
      r.toBlob(canvas, resolve, mime, quality);
    } catch {
      reject(new NotDrawn("tainted"));
    }
  });
}
