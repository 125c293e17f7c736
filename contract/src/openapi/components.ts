import { z } from "zod";

export type JsonObject = { [key: string]: unknown };

type PartKind = "parameters" | "headers" | "responses";

interface SharedName {
  /** In order of preference: the first that no other part has. */
  readonly names: readonly string[];
  readonly example?: unknown;
}

/** The components of a document: what it says once and refers to. */
export class Components {
  readonly #schemas = new Map<string, string>();
  readonly #parts: Readonly<Record<PartKind, Map<string, JsonObject>>> = {
    parameters: new Map(),
    headers: new Map(),
    responses: new Map(),
  };
  /** By the kind and text of the part. */
  readonly #names = new Map<string, string>();

  /** The JSON schema of a zod schema; those with an id become components. */
  schema(schema: z.core.$ZodType, io: "input" | "output"): JsonObject {
    // Wrapped, because the outermost schema of a call never becomes a definition.
    const { $defs, properties } = convert(z.object({ it: schema }), io);
    for (const [id, definition] of Object.entries($defs ?? {})) {
      const text = JSON.stringify(definition);
      if ((this.#schemas.get(id) ?? text) !== text) {
        throw new Error(`The schema ${id} differs between requests and responses: give each its own id.`);
      }
      this.#schemas.set(id, text);
    }
    return properties.it;
  }

  /** A reference to the part, which is stored once. The first example of several is kept. */
  share(kind: PartKind, part: JsonObject, { names, example }: SharedName): JsonObject {
    const parts = this.#parts[kind];
    const text = `${kind} ${JSON.stringify(part)}`;
    const name = this.#names.get(text) ?? names.find((candidate) => !parts.has(candidate));
    if (name === undefined) {
      throw new Error(`Another of the ${kind} is called ${names.join(" or ")}.`);
    }
    this.#names.set(text, name);
    const { example: first = example } = parts.get(name) ?? {};
    parts.set(name, first === undefined ? part : { ...part, example: first });
    return { $ref: `#/components/${kind}/${name}` };
  }

  toJson(): JsonObject {
    const { parameters, headers, responses } = this.#parts;
    const schemas = [...this.#schemas].map(([id, text]): [string, unknown] => [id, JSON.parse(text)]);
    return {
      schemas: sorted(schemas),
      parameters: sorted([...parameters]),
      headers: sorted([...headers]),
      responses: sorted([...responses]),
    };
  }
}

function sorted(entries: [string, unknown][]): JsonObject {
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function convert(schema: z.ZodObject, io: "input" | "output"): { $defs?: JsonObject; properties: { it: JsonObject } } {
  const converted = z.toJSONSchema(schema, { io, unrepresentable: "any", override: makePortable });
  return JSON.parse(JSON.stringify(converted).replaceAll('"#/$defs/', '"#/components/schemas/'), simplify);
}

/** Makes a converted schema plain for generators. Inner schemas come first. */
function simplify(_name: string, value: JsonObject | string | number | boolean | null): unknown {
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const { anyOf, ...others } = value;
  if ("$ref" in value) {
    // A described copy of a named schema refers to it, and repeats its pattern.
    const { pattern, ...reference } = value;
    return reference;
  }
  return Array.isArray(anyOf) ? joinAlternatives(anyOf.flatMap(withoutNesting), others) : value;
}

const anyObject: JsonObject = { type: "object", additionalProperties: { $ref: "#/components/schemas/Json" } };

function withoutNesting(alternative: JsonObject): JsonObject[] {
  const { anyOf, ...others } = alternative;
  return Array.isArray(anyOf) && Object.keys(others).length === 0 ? anyOf : [alternative];
}

/**
 * Of alternatives, generators make classes. A type or null needs none: it is one schema with two types. A text or a
 * list would be a class that does not compile in every language: it is any value, and its description says more.
 */
function joinAlternatives(alternatives: readonly JsonObject[], others: JsonObject): JsonObject {
  const types = alternatives.map(({ type }) => type);
  const isAny = alternatives.some((alternative) => Object.keys(alternative).length === 0);
  if (isAny || (types.includes("array") && types.includes("string"))) {
    return others;
  }
  const [first = {}, other, ...more] = alternatives;
  // An object with any members has no class, so it cannot be an alternative either.
  const { type, ...schema } = first["$ref"] === "#/components/schemas/JsonObject" ? anyObject : first;
  if (typeof type !== "string" || other?.["type"] !== "null" || more.length > 0) {
    // Without its default, which generators would assign to a class.
    const { default: value, ...described } = others;
    return { ...described, anyOf: alternatives };
  }
  const values = Array.isArray(schema["enum"]) ? { enum: [...schema["enum"], null] } : {};
  return { ...schema, ...others, type: [type, "null"], ...values };
}

/** Formats that say more than their long patterns. */
const sufficientFormats: ReadonlySet<unknown> = new Set(["email", "date", "date-time", "uri"]);

/**
 * Responses may gain fields later, so readers must accept unknown ones; requests declare this themselves. A standard
 * format replaces its pattern, which regular expressions of other languages may not understand.
 */
function makePortable({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonObject }): void {
  const { def } = zodSchema._zod;
  if (def.type === "object" && def.catchall === undefined) {
    delete jsonSchema["additionalProperties"];
  }
  if (sufficientFormats.has(jsonSchema["format"])) {
    delete jsonSchema["pattern"];
  }
  if (jsonSchema["type"] === "integer") {
    nameIntegerSize(jsonSchema);
  }
}

/** An integer without a limit is a safe one of JavaScript: 64 bits in other languages, not their default of 32. */
function nameIntegerSize(jsonSchema: JsonObject): void {
  const { minimum, maximum } = jsonSchema;
  if (minimum === Number.MIN_SAFE_INTEGER) {
    delete jsonSchema["minimum"];
  }
  if (maximum === Number.MAX_SAFE_INTEGER) {
    delete jsonSchema["maximum"];
    jsonSchema["format"] = "int64";
  }
}

/** NotFound for not-found, "Not found." or NOT_FOUND. */
export function pascalCase(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}
