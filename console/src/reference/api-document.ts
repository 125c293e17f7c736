/** One API operation, as the document describes it. */
export interface ApiOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  readonly isOpen: boolean;
  readonly parameters: readonly ApiField[];
  /** The fields of the body; undefined for an operation without one. */
  readonly body: { readonly mediaType: string; readonly fields: readonly ApiField[] } | undefined;
  readonly answers: readonly ApiAnswer[];
  readonly errors: readonly ApiAnswer[];
}

export interface ApiField {
  readonly name: string;
  /** path, query, header, or body. */
  readonly place: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
}

export interface ApiAnswer {
  readonly status: string;
  readonly description: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** Reads the parts of an OpenAPI document that a short reference shows. */
export function readDocument(document: unknown): ApiOperation[] {
  const components = fieldsIn(fieldsOf(document), "components");
  return Object.entries(fieldsIn(fieldsOf(document), "paths")).flatMap(([path, methods]) =>
    Object.entries(fieldsOf(methods)).map(([method, operation]) =>
      readOperation(fieldsOf(operation), { method: method.toUpperCase(), path, components }),
    ),
  );
}

interface Place {
  readonly method: string;
  readonly path: string;
  readonly components: Fields;
}

function readOperation(operation: Fields, { method, path, components }: Place): ApiOperation {
  const schemas = fieldsIn(components, "schemas");
  const shared = { parameters: fieldsIn(components, "parameters"), responses: fieldsIn(components, "responses") };
  const responses = Object.entries(fieldsIn(operation, "responses")).map(([status, response]) => ({
    status,
    description: textIn(resolve(fieldsOf(response), shared.responses), "description"),
  }));
  const { security } = operation;
  return {
    id: textIn(operation, "operationId"),
    method,
    path,
    summary: textIn(operation, "summary"),
    tag: String(listIn(operation, "tags")[0] ?? "other"),
    isOpen: Array.isArray(security) && security.length === 0,
    parameters: listIn(operation, "parameters").map((parameter) =>
      readParameter(resolve(fieldsOf(parameter), shared.parameters), schemas),
    ),
    body: readBody(fieldsIn(fieldsIn(operation, "requestBody"), "content"), schemas),
    answers: responses.filter(({ status }) => Number(status) < 400),
    // The default response describes errors that any request may return.
    errors: responses.filter(({ status }) => status === "default" || Number(status) >= 400),
  };
}

function readParameter(parameter: Fields, schemas: Fields): ApiField {
  return {
    name: textIn(parameter, "name"),
    place: textIn(parameter, "in"),
    type: typeOf(fieldsIn(parameter, "schema"), schemas),
    isRequired: parameter["required"] === true,
    description: textIn(parameter, "description"),
  };
}

function readBody(content: Fields, schemas: Fields): ApiOperation["body"] {
  const [first] = Object.entries(content);
  if (first === undefined) return undefined;
  const [mediaType, media] = first;
  const schema = resolve(fieldsIn(fieldsOf(media), "schema"), schemas);
  const required = listIn(schema, "required");
  const fields = Object.entries(fieldsIn(schema, "properties")).map(([name, field]) => ({
    name,
    place: "body",
    type: typeOf(fieldsOf(field), schemas),
    isRequired: required.includes(name),
    description: textIn(fieldsOf(field), "description"),
  }));
  // Fields that are accepted but ignored are noise to the author of a call.
  return { mediaType, fields: fields.filter(({ description }) => !description.includes("Accepted for round trips")) };
}

/** The part itself, or the component that it refers to. */
function resolve(part: Fields, components: Fields): Fields {
  const name = referenceOf(part);
  return name === undefined ? part : fieldsIn(components, name);
}

function referenceOf(schema: Fields): string | undefined {
  const reference = schema["$ref"];
  return typeof reference === "string" ? reference.split("/").at(-1) : undefined;
}

/** A short name: a type, a list of it, one of some values, or the name of a schema. */
function typeOf(schema: Fields, schemas: Fields): string {
  const name = referenceOf(schema);
  if (name !== undefined) return typeof resolve(schema, schemas)["type"] === "string" ? name : "any";
  const words = listIn(schema, "enum");
  if (words.length > 0) return words.map(String).join(" | ");
  const choices = [...listIn(schema, "anyOf"), ...listIn(schema, "oneOf")];
  if (choices.length > 0) return choices.map((choice) => typeOf(fieldsOf(choice), schemas)).join(" | ");
  const { type } = schema;
  if (type === "array") return listOf(typeOf(fieldsIn(schema, "items"), schemas));
  if (Array.isArray(type)) return type.map(String).join(" | ");
  return typeof type === "string" ? type : "any";
}

function listOf(type: string): string {
  return type.includes(" ") ? `(${type})[]` : `${type}[]`;
}

/** Operations that contain every word. */
export function searchOperations(operations: readonly ApiOperation[], words: string): readonly ApiOperation[] {
  const sought = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  if (sought.length === 0) return operations;
  return operations.filter(({ id, method, path, summary, tag }) => {
    const text = [id, method, path, summary, tag].join(" ").toLowerCase();
    return sought.every((word) => text.includes(word));
  });
}

/** By tag, in the order of the document. */
export function groupByTag(operations: readonly ApiOperation[]): (readonly [string, readonly ApiOperation[]])[] {
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  return tags.map((tag) => [tag, operations.filter((operation) => operation.tag === tag)] as const);
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

function fieldsIn(fields: Fields, key: string): Fields {
  return fieldsOf(fields[key]);
}

function textIn(fields: Fields, key: string): string {
  const value = fields[key];
  return typeof value === "string" ? value : "";
}

function listIn(fields: Fields, key: string): readonly unknown[] {
  const value = fields[key];
  return Array.isArray(value) ? value : [];
}
