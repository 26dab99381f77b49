import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const script = fileURLToPath(new URL("../../scripts/generate.mjs", import.meta.url));

it("finds the generated files as the schemas make them", () => {
  const run = () => execFileSync(process.execPath, [script, "--check"], { encoding: "utf8", stdio: "pipe" });
  expect(run).not.toThrow();
});
