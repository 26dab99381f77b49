/**
 * Bytes that a picture needs: images, backgrounds, canvases. What must be read from the page is read at once; only
 * encoding and loading are waited for, and a resource that does not come in time is left out.
 */
import { rootOf } from "../dom.js";
import * as p from "../pristine.js";
import type { DocumentSheet } from "./picture.js";
import * as r from "./reads.js";
import { TOKEN } from "./xml.js";

export interface Size {
  readonly width: number;
  readonly height: number;
}

export type Found = { readonly token: string } | { readonly reason: string };

/** Pixels beyond which an image is drawn smaller before it is encoded. */
const MAX_PIXELS = 4_000_000;

/** In place of an image that may not be read: flat, and as large as its area whatever size was given. */
const NEUTRAL =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'%3E%3Crect width='100%25' height='100%25' fill='%23e4e7eb'/%3E%3C/svg%3E";

/** Stands for a canvas that is seen through, whether it shows nothing or does not let itself be read. */
const CLEAR = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";

export class Expired extends Error {}

/** A box that shows what has yet to come. */
interface Shown {
  readonly index: number;
  readonly sheet: DocumentSheet;
  readonly client: p.Box;
  /** Why it is left out when it does not come. */
  readonly reason: string;
}

/** Encoded images of earlier pictures: most of a page is the same the next time. */
const cache = new Map<string, string>();
let cached = 0;
const CACHE_CHARS = 6_000_000;

