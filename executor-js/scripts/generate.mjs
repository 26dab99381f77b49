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

/** Definitions become constants that refer to each other, so that no name has to be looked up at run time. */
function schemaSource() {
  const list = (name, type, values) =>
    `export const ${name}: readonly ${type}[] = ${JSON.stringify(values)};\n`;
  const definitions = inOrder(reachable(CHECKED)).map(([name, schema]) => {
    const constant = `const ${constantOf(name)}: SchemaNode = ${expression(schema)};\n`;
    return CHECKED.includes(name)
      ? `/** The frame ${schema.properties.type.const}. */\nexport ${constant}`
      : constant;
  });
  return (
    'import type { ActionName, ErrorCode, ToolName } from "./types.gen.js";\n' +
    'import { choice, closed, type SchemaNode, text } from "./schema.js";\n\n' +
    list("TOOL_NAMES", "ToolName", defs.ToolName.enum) +
    list("ACTION_NAMES", "ActionName", defs.ActionName.enum) +
    list("ERROR_CODES", "ErrorCode", defs.ErrorCode.enum) +
    "\n" +
    definitions.join("")
  );
}

function constantOf(name) {
  return name[0].toLowerCase() + name.slice(1);
}

/** What a definition refers to stands before it. */
function inOrder(definitions) {
  const order = new Map();
  const place = (name, path) => {
    if (path.includes(name))
      throw new Error(`${[...path, name].join(" > ")}: the SDK's check knows no cycles`);
    if (order.has(name)) return;
    mapSchema(definitions[name], (node) => {
      if (typeof node.$ref === "string") place(referred(node), [...path, name]);
      return node;
    });
    order.set(name, definitions[name]);
  };
  for (const name of Object.keys(definitions)) place(name, []);
  return [...order];
}

function referred(node) {
  return node.$ref.slice("#/$defs/".length);
}

/** The expression that makes a schema, in the shortest form that schema.ts offers. */
function expression(node) {
  if (Array.isArray(node)) return `[${node.map(expression).join(", ")}]`;
  if (node === null || typeof node !== "object") return JSON.stringify(node);
  const keys = Object.keys(node);
  const only = (...names) => keys.every((key) => names.includes(key));
  if (typeof node.$ref === "string" && only("$ref")) return constantOf(referred(node));
  if (node.type === "string" && node.maxLength !== undefined && only("type", "minLength", "maxLength")) {
    return node.minLength === undefined
      ? `text(${node.maxLength})`
      : `text(${node.maxLength}, ${node.minLength})`;
  }
  if (node.type === "string" && node.enum !== undefined && only("type", "enum")) {
    return `choice(${node.enum.map(expression).join(", ")})`;
  }
  if (node.type === "object" && node.additionalProperties === false && node.properties !== undefined) {
    const { required = [], properties } = node;
    const more = withCases(omit(node, ["type", "additionalProperties", "required", "properties"]));
    const rest = [required, more].map((part) =>
      Object.keys(part).length > 0 ? expression(part) : undefined,
    );
    if (rest[1] !== undefined) rest[0] ??= "[]";
    return `closed(${[expression(properties), ...rest.filter((part) => part !== undefined)].join(", ")})`;
  }
  const members = Object.entries(withCases(node)).map(([key, child]) => {
    const value = expression(child);
    return value === key ? key : `${JSON.stringify(key)}: ${value}`;
  });
  return `{ ${members.join(", ")} }`;
}

/** Conditions of `allOf` that ask the same member for one constant after the other become a table. */
function withCases(node) {
  const conditionOf = (part) => {
    const [[member, value] = [], ...others] = Object.entries(part.if?.properties ?? {});
    const plain =
      others.length === 0 &&
      Object.keys(part).join() === "if,then" &&
      Object.keys(part.if).sort().join() === "properties,required" &&
      part.if.required.join() === member &&
      Object.keys(value).join() === "const" &&
      typeof value.const === "string";
    return plain ? { member, value: value.const, then: part.then } : undefined;
  };
  const conditions = (node.allOf ?? []).map(conditionOf);
  const member = conditions[0]?.member;
  const chosen = conditions.filter((condition) => condition?.member === member && member !== undefined);
  const values = new Set(chosen.map((condition) => condition.value));
  if (chosen.length < 2 || values.size < chosen.length) return node;
  const allOf = node.allOf.filter((_, index) => !chosen.includes(conditions[index]));
  return {
    ...omit(node, ["allOf"]),
    by: member,
    cases: Object.fromEntries(chosen.map((condition) => [condition.value, condition.then])),
    ...(allOf.length > 0 && { allOf }),
  };
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
