import { z } from "zod";
import { type ErrorCode, errorDefinitions } from "./errors.ts";
import { introduction } from "./introduction.ts";
import type { Operation, RequestHeader, UploadBody } from "./operation.ts";
import { problemSchema } from "./problem.ts";

type JsonObject = { [key: string]: unknown };

/** The errors that any operation may return, by its access. */
const openErrors: readonly ErrorCode[] = ["invalid-request", "rate-limited", "internal-error", "unavailable"];
const credentialErrors: readonly ErrorCode[] = ["unauthenticated"];
const bodyErrors: readonly ErrorCode[] = ["invalid-json", "body-too-large", "unsupported-media-type"];
const uploadErrors: readonly ErrorCode[] = ["body-too-large", "unsupported-media-type", "storage-full"];
const writeErrors: readonly ErrorCode[] = ["csrf-token-missing", "outcome-unknown"];

/** The OpenAPI 3.1 document of the operations. Generated from the contract alone, so it is the same on every server. */
export function buildOpenApi(operations: readonly Operation[], version: string): JsonObject {
  const schemas = new SchemaCollection();
  const paths: Record<string, JsonObject> = {};
  for (const operation of operations) {
    const path = paths[operation.path] ?? {};
    paths[operation.path] = { ...path, [operation.method.toLowerCase()]: describeOperation(operation, schemas) };
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Weft",
      version,
      summary: "A product data service.",
      description: introduction,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/api" }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    security: [{ apiKey: [], apiOrg: [] }, { accessToken: [] }, { session: [] }],
    paths,
    components: { schemas: schemas.components(), securitySchemes },
  };
}

const securitySchemes: JsonObject = {
  apiKey: { type: "apiKey", in: "header", name: "X-Api-Key", description: "app:… or user:…" },
  apiOrg: { type: "apiKey", in: "header", name: "X-Api-Org", description: "The slug of the key's organization." },
  accessToken: { type: "http", scheme: "bearer" },
  session: {
    type: "apiKey",
    in: "cookie",
    name: "weft_session",
    description: "Over TLS the name is __Host-weft_session. Writes also need X-Csrf-Token.",
  },
};

function describeOperation(operation: Operation, schemas: SchemaCollection): JsonObject {
  const parameters = [
    ...describeParameters(operation.params, "path", schemas),
    ...describeParameters(operation.query, "query", schemas),
    ...(operation.requestHeaders ?? []).map(describeHeader),
  ];
  return {
    operationId: operation.id,
    summary: operation.summary,
    tags: [operation.tag],
    ...(operation.access === "open" ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(operation.body === undefined ? {} : { requestBody: describeBody(operation.body, schemas) }),
    ...(operation.upload === undefined ? {} : { requestBody: describeUpload(operation.upload) }),
    responses: { ...describeAnswers(operation, schemas), ...describeErrors(operation, schemas) },
  };
}

function describeParameters(
  schema: z.ZodObject | undefined,
  place: "path" | "query",
  schemas: SchemaCollection,
): JsonObject[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => {
    const { description, ...rest } = describeParameter(field, schemas);
    const isRequired = place === "path" || !z.safeParse(field, undefined).success;
    return {
      name,
      in: place,
      required: isRequired,
      ...(description === undefined ? {} : { description }),
      schema: rest,
    };
  });
}

/** The output schema, or the input schema if a transform hides it. */
function describeParameter(field: z.core.$ZodType, schemas: SchemaCollection): JsonObject {
  const understood = schemas.add(field, "output");
  const says = Object.keys(understood).filter((key) => key !== "description");
  return says.length > 0 ? understood : { ...schemas.add(field, "input"), ...understood };
}

const headerDescriptions: Readonly<Record<RequestHeader, string>> = {
  "If-Match": 'The version that was read, such as "17". Returns 412 if the current version differs.',
  "If-None-Match": 'A known version, such as "17". Returns 304 without a body if it is still current.',
  "Idempotency-Key":
    "1 to 255 characters, chosen by the caller for this request. A request repeated within 24 hours with the same key and body returns the same response and is not executed again.",
  Range:
    "A range of bytes, such as bytes=0-1023, bytes=1024- or bytes=-500. Several ranges at once return the whole file.",
  "If-Range": "An ETag: Range applies only if the content still matches it.",
  "Content-Type": "The media type of the content, unless the parameter contentType is set.",
  "Content-Range": "The position of the body in the file: bytes 1048576-2097151/5242880, both ends included.",
};

