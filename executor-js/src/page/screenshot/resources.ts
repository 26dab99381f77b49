/**
 * Bytes that a picture needs: images, backgrounds, canvases. What must be read from the page is read at once; only
 * encoding and loading are waited for, and a resource that does not come in time is left out.
 */
import { rootOf } from "../dom.js";
import * as p from "../pristine.js";
import type { DocumentSheet } from "./picture.js";
import { TOKEN } from "./xml.js";
import * as r from "./reads.js";

export interface Size {
  readonly width: number;
  readonly height: number;
}

export type Found = { readonly token: string } | { readonly reason: string };

/** Pixels beyond which an image is drawn smaller before it is encoded. */
const MAX_PIXELS = 4_000_000;
const EMPTY = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

/** In place of a background that may not be read: flat, and as large as its area whatever size was given. */
const NEUTRAL =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'%3E%3Crect width='100%25' height='100%25' fill='%23e4e7eb'/%3E%3C/svg%3E";

export class Expired extends Error {}

/** Encoded images of earlier pictures: most of a page is the same the next time. */
const cache = new Map<string, string>();
let cached = 0;
const CACHE_CHARS = 6_000_000;

function remember(key: string, data: string): void {
  if (data.length > CACHE_CHARS / 4) return;
  cache.set(key, data);
  cached += data.length;
  for (const [old, value] of cache) {
    if (cached <= CACHE_CHARS) break;
    cache.delete(old);
    cached -= value.length;
  }
}

export class Resources {
  readonly #values: string[] = [];
  readonly #jobs: Promise<void>[] = [];
  readonly #byUrl = new Map<string, string>();
  readonly #scopes: Map<Node, string>;
  readonly #definitions: Map<Element, string>;
  /** Stand-ins that could not be loaded, and who shows them. */
  readonly #failed = new Set<number>();
  readonly #shown: { readonly index: number; readonly sheet: DocumentSheet; readonly client: p.Box }[] = [];

  constructor(scopes: Map<Node, string>, definitions: Map<Element, string>) {
    this.#scopes = scopes;
    this.#definitions = definitions;
  }

  isExpired(error: unknown): boolean {
    return error instanceof Expired;
  }

