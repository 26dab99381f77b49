/** Web fonts: only families that drawn text uses and that the browser has loaded, under a cap of bytes. */
import { asDataUrl, fetched } from "./resources.js";
import { rulesOf } from "./rules.js";

/** Bytes of font files in one picture; beyond it text falls back to system fonts. */
const MAX_BYTES = 3_000_000;

const cache = new Map<string, string>();

export class Fonts {
  readonly #uses = new Map<Document, Set<string>>();
  readonly #rules: string[] = [];
  #bytes = 0;

  use(doc: Document, family = ""): void {
    let families = this.#uses.get(doc);
    if (families === undefined) this.#uses.set(doc, (families = new Set()));
    families.add(family);
  }

  /** Starts loading; the rules are there when the promise is. */
  async load(): Promise<void> {
    const jobs: Promise<void>[] = [];
    for (const [doc, uses] of this.#uses) {
      const wanted = new Set([...uses].flatMap((families) => families.split(",").map(bare)));
      // The browser loads a face only for characters that it has.
      const loaded = [...(doc.fonts ?? [])].filter(
        (f) => f.status === "loaded" && wanted.has(bare(f.family)),
      );
      if (loaded.length === 0) continue;
      const faces = new Set(loaded.map((f) => key(f.family, f.weight, f.style, f.unicodeRange)));
      for (const rule of rulesOf(doc)) {
        if (rule.type !== 5) continue;
        const { style, parentStyleSheet } = rule as CSSFontFaceRule;
        const v = (name: string): string => style.getPropertyValue(name);
        if (
          !faces.has(
            key(
              v("font-family"),
              v("font-weight") || "normal",
              v("font-style") || "normal",
              v("unicode-range"),
            ),
          )
        )
          continue;
        const source = bestUrl(v("src"));
        if (source === undefined) continue; // a font of the system needs no embedding
        jobs.push(
          this.#embed(source, parentStyleSheet?.href ?? doc.baseURI).then(
            (data) => {
              let css = "";
              for (let i = 0; i < style.length; i++)
                if (style[i] !== "src") css += `${style[i] ?? ""}:${v(style[i] ?? "")};`;
              this.#rules.push(`@font-face{${css}src:url("${data}")}`);
            },
            () => undefined,
          ),
        );
      }
    }
    await Promise.all(jobs);
  }

  async #embed(source: string, base: string): Promise<string> {
    if (source.startsWith("data:")) return source;
    const { href } = new URL(source, base);
    let data = cache.get(href);
    if (data === undefined) {
      data = await asDataUrl(await (await fetched(href)).blob());
      if (cache.size > 40) cache.clear();
      cache.set(href, data);
    }
    this.#bytes += data.length * 0.75;
    if (this.#bytes > MAX_BYTES) throw new TypeError("too large");
    return data;
  }

  css(): string {
    return this.#rules.sort().join("");
  }
}

const bare = (name: string): string => name.replace(/["']/g, "").trim().toLowerCase();

/** Tells the faces of a family apart, whether a rule or the font set describes them. */
const key = (family: string, weight: string, style: string, range: string): string =>
  `${bare(family)} ${weight.replace("bold", "700").replace("normal", "400")} ${style} ${range
    .replace(/\s|U\+0-10FFFF/gi, "")
    .toLowerCase()}`;

/** Prefers the format that every browser reads. */
function bestUrl(src: string): string | undefined {
  const urls = [...src.matchAll(/url\(\s*["']?([^"')]+)["']?\s*\)(?:\s*format\(\s*["']?([\w-]+))?/g)];
  return (urls.find((m) => /woff2/.test(m[2] ?? m[1] ?? "")) ?? urls[0])?.[1];
}
