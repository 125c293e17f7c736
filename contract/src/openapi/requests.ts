import { z } from "zod";
import { bytesMediaType, type Operation, type RequestHeader } from "../operation.ts";
import { type Components, type JsonObject, pascalCase } from "./components.ts";
import type { ExampleBook } from "./examples.ts";

/** What the descriptions of all operations share. */
export interface Parts {
  readonly components: Components;
  readonly book: ExampleBook;
}

export function describeParameters(
  operation: Operation,
  place: "path" | "query",
  { components, book }: Parts,
): JsonObject[] {
  const given = place === "path" ? operation.params : operation.query;
  return Object.entries(given?.shape ?? {}).map(([name, field]) => {
    const { description, ...schema } = describeParameter(field, components);
    const parameter = {
      name,
      in: place,
      required: place === "path" || !z.safeParse(field, undefined).success,
      ...(description === undefined ? {} : { description }),
      schema,
    };
    const recorded = book.ofParameter(operation, place, name);
    const example = recorded === undefined ? undefined : typedExample(recorded, schema);
    return components.share("parameters", parameter, { names: parameterNames(operation, place, name), example });
  });
}

/**
 * Several operations may have different parameters of one name. The place keeps them apart from schemas: some
 * generators have one set of names for both.
 */
function parameterNames({ id, tag }: Operation, place: string, name: string): string[] {
  return ["", tag, id].map((owner) => pascalCase(`${owner}-${place}-${name}`));
}

/** The output schema, or the input schema if a transform hides it. */
function describeParameter(field: z.core.$ZodType, components: Components): JsonObject {
  const understood = components.schema(field, "output");
  const says = Object.keys(understood).filter((key) => key !== "description");
  return says.length > 0 ? understood : { ...components.schema(field, "input"), ...understood };
}

function typedExample(text: string, { type }: JsonObject): unknown {
  return type === "integer" || type === "boolean" ? JSON.parse(text) : text;
}

const headerDescriptions: Readonly<Record<RequestHeader, string>> = {
  "If-Match": 'The version that was read, such as "17". Returns 412 if the current version differs.',
  "If-None-Match": 'A known version, such as "17". Returns 304 without a body if it is still current.',
  "Idempotency-Key":
    "1 to 255 characters, chosen by the caller for this request. A request repeated within 24 hours with the same key and body returns the same response and is not executed again.",
  "Change-Set-Id":
    "Makes several requests one change set: 1 to 64 of the characters A–Z a–z 0–9 . _ -, such as a UUID, chosen by the caller. A name belongs to the user or app that used it first; another caller, or an id that the service has generated, gets 409.",
  Range:
    "A range of bytes, such as bytes=0-1023, bytes=1024- or bytes=-500. Several ranges at once return the whole file.",
  "If-Range": "An ETag: Range applies only if the content still matches it.",
  "Content-Range": "The position of the body in the file: bytes 1048576-2097151/5242880, both ends included.",
};

export function describeHeader(operation: Operation, name: RequestHeader, { components, book }: Parts): JsonObject {
  const description = headerDescriptions[name];
  const parameter = { name, in: "header", required: false, description, schema: { type: "string" } };
  return components.share("parameters", parameter, {
    names: [pascalCase(name)],
    example: book.ofParameter(operation, "header", name),
  });
}

const binary = { type: "string", format: "binary" };

export function describeRequest(operation: Operation, { components, book }: Parts): JsonObject {
  const media = (mediaType: string, schema: JsonObject) => ({
    [mediaType]: { schema, ...book.ofRequest(operation, mediaType) },
  });
  if (operation.body !== undefined) {
    const required = !z.safeParse(operation.body, undefined).success;
    const content = media("application/json", components.schema(operation.body, "input"));
    return { requestBody: { required, content } };
  }
  if (operation.upload === undefined) {
    return {};
  }
  const content = {
    ...(operation.upload === "message" ? media("application/json", {}) : {}),
    ...media(bytesMediaType, binary),
    ...(operation.upload === "bytes-or-form"
      ? media("multipart/form-data", components.schema(uploadFormSchema, "input"))
      : {}),
  };
  return { requestBody: { required: false, content } };
}

const uploadFormSchema = z
  .object({
    fileName: z.string().optional(),
    contentType: z.string().optional(),
    file: z.file().describe("Must be the last part."),
  })
  .meta({ id: "FileUpload" });
