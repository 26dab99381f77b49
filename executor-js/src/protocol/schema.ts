/** The part of JSON Schema 2020-12 that the wire schemas use and that the SDK can check by itself. */
export type SchemaNode = boolean | SchemaObject;

/** One schema. `$ref` holds the bare name of a definition. */
export interface SchemaObject {
  readonly $ref?: string;
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
}

export type JsonType = "string" | "number" | "integer" | "boolean" | "null" | "array" | "object";