  #token(job: Promise<string>, otherwise: string): string {
    const index = this.#values.push(otherwise) - 1;
    this.#jobs.push(
      job.then(
        (value) => {
          this.#values[index] = value;
        },
        () => void this.#failed.add(index),
      ),
    );
    return `${TOKEN}${index};`;
  }

  /** Waits for what was asked for, at most until the signal says stop. */
  async settle(stop: Promise<void>): Promise<void> {
    await Promise.race([Promise.all(this.#jobs), stop]);
  }

  /** Remembers which box shows the images that a style names. */
  track(css: string, sheet: DocumentSheet, client: p.Box): void {
    if (!css.includes(TOKEN)) return;
    for (const [, index] of css.matchAll(new RegExp(`${TOKEN}(\\d+);`, "gu")))
      this.#shown.push({ index: Number(index), sheet, client });
  }

  /** Boxes whose image did not come. */
  missing(): { readonly sheet: DocumentSheet; readonly client: p.Box }[] {
    return this.#shown.filter(({ index }) => this.#failed.has(index));
  }

  /** The text with every stand-in replaced. */
  fill(text: string): string {
    return text.replace(
      new RegExp(`${TOKEN}(\\d+);`, "gu"),
      (_all, index: string) => this.#values[Number(index)] ?? "",
    );
  }

  /** Makes a style value's addresses part of the picture. */
  resolve(doc: Document): (value: string) => string {
    return (value) =>
      !value.includes("url(")
        ? value
        : value.replace(
            /url\(\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^)]*))\s*\)/g,
            (all, a?: string, b?: string, c?: string) => {
              const href = (a ?? b ?? c ?? "").replace(/\\(.)/g, "$1");
              const hash = fragment(href, doc);
              if (hash !== null) return `url(#${this.#define(doc, hash)})`;
              if (href.startsWith("data:")) return all;
              return `url("${this.url(href, doc)}")`;
            },
          );
  }

  /** A name for an id of one tree that no other tree has. */
  id(root: Node, id: string): string {
    let scope = this.#scopes.get(root);
    if (scope === undefined) {
      scope = `s${this.#scopes.size}`;
      this.#scopes.set(root, scope);
    }
    return `${scope}-${id.replace(/[^\w-]/g, (c) => `_${c.charCodeAt(0)}`)}`;
  }

  /** References to definitions (`url(#id)`) of a tree, under the names they have in the picture. */
  local(root: Node, value: string): string {
    const doc = p.nodeType(root) === 9 ? (root as Document) : (p.ownerDocument(root) as Document);
    return value.replace(/url\(\s*["']?([^"')]*)["']?\s*\)/g, (all, href: string) => {
      const hash = fragment(href, doc);
      return hash === null ? all : `url(#${this.#define(root, hash)})`;
    });
  }

  #define(root: Node, id: string): string {
    const target = p.byId(root as p.Root, id);
    if (target !== null) {
      this.#definitions.set(target, id);
      return this.id(rootOf(target), id);
    }
    return this.id(root, id);
  }

  /** An image by address: from the page's own memory cache where the browser has it. */
  url(href: string, doc: Document): string {
    if (href.startsWith("data:"))
      return href.replace(/&/g, "&amp;").replace(/"/g, "%22").replace(/</g, "%3C");
    const absolute = absoluteUrl(href, doc);
    const known = this.#byUrl.get(absolute);
    if (known !== undefined) return known;
    const key = `u ${absolute}`;
    const have = cache.get(key);
    const token = this.#token(
      have !== undefined ? Promise.resolve(have) : this.#load(absolute, key),
      NEUTRAL,
    );
    this.#byUrl.set(absolute, token);
    return token;
  }

  async #load(href: string, key: string): Promise<string> {
    if (/\.svg(?:[?#]|$)/i.test(href) && r.pageFetch !== undefined && sameOrigin(href)) {
      const response = await r.pageFetch(href, { cache: "force-cache" });
      if (response.ok) {
        const data = await asDataUrl(await response.blob());
        remember(key, data);
        return data;
      }
    }
    const Image = r.PageImage;
    if (Image === undefined) throw new TypeError("no image");
    const image = new Image();
    if (!sameOrigin(href)) image.crossOrigin = "anonymous";
    image.src = href;
    await image.decode();
    const data = await encode(draw(image, image.naturalWidth, image.naturalHeight));
    remember(key, data);
    return data;
  }

  /** Fragment of a sprite in another file, as markup. */
  sprite(href: string, doc: Document, attributes: string): string {
    const absolute = absoluteUrl(href, doc);
    const cut = absolute.indexOf("#");
    const load = async (): Promise<string> => {
      if (r.pageFetch === undefined || cut < 0 || !sameOrigin(absolute)) return "";
      const response = await r.pageFetch(absolute.slice(0, cut), { cache: "force-cache" });
      const parsed = new DOMParser().parseFromString(await response.text(), "image/svg+xml");
      const target = parsed.getElementById(decodeURIComponent(absolute.slice(cut + 1)));
      if (target === null) return "";
      for (const bad of target.querySelectorAll("script,foreignObject")) bad.remove();
      const inner = new XMLSerializer().serializeToString(target).replace(/[\n\r\t]/g, " ");
      if (target.localName !== "symbol") return inner;
      return `<svg${attributes} viewBox="${target.getAttribute("viewBox") ?? "0 0 24 24"}">${inner.replace(/^<symbol[^>]*>/, "").replace(/<\/symbol>$/, "")}</svg>`;
    };
    return this.#token(load(), "");
  }

  image(image: HTMLImageElement, doc: Document, size: Size, fit: string): Found {
    const src = r.currentSrc(image) || p.getAttribute(image, "src") || "";
    if (src.startsWith("data:") && src.length < 400_000) return { token: this.url(src, doc) };
    const clean =
      src.startsWith("blob:") || src.startsWith("data:") || sameOrigin(src) || r.imageCors(image) !== null;
    if (!clean) return { reason: "cross_origin_image" };
    const width = r.naturalWidth(image);
    const height = r.naturalHeight(image);
    const drawing = /\.svg(?:[?#]|$)/i.test(src) || src.startsWith("data:image/svg");
    // How a drawing without a size of its own fills its box is the drawing's affair: its source is embedded.
    if (drawing && !src.startsWith("blob:")) return { token: this.url(src, doc) };
    const scales = [size.width / width, size.height / height] as const;
    let sx: number = scales[0];
    let sy: number = scales[1];
    if (fit === "cover") sx = sy = Math.max(sx, sy);
    else if (fit === "contain" || fit === "scale-down") sx = sy = Math.min(sx, sy);
    else if (fit === "none") sx = sy = 1;
    // Reduced only where it pays: the browser's own filter at the final size is then used once, as in the page.
    const reduce = drawing || sx * sy < 0.45 || width * height > MAX_PIXELS;
    const w = Math.max(1, reduce ? Math.round(width * sx) : width);
    const h = Math.max(1, reduce ? Math.round(height * sy) : height);
    const key = `i ${src} ${w} ${h}`;
    const known = this.#byUrl.get(key);
    if (known !== undefined) return { token: known };
    const have = src.startsWith("blob:") ? undefined : cache.get(key);
    let job: Promise<string>;
    if (have !== undefined) job = Promise.resolve(have);
    else {
      const canvas = draw(image, w, h);
      job = encode(canvas).then((data) => {
        if (!src.startsWith("blob:")) remember(key, data);
        return data;
      });
    }
    const token = this.#token(job, EMPTY);
    this.#byUrl.set(key, token);
    return { token };
  }

  /** The pixels of a canvas; null when it has none. */
  canvas(canvas: HTMLCanvasElement, size: Size): Found | null {
    const width = r.canvasWidth(canvas);
    const height = r.canvasHeight(canvas);
    if (width === 0 || height === 0) return null;
    void size;
    return this.#pixels(canvas, width, height, "tainted_canvas");
  }

  /** The current frame of a video; null before there is one. */
  video(video: HTMLVideoElement, size: Size): Found | null {
    const width = r.videoWidth(video);
    const height = r.videoHeight(video);
    if (width === 0 || height === 0 || video.readyState < 2) return null;
    const scale = Math.min(1, Math.max(size.width / width, size.height / height));
    return this.#pixels(
      video,
      Math.max(1, Math.round(width * scale)),
      Math.max(1, Math.round(height * scale)),
      "cross_origin_video",
    );
  }

  #pixels(
    source: HTMLCanvasElement | HTMLVideoElement,
    width: number,
    height: number,
    reason: string,
  ): Found {
    try {
      const copy = draw(source, width, height);
      const context = r.getContext(copy, "2d");
      if (context === null) return { reason: "no_canvas" };
      r.getImageData(context, 0, 0, 1, 1); // throws when the source may not be read
      return { token: this.#token(encode(copy), EMPTY) };
    } catch {
      return { reason };
    }
  }
}

/** `#id` of the same document, or null. */
function fragment(href: string, doc: Document): string | null {
  const cut = href.indexOf("#");
  if (cut < 0) return null;
  if (cut === 0) return decodeURIComponent(href.slice(1));
  const base = (doc.baseURI || "").replace(/#.*$/, "");
  const page = (doc.URL || "").replace(/#.*$/, "");
  const before = href.slice(0, cut);
  return before === base || before === page ? decodeURIComponent(href.slice(cut + 1)) : null;
}

function absoluteUrl(href: string, doc: Document): string {
  try {
    return new URL(href, doc.baseURI).href;
  } catch {
    return href;
  }
}

function sameOrigin(href: string): boolean {
  try {
    const url = new URL(href, location.href);
    return url.origin === location.origin || url.protocol === "data:" || url.protocol === "blob:";
  } catch {
    return false;
  }
}

function draw(source: CanvasImageSource, width: number, height: number): HTMLCanvasElement {
  const scale = Math.min(1, Math.sqrt(MAX_PIXELS / (width * height)));
  const canvas = r.newCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  const context = r.getContext(canvas, "2d");
  if (context === null) throw new TypeError("no 2d context");
  context.imageSmoothingQuality = "medium";
  r.drawImage(context, source, 0, 0, canvas.width, canvas.height);
  return canvas;
}

const encode = (canvas: HTMLCanvasElement): Promise<string> =>
  new Promise((resolve, reject) => {
    r.toBlob(
      canvas,
      (blob) => {
        if (blob === null) reject(new TypeError("not encoded"));
        else asDataUrl(blob).then(resolve, reject);
      },
      "image/png",
    );
  });

export const asDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new (r.Reader as typeof FileReader)();
    reader.onload = (): void => resolve(reader.result as string);
    reader.onerror = (): void => reject(reader.error ?? new TypeError("not read"));
    reader.readAsDataURL(blob);
  });
