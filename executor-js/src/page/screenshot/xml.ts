/** Text of the page as text of an XML document: nothing of it can end the document or break its parsing. */
import { toWellFormed } from "../pristine.js";

/** Begins the stand-in for a resource. It is a noncharacter: text of the page never keeps it. */
export const TOKEN = "\u{1fffe}";

const FORBIDDEN = /\u{1fffe}|[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\n": "&#10;",
  "\r": "&#13;",
  "\t": "&#9;",
};

/** For text and for attribute values. Line ends and tabs become references: a data URL drops them. */
export function escapeXml(text: string): string {
  return toWellFormed(text)
    .replace(FORBIDDEN, "")
    .replace(/[&<>"\n\r\t]/g, (c) => ENTITIES[c] as string);
}

/** For the style element, and again for the data URL, which drops raw line ends. */
export const escapeCss = (css: string): string =>
  toWellFormed(css)
    .replace(CSS_FORBIDDEN, "")
    .replace(/[\n\r\t]/g, " ")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");

const CSS_FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

export const isXmlName = (name: string): boolean => /^[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?$/.test(name);

/** The whole document as an address that needs no blob, which would taint the canvas. */
export const dataUrl = (svg: string): string =>
  `data:image/svg+xml;charset=utf-8,${svg.replace(/[%#]/g, (c) => (c === "%" ? "%25" : "%23"))}`;
