/** The requests that both validators, this one and harness/protocol's, must judge alike. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

interface Row {
  readonly name: string;
  readonly reason: string;
  readonly ok: boolean;
  /** Where the violation is; null where the two validators may differ. */
  readonly pointer?: string | null;
  readonly frame?: Readonly<Record<string, unknown>>;
  /** Text instead of a frame; `%s` stands for the repetition. */
  readonly text?: string;
  readonly repeat?: { readonly unit: string; readonly times: number; readonly close?: string };
}

const file = fileURLToPath(new URL("../../../harness/protocol/testdata/requests.json", import.meta.url));

export const corpus: readonly Row[] = JSON.parse(readFileSync(file, "utf8")) as Row[];

/** The text as it comes over the wire. */
export function wireText(row: Row): string {
  if (row.text === undefined) return JSON.stringify(row.frame);
  if (row.repeat === undefined) return row.text;
  const { unit, times, close } = row.repeat;
  return row.text.replace("%s", () => unit.repeat(times) + (close ?? "").repeat(times));
}
