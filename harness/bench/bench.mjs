// Runs the benches one after the other and says at the end, in one place, what came of them. `node bench.mjs`.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { createInterface } from "node:readline";

const summary = [];
let failed = false;
for (const script of ["inspect.mjs", "screenshot.mjs"]) {
  console.log(`\n== ${script}`);
  const child = spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url))], { stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith("summary  ")) summary.push(line.slice("summary  ".length));
    else console.log(line);
  }
  failed ||= child.exitCode !== null ? child.exitCode !== 0 : (await new Promise((done) => child.once("exit", done))) !== 0;
}
console.log(`\n== summary\n${summary.join("\n")}`);
process.exitCode = failed ? 1 : 0;