function describeHeader(name: RequestHeader): JsonObject {
  return { name, in: "header", required: false, description: headerDescriptions[name], schema: { type: "string" } };
}

function describeBody(schema: z.ZodType, schemas: SchemaCollection): JsonObject {
  return {
    required: !z.safeParse(schema, undefined).success,
    content: { "application/json": { schema: schemas.add(schema, "input") } },
  };
}

const binary = { type: "string", format: "binary" };

function describeUpload(upload: UploadBody): JsonObject {
  const form = {
    type: "object",
    properties: { fileName: { type: "string" }, contentType: { type: "string" }, file: binary },
    required: ["file"],
    description: "The file part must be the last part.",
  };
  return {
    required: false,
    content: {
      "application/octet-stream": { schema: binary },
      ...(upload === "bytes-or-form" ? { "multipart/form-data": { schema: form } } : {}),
    },
  };
}

function describeAnswers(operation: Operation, schemas: SchemaCollection): JsonObject {
  return Object.fromEntries(
    Object.entries(operation.answers).map(([status, { description, mediaType, body }]) => [
      status,
      body === undefined
        ? { description }
        : { description, content: { [mediaType ?? "application/json"]: { schema: schemas.add(body, "output") } } },
    ]),
  );
}

function describeErrors(operation: Operation, schemas: SchemaCollection): JsonObject {
  const problem = schemas.add(problemSchema, "output");
  const titles = new Map<number, string[]>();
  for (const code of errorsOf(operation)) {
    const { status, title } = errorDefinitions[code];
    titles.set(status, [...(titles.get(status) ?? []), `${title} (${code})`]);
  }
  return Object.fromEntries(
    [...titles].map(([status, sharing]) => [
      status,
      { description: sharing.join("; "), content: { "application/problem+json": { schema: problem } } },
    ]),
  );
}

/** Every error code that the operation may return. */
export function errorsOf(operation: Operation): ReadonlySet<ErrorCode> {
  const isOpen = operation.access === "open";
  return new Set([
    ...openErrors,
    ...(isOpen ? [] : credentialErrors),
    ...(isOpen || operation.method === "GET" ? [] : writeErrors),
    ...(operation.body === undefined ? [] : bodyErrors),
    ...(operation.upload === undefined ? [] : uploadErrors),
    ...operation.errors,
  ]);
}

/** Converts zod schemas to JSON schemas; those with an id become shared components. */
class SchemaCollection {
  readonly #components = new Map<string, string>();

  add(schema: z.core.$ZodType, io: "input" | "output"): JsonObject {
    // Wrapped, because the outermost schema of a call never becomes a definition.
    const { $defs, properties } = this.#convert(z.object({ it: schema }), io);
    for (const [id, definition] of Object.entries($defs ?? {})) {
      const text = JSON.stringify(definition);
      if ((this.#components.get(id) ?? text) !== text) {
        throw new Error(`The schema ${id} differs between requests and responses: give each its own id.`);
      }
      this.#components.set(id, text);
    }
    return properties.it;
  }

  components(): JsonObject {
    const sorted = [...this.#components].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(sorted.map(([id, text]) => [id, JSON.parse(text)]));
  }

  #convert(schema: z.ZodObject, io: "input" | "output"): { $defs?: JsonObject; properties: { it: JsonObject } } {
    const converted = z.toJSONSchema(schema, { io, unrepresentable: "any", override: allowUnknownMembers });
    return JSON.parse(JSON.stringify(converted).replaceAll('"#/$defs/', '"#/components/schemas/'));
  }
}

/** Responses may gain fields later, so readers must accept unknown ones; requests declare this themselves. */
function allowUnknownMembers({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonObject }): void {
  const { def } = zodSchema._zod;
  if (def.type === "object" && def.catchall === undefined) {
    delete jsonSchema["additionalProperties"];
  }
}
