import fc from "fast-check";

/** The parts of JSON Schema that the contract's document uses. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
}

export type Schemas = Readonly<Record<string, JsonSchema>>;

/** Values that match the schema, or nearly so. */
export function fittingValue(schema: JsonSchema, schemas: Schemas): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) {
    return fittingValue(schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {}, schemas);
  }
  if (schema.anyOf !== undefined) {
    return fc.oneof(...schema.anyOf.map((option) => fittingValue(option, schemas)));
  }
  if (schema.enum !== undefined || "const" in schema) {
    return fc.constantFrom(...(schema.enum ?? [schema.const]));
  }
  switch (schema.type) {
    case "object":
      return fittingObject(schema, schemas);
    case "array":
      return fc.array(fittingValue(schema.items ?? {}, schemas), { minLength: schema.minItems ?? 0, maxLength: 3 });
    case "string":
      return fittingText(schema);
    case "integer":
      return fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000 });
    case "number":
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return junkValue();
  }
}

function fittingObject({ properties = {}, required = [] }: JsonSchema, schemas: Schemas) {
  const members = Object.entries(properties).map(([name, member]) => [name, fittingValue(member, schemas)]);
  return fc.record<Record<string, unknown>>(Object.fromEntries(members), { requiredKeys: [...required] });
}

/** IP literals only: a name would need an external DNS lookup. */
const addresses = [
  "https://127.0.0.1/",
  "http://[::1]:1/",
  "https://169.254.169.254/latest",
  "http://0/",
  "https://10.0.0.1",
];
const timeZones = ["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires"];

function fittingText({ pattern, format, minLength = 0, maxLength = 100 }: JsonSchema): fc.Arbitrary<string> {
  if (format === "uri") {
    return fc.constantFrom(...addresses);
  }
  if (format === "date-time") {
    return fc
      .date({ min: new Date(0), max: new Date("9999-12-31"), noInvalidDate: true })
      .map((date) => date.toISOString());
  }
  if (format === "email") {
    return fc.stringMatching(/^[a-z]{1,8}@[a-z]{1,8}\.example$/);
  }
  if (pattern !== undefined && !pattern.includes("\\p")) {
    return fc.stringMatching(new RegExp(pattern)).map((text) => text.slice(0, maxLength));
  }
  const length = { minLength, maxLength: Math.min(maxLength, minLength + 20) };
  return fc.oneof(fc.string({ ...length, unit: "grapheme" }), fc.constantFrom(...timeZones));
}

/** Values that match nothing: what callers send by mistake or on purpose. */
export function junkValue(): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.jsonValue({ maxDepth: 3, stringUnit: "binary" }),
    fc.constantFrom<unknown>("", "\0", "\ud800", "x".repeat(5000), -0, 1e308, 2 ** 53, [], {}, "' or 1=1 --", "*"),
    fc.constantFrom("__proto__", "constructor", "toString", "null", "true", "NaN", "1e400"),
  );
}