function remember(key: string, data: string): void {
  if (key === "" || data.length > CACHE_CHARS / 4) return;
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
  readonly #tokens = new Map<string, string>();
  readonly #scopes = new Map<Node, number>();
  /** Stand-ins that could not be loaded, and who shows them. */
  readonly #failed = new Set<number>();
  readonly #shown: Shown[] = [];

  constructor(private readonly definitions: Set<Element>) {}

  /** A stand-in for what a job gives. The same key is the same thing, also in later pictures; "" is never the same. */
  #token(key: string, job: () => Promise<string>, otherwise: string): string {
    let token = this.#tokens.get(key);
    if (token === undefined) {
      const have = cache.get(key);
      const index = this.#values.push(have ?? otherwise) - 1;
      token = `${TOKEN}${index};`;
      if (key !== "") this.#tokens.set(key, token);
      if (have === undefined)
        this.#jobs.push(
          job().then(
            (value) => {
              this.#values[index] = value;
              remember(key, value);
            },
            () => void this.#failed.add(index),
          ),
        );
    }
    return token;
  }

  /** Waits for what was asked for, at most until the signal says stop. */
  async settle(stop: Promise<void>): Promise<void> {
    await Promise.race([Promise.all(this.#jobs), stop]);
  }

  /** Remembers which box shows the images that a style names. */
  track(css: string, sheet: DocumentSheet, client: p.Box, reason = "cross_origin_image"): void {
    this.#each(css, (index) => String(this.#shown.push({ index, sheet, client, reason })));
  }

  /** Boxes whose image did not come. */
  missing(): readonly Shown[] {
    return this.#shown.filter(({ index }) => this.#failed.has(index));
  }

  /** The text with every stand-in replaced. */
  fill(text: string): string {
    return this.#each(text, (index) => this.#values[index] ?? "");
  }

  #each(text: string, act: (index: number) => string): string {
    return text.includes(TOKEN)
      ? text.replace(new RegExp(`${TOKEN}(\\d+);`, "gu"), (_all, index: string) => act(Number(index)))
      : text;
  }

  /** Makes a style value's addresses part of the picture. */
  resolve(doc: Document): (value: string) => string {
    return (value) =>
      this.#addresses(value, (all, href) => {
        const id = fragment(href, doc);
        if (id !== null) return `url(#${this.#define(doc, id)})`;
        return href.startsWith("data:") ? all : `url("${this.url(href, doc)}")`;
      });
  }

  /** References to definitions (`url(#id)`) of a tree, under the names they have in the picture. */
  local(root: Node, value: string): string {
    const doc = p.nodeType(root) === 9 ? (root as Document) : (p.ownerDocument(root) as Document);
    return this.#addresses(value, (all, href) => {
      const id = fragment(href, doc);
      return id === null ? all : `url(#${this.#define(root, id)})`;
    });
  }

  #addresses(value: string, put: (all: string, href: string) => string): string {
    return value.includes("url(")
      ? value.replace(/url\(\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^)]*)\s*\)/g, (all, href: string) =>
          put(all, href.replace(/^["']|["']$/g, "").replace(/\\(.)/g, "$1")),
        )
      : value;
  }

  /** A name for an id of one tree that no other tree has. */
  id(root: Node, id: string): string {
    let scope = this.#scopes.get(root);
    if (scope === undefined) this.#scopes.set(root, (scope = this.#scopes.size));
    return `s${scope}-${id.replace(/[^\w-]/g, (c) => `_${c.charCodeAt(0)}`)}`;
  }

  #define(root: Node, id: string): string {
    const target = p.byId(root as p.Root, id);
    if (target === null) return this.id(root, id);
    this.definitions.add(target);
    return this.id(rootOf(target), id);
  }

  /** The name in the picture of what `#id` refers to. */
  reference(root: Node, href: string): string {
    return `#${this.#define(root, decoded(href.slice(1)))}`;
  }

  /** An image by address: from the page's own memory cache where the browser has it. */
  url(href: string, doc: Document): string {
    if (href.startsWith("data:"))
      return href.replace(/&/g, "&amp;").replace(/"/g, "%22").replace(/</g, "%3C");
    const absolute = absoluteUrl(href, doc);
    return this.#token(`u ${absolute}`, () => load(absolute), NEUTRAL);
  }

  /** Fragment of a sprite in another file, as markup. */
  sprite(href: string, doc: Document, attributes: string): string {
    return this.#token(
      "",
      async () => {
        const absolute = absoluteUrl(href, doc);
        if (!sameOrigin(absolute)) return "";
        const text = await (await fetched(absolute)).text();
        const target = new DOMParser()
          .parseFromString(text, "image/svg+xml")
          .getElementById(decoded(absolute.replace(/^.*#/, "")));
        if (target === null) return "";
        for (const bad of target.querySelectorAll("script,foreignObject")) bad.remove();
        const box = target.getAttribute("viewBox");
        const inner = new XMLSerializer().serializeToString(target).replace(/[\n\r\t]/g, " ");
        return `<svg${attributes}${box === null ? "" : ` viewBox="${box}"`}>${inner.replace(/^<symbol[^>]*>|<\/symbol>$/g, "")}</svg>`;
      },
      "",
    );
  }

  image(image: HTMLImageElement, doc: Document, size: Size, fit: string): Found {
    const src = r.currentSrc(image) || p.getAttribute(image, "src") || "";
    const data = src.startsWith("data:");
    const blob = src.startsWith("blob:");
    const drawing = !blob && /\.svg(?:[?#]|$)|^data:image\/svg/i.test(src);
    if (!data && !blob && !sameOrigin(src) && r.imageCors(image) === null)
      return { reason: "cross_origin_image" };
    // How a drawing without a size of its own fills its box is the drawing's affair: its source is embedded.
    if (drawing || (data && src.length < 400_000)) return { token: this.url(src, doc) };
    const width = r.naturalWidth(image);
    const height = r.naturalHeight(image);
    let sx = size.width / width;
    let sy = size.height / height;
    if (fit === "cover") sx = sy = Math.max(sx, sy);
    else if (/contain|scale-down/.test(fit)) sx = sy = Math.min(sx, sy);
    else if (fit === "none") sx = sy = 1;
    // Reduced only where it pays: the browser's own filter at the final size is then used once, as in the page.
    if (sx * sy >= 0.45 && width * height <= MAX_PIXELS) sx = sy = 1;
    const key = `i ${src} ${sx} ${sy}`;
    // What the page shows now is read now; only its encoding is waited for.
    return {
      token: this.#token(blob ? "" : key, () => encode(draw(image, width * sx, height * sy)), NEUTRAL),
    };
  }

  /** The pixels of a canvas or the current frame of a video; null when it has none. */
  pixels(
    source: HTMLCanvasElement | HTMLVideoElement,
    width: number,
    height: number,
    reason: string,
  ): Found | null {
    if (width < 1 || height < 1) return null;
    try {
      const copy = draw(source, width, height);
      if (!isClear(copy)) return { token: this.#token("", () => encode(copy), NEUTRAL) };
      // A WebGL canvas gives its drawing away when it is shown: what draws itself anew can be read in the next frame.
      const again = async (): Promise<string> => {
        await nextFrame();
        const later = draw(source, width, height);
        if (isClear(later)) throw new TypeError("nothing there");
        return encode(later);
      };
      return { token: this.#token("", again, CLEAR) };
    } catch {
      return { reason };
    }
  }
}

async function load(href: string): Promise<string> {
  const near = sameOrigin(href);
  if (near && /\.svg(?:[?#]|$)/i.test(href)) return asDataUrl(await (await fetched(href)).blob());
  const image = new (r.PageImage as typeof Image)();
  if (!near) image.crossOrigin = "anonymous";
  image.src = href;
  await image.decode();
  return encode(draw(image, image.naturalWidth, image.naturalHeight));
}

/** A file of the page, which its own cache most often has. */
export async function fetched(href: string): Promise<Response> {
  const response = await (r.pageFetch as typeof fetch)(href, { cache: "force-cache" });
  if (!response.ok) throw new TypeError("not found");
  return response;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `id` of an address `#id` of the same document, or null. */
function fragment(href: string, doc: Document): string | null {
  const [before, id] = href.split("#");
  if (id === undefined) return null;
  const same = [doc.baseURI, doc.URL].some((url) => url.replace(/#.*$/, "") === before);
  return before === "" || same ? decoded(id) : null;
}

function absoluteUrl(href: string, doc: Document): string {
  try {
    return new URL(href, doc.baseURI).href;
  } catch {
    return href;
  }
}

const sameOrigin = (href: string): boolean => {
  try {
    return new URL(href, location.href).origin === location.origin;
  } catch {
    return false;
  }
};

function draw(source: CanvasImageSource, width: number, height: number): HTMLCanvasElement {
  const scale = Math.min(1, Math.sqrt(MAX_PIXELS / (width * height)));
  const side = (length: number): number => Math.max(1, Math.round(length * scale));
  const canvas = r.newCanvas(side(width), side(height));
  const context = r.getContext(canvas, "2d");
  if (context === null) throw new TypeError("no 2d context");
  context.imageSmoothingQuality = "medium";
  r.drawImage(context, source, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Nothing is drawn on it. Throws when it may not be read. */
function isClear(canvas: HTMLCanvasElement): boolean {
  const small = r.getContext(draw(canvas, 32, 20), "2d") as CanvasRenderingContext2D;
  return r.getImageData(small, 0, 0, 32, 20).data.every((value) => value === 0);
}

/** The end of the page's own drawing in the next frame; hidden pages have none. */
const nextFrame = (): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, 100);
    r.onFrame?.(() => {
      done();
    });
  });

const encode = async (canvas: HTMLCanvasElement): Promise<string> => {
  const blob = await new Promise<Blob | null>((done) => r.toBlob(canvas, done, "image/png"));
  if (blob === null) throw new TypeError("not encoded");
  return asDataUrl(blob);
};

export const asDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new (r.Reader as typeof FileReader)();
    reader.onload = (): void => resolve(reader.result as string);
    reader.onerror = (): void => reject(new TypeError("not read"));
    reader.readAsDataURL(blob);
  });
