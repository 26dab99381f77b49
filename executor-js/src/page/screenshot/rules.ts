/** Rules of style sheets, for what no computed style tells: font faces, and parts of controls. */
import * as p from "../pristine.js";
import type { Read } from "./styles.js";

/** The rules of a document or a shadow root that are in force, as far as the page may read them. */
export function rulesOf(root: DocumentOrShadowRoot): CSSRule[] {
  return [...root.styleSheets, ...(root.adoptedStyleSheets ?? [])].flatMap((sheet) => read(sheet, 0));
}

function read(group: { readonly cssRules: CSSRuleList } | null, depth: number): CSSRule[] {
  const found: CSSRule[] = [];
  try {
    for (const rule of group?.cssRules ?? []) {
      const { media, styleSheet } = rule as CSSMediaRule & CSSImportRule;
      if (media !== undefined && media.mediaText !== "" && !matchMedia(media.mediaText).matches) continue;
      if (styleSheet !== undefined || (!("selectorText" in rule) && "cssRules" in rule && depth < 4))
        found.push(...read(styleSheet ?? (rule as CSSGroupingRule), depth + 1));
      else found.push(rule);
    }
  } catch {
    // a sheet of another origin
  }
  return found;
}

/** What rules say about a part of a control, which has no computed style of its own. */
export function partStyle(el: Element, v: Read, pseudo: string): string {
  let css = "";
  for (const rule of rulesOf(p.getRootNode(el) as Document | ShadowRoot)) {
    const { selectorText = "", style } = rule as CSSStyleRule;
    if (!selectorText.includes(pseudo)) continue;
    const names = selectorText.split(",").filter((name) => name.includes(pseudo));
    if (names.some((name) => p.matches(el, name.replace(pseudo, "").replace(/(^|[\s>+~])$/, "$1*"))))
      css += `${style.cssText.replace(/var\((--[\w-]+)[^()]*\)/g, (_all, name: string) => v(name))};`;
  }
  return css;
}
