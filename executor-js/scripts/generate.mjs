/**
 * Writes what is generated from the JSON Schemas of harness/protocol:
 *   src/protocol/types.gen.ts    the wire types
 *   src/protocol/schema.gen.ts   the closed name sets, and as data the schemas that the SDK checks requests with
 * `npm run generate` writes them, `npm run generate -- --check` only compares and fails when they drifted.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { compile } from "json-schema-to-typescript";
import prettier from "prettier";
import { loadSchemas, mapSchema } from "./schema-bundle.mjs";

const packageRoot = join(dirname(fileURLToPath(import.meta.url)), "..");
const BANNER =
  "// Generated from harness/protocol/schemas by `make generate`. Do not edit: change the schemas.\n";

/** Frames the SDK has to check before it believes them. */
const CHECKED = ["PageToolRequest", "PageToolCancel"];

const { defs, frames } = loadSchemas();

/**
 * Conditions have no type, so they go; but an `allOf` of "if the discriminator is this, then that definition" is
 * a union for TypeScript.
 */
function withoutConditions(node) {
  if (Array.isArray(node)) return node.map(withoutConditions);
  if (node === null || typeof node !== "object") return node;
  if (node.$ref !== undefined) return { $ref: node.$ref };
  if (node.allOf?.every((part) => part.then?.$ref !== undefined)) {
    return { description: node.description, oneOf: node.allOf.map((part) => part.then) };
  }
  return Object.fromEntries(
    Object.entries(omit(node, ["if", "then", "else", "allOf"])).map(([key, child]) => [
      key,
      withoutConditions(child),
    ]),
  );
}

async function typesSource() {
  const definitions = Object.fromEntries(
    Object.entries(defs).map(([name, schema]) => [name, withoutConditions(schema)]),
  );
  const source = await compile(
    { title: "Protocol", type: "object", additionalProperties: false, $defs: definitions },
    "Protocol",
    {
      additionalProperties: false,
      bannerComment: "",
      declareExternallyReferenced: true,
      enableConstEnums: false,
      format: false,
      strictIndexSignatures: true,
      unknownAny: true,
      unreachableDefinitions: true,
      ignoreMinAndMaxItems: true,
    },
  );
  const unions = Object.entries({ "from-sdk": "FromSdkFrame", "to-sdk": "ToSdkFrame" })
    .map(([folder, name]) => `export type ${name} = ${frames[folder].join(" | ")};`)
    .join("\n");
  return cleaned(source) + "\n" + unions + "\n";
}

/** Drops the tool's notes on where a definition came from, and its empty root. */
function cleaned(source) {
  const note = String.raw` \* This interface was referenced by[^\n]*\n \* via the \`definition\`[^\n]*\n`;
  return source
    .replace(new RegExp(String.raw`\/\*\*\n${note} \*\/\n`, "g"), "")
    .replace(new RegExp(String.raw` \*\s*\n${note}`, "g"), "")
    .replace(/export interface Protocol \{\s*\}\n/, "");
}

/** A member is a note only if it is text: `properties` may well hold fields called title or description. */
function withoutNotes(node) {
  const notes = ["title", "description", "tsType"].filter((key) => typeof node[key] === "string");
  return omit(node, notes);
}

function omit(object, keys) {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

/** Definitions that `names` lead to, in alphabetical order, without what only people and TypeScript read. */
function reachable(names) {
  const found = new Map();
  const queue = [...names];
  while (queue.length > 0) {
    const name = queue.shift();
    if (found.has(name)) continue;
    found.set(name, mapSchema(defs[name], withoutNotes));
    mapSchema(defs[name], (node) => {
      if (typeof node.$ref === "string") queue.push(node.$ref.slice("#/$defs/".length));
      return node;
    });
  }
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function schemaSource() {
  const list = (name, type, values) =>
    `export const ${name}: readonly ${type}[] = ${JSON.stringify(values)};\n`;
  return (
    'import type { ActionName, ErrorCode, ToolName } from "./types.gen.js";\n' +
    'import type { SchemaNode } from "./schema.js";\n\n' +
    list("TOOL_NAMES", "ToolName", defs.ToolName.enum) +
    list("ACTION_NAMES", "ActionName", defs.ActionName.enum) +
    list("ERROR_CODES", "ErrorCode", defs.ErrorCode.enum) +
    `\n/** Definitions by type name; \`$ref\` names one of them. */\n` +
    `export const SCHEMAS: Readonly<Record<string, SchemaNode>> = ${JSON.stringify(shortRefs(reachable(CHECKED)))};\n`
  );
}

/** At run time a reference is just the name it leads to. */
function shortRefs(definitions) {
  return mapSchema(definitions, (node) =>
    typeof node.$ref === "string" ? { ...node, $ref: node.$ref.slice("#/$defs/".length) } : node,
  );
}

const options = await prettier.resolveConfig(join(packageRoot, "package.json"));
const outputs = {
  "src/protocol/types.gen.ts": await typesSource(),
  "src/protocol/schema.gen.ts": schemaSource(),
};
const check = process.argv.includes("--check");
const drifted = [];
for (const [path, source] of Object.entries(outputs)) {
  const file = join(packageRoot, path);
  const text = await prettier.format(BANNER + "\n" + source, { ...options, parser: "typescript" });
  if (!check) {
    writeFileSync(file, text);
    console.log(`wrote ${relative(packageRoot, file)}`);
  } else if (readOrNothing(file) !== text) {
    drifted.push(path);
  }
}
if (drifted.length > 0) {
  console.error(
    `drifted from the schemas: ${drifted.join(", ")}; run \`make generate\` and commit the result`,
  );
  process.exitCode = 1;
}

function readOrNothing(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
