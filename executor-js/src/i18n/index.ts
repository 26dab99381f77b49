/** The languages of the user interface. */
import { en } from "./en.js";
import type { Texts } from "./texts.js";
import { zh } from "./zh.js";

const LANGUAGES = { zh, en } as const;

/** The texts of a language. */
export function textsOf(locale: keyof typeof LANGUAGES): Texts {
  return LANGUAGES[locale];
}
