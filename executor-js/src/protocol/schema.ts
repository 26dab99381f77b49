/** The part of JSON Schema 2020-12 that the wire schemas use and that the SDK can check by itself. */
export type SchemaNode = boolean | SchemaObject;

/** One schema. In place of `$ref` stands the schema itself. */
export interface SchemaObject {
  readonly type?: JsonType | readonly JsonType[];
  readonly const?: string | number | boolean;
  readonly enum?: readonly (string | number)[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: boolean;
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly items?: SchemaNode;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly oneOf?: readonly SchemaNode[];
  readonly allOf?: readonly SchemaNode[];
  readonly if?: SchemaNode;
  readonly then?: SchemaNode;
  readonly else?: SchemaNode;
  /** With `cases`: the member whose text says which of them applies besides; another text or none says that none does. */
  readonly by?: string;
  readonly cases?: Readonly<Record<string, SchemaNode>>;
}

export type JsonType = "string" | "number" | "integer" | "boolean" | "null" | "array" | "object";

/** An object that has only the members named here. */
export function closed(
  properties: Readonly<Record<string, SchemaNode>>,
  required: readonly string[] = [],
  more: SchemaObject = {},
): SchemaObject {
  return { type: "object", additionalProperties: false, properties, required, ...more };
}

/** A text of a bounded length. */
export function text(maxLength: number, minLength = 0): SchemaObject {
  return { type: "string", minLength, maxLength };
}

/** One of some words. */
export function choice(...words: readonly string[]): SchemaObject {
  return { type: "string", enum: words };
}
