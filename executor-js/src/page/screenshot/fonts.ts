/** Web fonts: only families that drawn text uses and that the browser has loaded, under a cap of bytes. */
import { asDataUrl } from "./resources.js";
import * as r from "./reads.js";

/** Bytes of font files in one picture; beyond it text falls back to system fonts. */
const MAX_BYTES = 3_000_000;

const cache = new Map<string, string>();

interface Use {
  readonly families: Set<string>;
  text: string;
}

export class Fonts {
  readonly #uses = new Map<Document, Use>();
  readonly #rules: string[] = [];
  /** Families that were in use and could not be embedded. */
  readonly missing = new Set<string>();

  use(doc: Document, family: string, text: string): void {
    let use = this.#uses.get(doc);
    if (use === undefined) this.#uses.set(doc, (use = { families: new Set(), text: "" }));
    use.families.add(family);
    if (use.text.length < 20_000) use.text += text;
  }

  /** Starts loading; the rules are there when the promise is. */
  load(): Promise<void>[] {
    const jobs: Promise<void>[] = [];
    let bytes = 0;
    for (const [doc, use] of this.#uses) {
      const loaded = loadedFaces(doc);
      if (loaded.size === 0) continue;
      const wanted = new Set<string>();
      for (const list of use.families) for (const name of familyNames(list)) wanted.add(name);
      if (![...loaded].some((name) => wanted.has(name))) continue;
      const found = new Set<string>();
      for (const rule of faceRules(doc)) {
        const family = bare(rule.style.getPropertyValue("font-family"));
        if (!wanted.has(family) || !loaded.has(family)) continue;
        found.add(family);
        if (!covers(rule.style.getPropertyValue("unicode-range"), use.text)) continue;
        const base = rule.parentStyleSheet?.href ?? doc.baseURI;
        const source = firstUrl(rule.style.getPropertyValue("src"));
        if (source === null) continue;
        jobs.push(
          embed(source, base, () => MAX_BYTES - bytes).then(
            (data) => {
              bytes += data.length * 0.75;
              this.#rules.push(faceCss(rule.style, data));
            },
            () => void this.missing.add(family),
          ),
        );
      }
      for (const name of loaded) if (wanted.has(name) && !found.has(name)) this.missing.add(name);
    }
    return jobs;
  }

  css(): string {
    return [...this.#rules].sort().join("");
  }
}

const bare = (name: string): string =>
  name
    .trim()
    .replace(/^["']|["']$/g, "")
    .toLowerCase();

const familyNames = (list: string): string[] => list.split(",").map(bare);

function loadedFaces(doc: Document): Set<string> {
  const names = new Set<string>();
  try {
    doc.fonts.forEach((face) => {
      if (face.status === "loaded") names.add(bare(face.family));
    });
  } catch {
    // a document without a font set has no web fonts
  }
  return names;
}

/** Face rules of a style sheet do not change once it is read, unless its number of rules does. */
const known = new WeakMap<CSSStyleSheet, { count: number; faces: CSSFontFaceRule[] }>();

function faceRules(doc: Document): CSSFontFaceRule[] {
  const faces: CSSFontFaceRule[] = [];
  const sheets: CSSStyleSheet[] = [...doc.styleSheets, ...(doc.adoptedStyleSheets ?? [])];
  for (const sheet of sheets) {
    let rules: CSSRuleList;
    try {
      rules = sheet.cssRules;
    } catch {
      continue; // of another origin
    }
    const before = known.get(sheet);
    if (before?.count === rules.length) {
      faces.push(...before.faces);
      continue;
    }
    const own: CSSFontFaceRule[] = [];
    collect(rules, own, 0);
    known.set(sheet, { count: rules.length, faces: own });
    faces.push(...own);
  }
  return faces;
}

function collect(rules: CSSRuleList, into: CSSFontFaceRule[], depth: number): void {
  for (let i = 0; i < rules.length; i++) {
    const rule = rules[i] as CSSRule & { styleSheet?: CSSStyleSheet | null; cssRules?: CSSRuleList };
    if (rule.type === 5) into.push(rule as unknown as CSSFontFaceRule);
    else if (depth < 4 && rule.type !== 1) {
      try {
        const inner = rule.styleSheet?.cssRules ?? rule.cssRules;
        if (inner !== undefined) collect(inner, into, depth + 1);
      } catch {
        // an imported sheet of another origin
      }
    }
  }
}

/** Prefers formats that every browser reads; a font that is not fetched (`local()`) needs no embedding. */
function firstUrl(src: string): string | null {
  const urls = [...src.matchAll(/url\(\s*["']?([^"')]+)["']?\s*\)(?:\s*format\(\s*["']?([\w-]+)["']?)?/g)];
  const best = urls.find((m) => /woff2/.test(m[2] ?? m[1] ?? "")) ?? urls[0];
  return best?.[1] ?? null;
}

async function embed(source: string, base: string, left: () => number): Promise<string> {
  if (source.startsWith("data:")) return source;
  const href = new URL(source, base).href;
  const have = cache.get(href);
  if (have !== undefined) return have;
  if (r.pageFetch === undefined) throw new TypeError("no fetch");
  const response = await r.pageFetch(href, { cache: "force-cache", credentials: "same-origin" });
  if (!response.ok) throw new TypeError("font not found");
  const blob = await response.blob();
  if (blob.size > left()) throw new TypeError("font too large");
  const data = await asDataUrl(blob);
  if (cache.size > 40) cache.clear();
  cache.set(href, data);
  return data;
}

function faceCss(style: CSSStyleDeclaration, data: string): string {
  let css = `font-family:${style.getPropertyValue("font-family")};src:url("${data}");`;
  for (const name of [
    "font-weight",
    "font-style",
    "font-stretch",
    "unicode-range",
    "font-feature-settings",
    "size-adjust",
    "ascent-override",
    "descent-override",
    "line-gap-override",
  ]) {
    const value = style.getPropertyValue(name);
    if (value !== "") css += `${name}:${value};`;
  }
  return `@font-face{${css}}`;
}

/** Whether a face has any character of the text. */
function covers(range: string, text: string): boolean {
  if (range === "" || /U\+0-10FFFF/i.test(range)) return true;
  const spans = range.split(",").map((part): [number, number] => {
    const m = /U\+([0-9A-F?]+)(?:-([0-9A-F]+))?/i.exec(part.trim());
    if (m === null) return [0, -1];
    const from = parseInt((m[1] as string).replaceAll("?", "0"), 16);
    return [
      from,
      m[2] === undefined ? parseInt((m[1] as string).replaceAll("?", "F"), 16) : parseInt(m[2], 16),
    ];
  });
  for (const char of new Set(text)) {
    const code = char.codePointAt(0) ?? 0;
    if (code > 32 && spans.some(([from, to]) => code >= from && code <= to)) return true;
  }
  return false;
}
