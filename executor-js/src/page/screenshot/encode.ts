/** From the document of the picture to its bytes: draw once, then go down a ladder of quality until the size fits. */
import * as r from "./reads.js";

export type Mime = "image/webp" | "image/jpeg" | "image/png";

/** Quality and scale from nearly lossless to just legible. The first that fits is taken. */
const LADDER: readonly (readonly [quality: number, scale: number])[] = [
  [0.92, 1],
  [0.8, 1],
  [0.6, 1],
  [0.4, 1],
  [0.5, 0.7],
  [0.4, 0.5],
  [0.3, 0.35],
];

export interface Encoded {
  readonly blob: Blob;
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

/** The value of a promise, unless the time is up before. */
const before = <T>(stop: Promise<void>, value: Promise<T>): Promise<T> =>
  Promise.race([
    value,
    stop.then(() => {
      throw new NotDrawn("timeout");
    }),
  ]);

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
  let forbidden = false;
  const note = (event: SecurityPolicyViolationEvent): void => {
    forbidden ||= /^(?:img|default)-src/.test(event.effectiveDirective);
  };
  const name = "securitypolicyviolation";
  document.addEventListener(name, note, true);
  try {
    image.src = url;
    await before(
      stop,
      image.decode().catch(async () => {
        // The report of a violation is a task of its own and may come after the failure.
        await new Promise((done) => setTimeout(done, 30));
        throw new NotDrawn(forbidden ? "csp_blocked" : "not_drawn");
      }),
    );
  } finally {
    document.removeEventListener(name, note, true);
  }
  return drawn(image, width, height);
}

function drawn(source: CanvasImageSource, width: number, height: number): HTMLCanvasElement {
  const canvas = r.newCanvas(Math.max(1, Math.round(width)), Math.max(1, Math.round(height)));
  const context = r.getContext(canvas, "2d", { alpha: false });
  if (context === null) throw new NotDrawn("no_canvas");
  context.imageSmoothingQuality = "high";
  r.drawImage(context, source, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** True when every pixel of a reduced copy has one colour. */
export function isUniform(canvas: HTMLCanvasElement): boolean {
  const small = r.getContext(drawn(canvas, 64, 40), "2d") as CanvasRenderingContext2D;
  const { data } = r.getImageData(small, 0, 0, 64, 40);
  return data.every((value, i) => value === data[i & 3]);
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
      : [[quality, 1] as const, ...LADDER.filter(([q, scale]) => q < quality || scale < 1)];
  const last = ladder[ladder.length - 1];
  let first = 0;
  for (const rung of ladder) {
    const [q, scale] = rung;
    const png = mime === "image/png";
    // A step that changes nothing or will not be enough is not worth its time; the last one is always tried.
    if (first > 0 && png && scale === 1) continue;
    if (rung !== last && first * scale * scale * (png ? 1 : q * 0.6) > maxBytes) continue;
    const { width, height } = canvas;
    const source = scale === 1 ? canvas : drawn(canvas, width * scale, height * scale);
    const blob = await before(
      stop,
      new Promise<Blob | null>((resolve, reject) => {
        try {
          r.toBlob(source, resolve, mime, q);
        } catch {
          reject(new NotDrawn("tainted"));
        }
      }),
    );
    if (blob === null) throw new NotDrawn("tainted");
    first ||= blob.size;
    if (blob.size <= maxBytes) return { blob, width: source.width, height: source.height, scale };
  }
  return null;
}
