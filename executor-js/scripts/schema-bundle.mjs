/**
 * Reads the JSON Schemas of harness/protocol and joins them into one document whose definitions carry the
 * names of the TypeScript types: `$defs` keep their key, a frame's root takes its `title`.
 */
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";

export const schemaRoot = join(dirname(fileURLToPath(import.meta.url)), "../../harness/protocol/schemas");

const DIALECT = "https://json-schema.org/draft/2020-12/schema";
const SUFFIX = ".schema.json";

/** Files below the schema root as `from-sdk/auth.schema.json`, in a fixed order on every machine. */
function schemaFiles(folder = "") {
  return readdirSync(join(schemaRoot, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name);
      if (entry.isDirectory()) return schemaFiles(path);
      return entry.name.endsWith(SUFFIX) ? [path] : [];
    })
    .sort();
}

/** Applies `visit` to every schema object below `node`, children first. */
export function mapSchema(node, visit) {
  if (Array.isArray(node)) return node.map((child) => mapSchema(child, visit));
  if (node === null || typeof node !== "object") return node;
  return visit(
    Object.fromEntries(Object.entries(node).map(([key, child]) => [key, mapSchema(child, visit)])),
  );
}

/** `{defs, frames}`: all definitions by type name, and the type names of the frames of each direction. */
export function loadSchemas() {
  const files = schemaFiles().map((path) => ({
    path,
    schema: JSON.parse(readFileSync(join(schemaRoot, path), "utf8")),
  }));
  const defs = {};
  const frames = { "from-sdk": [], "to-sdk": [] };
  const define = (name, schema, path) => {
    if (name in defs) throw new Error(`${path}: the type name ${name} is taken already`);
    defs[name] = schema;
  };
  for (const { path, schema } of files) {
    const { $schema, $defs: own = {}, ...root } = schema;
    if ($schema !== DIALECT) throw new Error(`${path}: $schema must be ${DIALECT}`);
    for (const [name, definition] of Object.entries(own)) define(name, localise(definition, path), path);
    const folder = posix.dirname(path);
    if (folder in frames) {
      define(schema.title, localise(root, path), path);
      frames[folder].push(schema.title);
    }
  }
  for (const [name, schema] of Object.entries(defs)) {
    mapSchema(schema, (node) => {
      if (node.$ref !== undefined && !(node.$ref.slice("#/$defs/".length) in defs)) {
        throw new Error(`${name} refers to ${node.$ref}, which no schema defines`);
      }
      return node;
    });
  }
  return { defs, frames };
}

/** Rewrites `../common.schema.json#/$defs/Rect` to `#/$defs/Rect`. */
function localise(schema, path) {
  return mapSchema(schema, (node) => {
    if (typeof node.$ref !== "string") return node;
    const hash = node.$ref.indexOf("#/$defs/");
    if (hash < 0) throw new Error(`${path}: $ref ${node.$ref} must point to a definition`);
    return { ...node, $ref: node.$ref.slice(hash) };
  });
}
