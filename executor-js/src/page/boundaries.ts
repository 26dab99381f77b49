/** What the executor never crosses (seed 3.2, 10.10; PROTOCOL.md 7), told before an action starts. */
import type { PageElement } from "../protocol/index.js";
import {
  attr,
  closestAcross,
  documentOf,
  flatChildren,
  frameElementOf,
  htmlTag,
  innerDocument,
  isElement,
  isFrameElement,
  isInput,
  isText,
  openRoot,
} from "./dom.js";
import * as p from "./pristine.js";

export type Boundary = NonNullable<PageElement["boundary"]>;
/** A boundary of the list, or an address that opens a program of the system (mail, telephone). */
export type ActionBoundary = Boundary | "system_dialog";

const HUMAN_TEXT =
  /recaptcha|hcaptcha|turnstile|captcha|geetest|funcaptcha|arkoselabs|yidun|人机验证|滑动验证/i;
const HUMAN_BOX =
  ".g-recaptcha,.h-captcha,.cf-turnstile,.geetest_holder,.geetest_captcha,.geetest_box,.yidun,.nc-container,.nc_wrapper," +
  "#tcaptcha_iframe_dy,.tcaptcha-transform,[data-sitekey],altcha-widget,mcaptcha-widget";

/** The boundary that an action on this element would cross; null for none. */
export function boundaryOf(el: Element): ActionBoundary | null {
  if (isFrameElement(el)) {
    if (innerDocument(el) !== null) return null;
    return HUMAN_TEXT.test(`${attr(el, "src")} ${attr(el, "title")} ${attr(el, "name")}`)
      ? "human_verification"
      : "cross_origin_frame";
  }
  if (closestAcross(el, HUMAN_BOX) !== null) return "human_verification";
  if (isInput(el) && p.inputType(el) === "file") return "file_input";
  return leaving(el) ?? (isClosedHost(el) ? "closed_shadow_root" : null);
}

/** Links and submit buttons that leave the tab; also for what stands inside such a link. */
function leaving(el: Element): ActionBoundary | null {
  const link = closestAcross(el, "a[href],area[href]");
  if (link !== null) {
    if (p.hasAttribute(link, "download")) return "download";
    if (opensTab(link, attr(link, "target"))) return "new_tab";
    const scheme = /^\s*([a-z][a-z0-9+.-]*):/i.exec(hrefOf(link))?.[1]?.toLowerCase() ?? "";
    return OWN_SCHEMES.has(scheme) ? null : "system_dialog";
  }
  const form = submittedForm(el);
  if (form === null) return null;
  return opensTab(el, p.getAttribute(el, "formtarget") ?? attr(form, "target")) ? "new_tab" : null;
}

/** The boundary that a form crosses when it is submitted without a button. */
export const boundaryOfForm = (form: HTMLFormElement): ActionBoundary | null =>
  opensTab(form, attr(form, "target")) ? "new_tab" : null;

const OWN_SCHEMES: ReadonlySet<string> = new Set([
  "",
  "http",
  "https",
  "javascript",
  "about",
  "blob",
  "data",
  "file",
  "ws",
  "wss",
]);

/** Resolved address of a link; empty for none. */
export function hrefOf(link: Element): string {
  switch (htmlTag(link)) {
    case "a":
      return p.hasAttribute(link, "href") ? p.anchorHref(link as HTMLAnchorElement) : "";
    case "area":
      return p.hasAttribute(link, "href") ? p.areaHref(link as HTMLAreaElement) : "";
    default:
      return attr(link, "href");
  }
}

/** The form that a click on this element submits, or null. */
export function submittedForm(el: Element): HTMLFormElement | null {
  const button = closestAcross(el, "button,input");
  if (button === null) return null;
  if (htmlTag(button) === "button") {
    const b = button as HTMLButtonElement;
    return p.buttonType(b) === "submit" ? p.buttonForm(b) : null;
  }
  const input = button as HTMLInputElement;
  return /^(?:submit|image)$/.test(p.inputType(input)) ? p.inputForm(input) : null;
}

/** Whether a target name means another tab: neither this one nor a frame of this page. */
function opensTab(el: Element, target: string): boolean {
  let name = target;
  const doc = documentOf(el);
  if (name === "") {
    const base = p.hasTag(doc, "base") ? p.queryFirst(doc, "base[target]") : null;
    name = base === null ? "" : attr(base, "target");
  }
  switch (name.toLowerCase()) {
    case "":
    case "_self":
    case "_parent":
    case "_top":
      return false;
    case "_blank":
      return true;
    default:
      break;
  }
  for (let page: Document | null = doc; page !== null;) {
    const frames = p.queryAll(page, "iframe[name],frame[name],object[name]");
    for (let i = 0, n = p.listLength(frames); i < n; i++) {
      if (attr(frames[i] as Element, "name") === name) return false;
    }
    const outer = frameElementOf(page);
    page = outer === null ? null : documentOf(outer);
  }
  return true;
}

/**
 * A visible custom element that has no open root and no light content that paints: something is drawn by a closed
 * root. Best effort, for `attachShadow` is left alone; a custom element that only has a background looks the same.
 */
export function isClosedHost(el: Element): boolean {
  if (!htmlTag(el).includes("-") || openRoot(el) !== null) return false;
  const children = flatChildren(el);
  for (let i = 0; i < children.length; i++) {
    const child = children[i];
    if (child === undefined) continue;
    if (isText(child) && (p.nodeValue(child) ?? "").trim() !== "") return false;
    if (isElement(child) && p.checkVisibility(child)) {
      const box = p.clientBox(child);
      if (box.width > 0 && box.height > 0) return false;
    }
  }
  const box = p.clientBox(el);
  return box.width > 1 && box.height > 1;
}
