/** Keeps what was written into a secret field out of everything that leaves the page (PROTOCOL.md 9). */
import type { Changes } from "../protocol/index.js";
import type { Refusal } from "./types.js";

/** Details that may quote a value or a choice. */
const QUOTING: ReadonlySet<string> = new Set([
  "expected",
  "actual",
  "wanted",
  "candidates",
  "option",
  "nearest",
]);

/** A refusal about a secret field, without anything that quotes it. */
export function withoutSecrets(refusal: Refusal): Refusal {
  if (refusal.details === undefined) return refusal;
  const details = Object.fromEntries(Object.entries(refusal.details).filter(([name]) => !QUOTING.has(name)));
  return { ...refusal, details };
}

/** Shorter texts are in every sentence by chance, and hiding them would tell more than it hides. */
const SHORTEST = 4;

/** Changes in which the page repeats a secret that was just written: in a message, in the address of a form. */
export function hideIn(changes: Changes, secrets: readonly string[]): Changes {
  const long = secrets.filter((secret) => secret.length >= SHORTEST);
  if (long.length === 0) return changes;
  const hide = (text: string): string =>
    long.reduce(
      (rest, secret) => rest.split(secret).join("•••").split(encodeURIComponent(secret)).join("•••"),
      text,
    );
  return {
    ...changes,
    messages: changes.messages.map((message) => ({ ...message, text: hide(message.text) })),
    ...(changes.navigation !== undefined && {
      navigation: { ...changes.navigation, url: hide(changes.navigation.url) },
    }),
    ...(changes.newTab !== undefined && { newTab: { url: hide(changes.newTab.url) } }),
  };
}
