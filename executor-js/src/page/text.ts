/** Text as it goes over the wire: one line, well formed, without control and icon-font characters, bounded. */
import { toWellFormed } from "./pristine.js";

/** Longest label, context or option text, in UTF-16 units. */
export const LABEL_CAP = 200;
/** Longest visible text of an element. */
export const TEXT_CAP = 500;
/** Longest value of a field. */
export const VALUE_CAP = 4000;

const SPACES = /[\s\u00a0\u200b\ufeff]+/g;
/** Control characters and the private use area, which icon fonts draw with. */
const UNREADABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ue000-\uf8ff]/g;

/** Words with single spaces: nothing to do. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/** Collapses white space, drops unreadable characters and cuts at `cap`. */
export function oneLine(text: string, cap = LABEL_CAP): string {
  if (text === "" || (text.length <= cap && PLAIN.test(text))) return text;
  const raw = text.length > cap * 8 ? text.slice(0, cap * 8) : text;
  return cut(raw.replace(UNREADABLE, "").replace(SPACES, " ").trim(), cap);
}

/** A value keeps its inner white space and line feeds. */
export function valueText(text: string, cap = VALUE_CAP): string {
  return text.length > cap ? toWellFormed(text.slice(0, cap)) : toWellFormed(text);
}

function cut(text: string, cap: number): string {
  return toWellFormed(text.length > cap ? text.slice(0, cap - 1) + "…" : text);
}

/** Number of bytes in JSON, from above: what the size of a frame is planned with. */
export function jsonSize(text: string): number {
  return /^[\x20-\x7e]*$/.test(text) ? text.length + 8 : text.length * 3 + 8;
}

const SECRET_PARAMETER =
  /token|secret|passw|pwd|csrf|xsrf|nonce|api_?key|credential|session|signature|^(sig|auth|code|key|jwt|otp)$/i;

/** An address without the values of parameters that look like secrets, and without user and password. */
export function publicUrl(url: string): string {
  if (!/[?@#]/.test(url)) return url;
  const hidden = url
    .replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#@]*@/i, "$1")
    .replace(/([?&#;])([^=&#;?]+)=([^&#;]*)/g, (whole, mark: string, name: string) =>
      SECRET_PARAMETER.test(name) ? `${mark}${name}=…` : whole,
    );
  return valueText(hidden, 2000);
}
