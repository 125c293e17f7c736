import type { Operation } from "@weft/contract";

interface Schema {
  readonly $ref?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | false;
  readonly description?: string;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

interface DocumentedOperation {
  readonly parameters?: readonly { readonly $ref: string }[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

const heading = "// Made from the contract by npm run generate.\n\n";

/** Every named schema of the contract as a type, without zod: the client has no dependencies. */
export function schemaTypes({ components }: ApiDocument): string {
  const types = Object.entries(components.schemas).map(([name, schema]) => declare(name, schema));
  return `${heading}${indented(types.join("\n\n"))}\n`;
}

/** The input and response of each operation, by its id. */
export function operationTypes(document: ApiDocument, operations: readonly Operation[]): string {
  const entries = operations.map((operation) => {
    const documented = document.paths[operation.path]?.[operation.method.toLowerCase()];
    if (documented === undefined) {
      throw new Error(`The document does not contain ${operation.id}.`);
    }
    return `${comment(operation.summary)}"${operation.id}": ${describe(documented, document.components.parameters)};`;
  });
  const body = entries.join("\n");
  const used = Object.keys(document.components.schemas).filter((name) => new RegExp(`\\b${name}\\b`).test(body));
  return `${heading}import type {\n${used.map((name) => `  ${name},`).join("\n")}\n} from "./schemas.ts";
import type { QueryNames, QueryObject, QueryOrder } from "../query.ts";

${indented(`export interface Operations {\n${body}\n}`)}\n`;
}

/** Method and path of each operation, for the client at run time. */
export function operationTable(operations: readonly Operation[]): string {
  const rows = operations.map(({ id, method, path, requestHeaders }) => {
    const isKeyed = requestHeaders?.includes("Idempotency-Key") === true;
    return `  "${id}": ["${method}", "${path}"${isKeyed ? ', "keyed"' : ""}],`;
  });
  return `${heading}/** Method and path by the operation's id; those that are keyed take an Idempotency-Key. */
export const operationTable = {\n${rows.join("\n")}\n} as const;\n`;
}

/** The entity names with the plural of their paths and their verbs. */
export function kindTable(operations: readonly Operation[]): string {
  const rows = kindsOf(operations).map(({ name, plural, verbs }) => {
    const listed = verbs.map((verb) => `"${verb}"`).join(", ");
    return `  "${name}": { plural: "${plural}", verbs: [${listed}] },`;
  });
  return `${heading}/** The kinds by their entity name. */
export const kindTable = {\n${rows.join("\n")}\n} as const;\n`;
}

/** The parameters of each verb of a kind: those of its query, federatedId where that may replace the id, and ifMatch. */
export function kindParameters(document: ApiDocument, operations: readonly Operation[]): string {
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const rows = kindsOf(operations).map(({ name, operationIds }) => {
    const members = operationIds.map(([verb, id]) => {
      const names = parameterNames(document, byId.get(id));
      const other = byId.has(`${id}-by-federated-id`) ? ["federatedId"] : [];
      return `    ${verb}: [${[...names, ...other].map((parameter) => `"${parameter}"`).join(", ")}],`;
    });
    return `  "${name}": {\n${members.join("\n")}\n  },`;
  });
  return `${heading}/** The parameters of each verb of a kind. */
export const kindParameters = {\n${rows.join("\n")}\n} as const;\n`;
}

function parameterNames({ paths, components }: ApiDocument, operation: Operation | undefined): string[] {
  const { parameters = [] } = paths[operation?.path ?? ""]?.[operation?.method.toLowerCase() ?? ""] ?? {};
  return parameters
    .flatMap(({ $ref }) => components.parameters[nameIn($ref)] ?? [])
    .flatMap((parameter) => {
      if (parameter.in === "query") return [parameter.name];
      return parameter.name === "If-Match" ? ["ifMatch"] : [];
    });
}

/** The codes of problem responses. */
export function errorCodeType(codes: readonly string[]): string {
  return `${heading}/** The code of a problem response. */
export type ErrorCode =\n${codes.map((code) => `  | "${code}"`).join("\n")};\n`;
}

interface Kind {
  readonly name: string;
  readonly plural: string;
  readonly verbs: readonly string[];
  /** The operation of each verb. */
  readonly operationIds: readonly (readonly [verb: string, id: string])[];
}

function kindsOf(operations: readonly Operation[]): Kind[] {
  const names = new Map<string, string>();
  for (const { aliasOf } of operations) {
    if (aliasOf !== undefined) names.set(aliasOf.singular, aliasOf.plural);
  }
  const all = new Set(operations.map(({ id }) => id));
  return [...names]
    .map(([name, plural]) => {
      const ids: readonly (readonly [string, string])[] = [
        ["list", `list-${plural}`],
        ["get", `get-${name}`],
        ["create", `create-${name}`],
        ["update", `update-${name}`],
        ["delete", `delete-${name}`],
        ["upsert", `put-${name}-by-federated-id`],
        ["batch", `batch-${plural}`],
        ["restore", `restore-${name}`],
        ["aggregate", `aggregate-${plural}`],
      ];
      const operationIds = ids.filter(([, id]) => all.has(id));
      return { name, plural, verbs: operationIds.map(([verb]) => verb), operationIds };
    })
    .filter(({ verbs }) => verbs.includes("list"));
}

function describe(
  { parameters: references = [], requestBody, responses }: DocumentedOperation,
  shared: ApiDocument["components"]["parameters"],
): string {
  const parameters = references.flatMap(({ $ref }) => shared[nameIn($ref)] ?? []);
  const params = parameters.filter((parameter) => parameter.in === "path");
  const query = parameters.filter((parameter) => parameter.in === "query");
  const body = requestBody?.content["application/json"];
  const members = [
    ...(params.length === 0 ? [] : [`params: { ${params.map(({ name }) => `${name}: string`).join("; ")} }`]),
    ...(query.length === 0 ? [] : [queryType(query)]),
    ...(body === undefined ? [] : [`body${requestBody?.required === true ? "" : "?"}: ${typeOf(body.schema)}`]),
    `answer: ${answerType(responses)}`,
  ];
  return `{ ${members.join("; ")} }`;
}

function queryType(query: readonly Parameter[]): string {
  const isOptional = query.every(({ required }) => !required);
  const members = query.map(({ name, required, schema }) => {
    const type = valueType(name, schema);
    // Undefined parameters are omitted from the URL.
    return required ? `${name}: ${type}` : `${name}?: ${type} | undefined`;
  });
  return `query${isOptional ? "?" : ""}: { ${members.join("; ")} }`;
}

/** Parameters are sent as text; the client accepts their typed values. */
function valueType(name: string, schema: Schema): string {
  if (name === "criteria") return "QueryObject";
  if (name === "order") return "QueryOrder";
  if (name === "fields" || name === "relations") return "QueryNames";
  return typeOf(schema);
}

function answerType(responses: DocumentedOperation["responses"]): string {
  const bodies = Object.entries(responses)
    .filter(([status]) => status.startsWith("2"))
    .map(([, { content }]) => (content?.["application/json"] ?? content?.["application/schema+json"])?.schema)
    .filter((schema) => schema !== undefined)
    .map(typeOf);
  return bodies.length === 0 ? "undefined" : [...new Set(bodies)].join(" | ");
}

/** The schema of any JSON says nothing, but its type can. */
const jsonType = "string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }";

function declare(name: string, schema: Schema): string {
  requireKnown(schema);
  const isObject = schema.type === "object" && schema.properties !== undefined;
  const documentation = comment(schema.description);
  return isObject
    ? `${documentation}export interface ${name} ${objectType(schema)}`
    : `${documentation}export type ${name} = ${name === "JsonValue" ? jsonType : typeOf(schema)};`;
}

const typing = "$ref additionalProperties anyOf const description enum items oneOf properties required type";
/** These only limit values, which the client does not check. */
const limits =
  "contentEncoding default format maximum maxItems maxLength minimum minItems minLength pattern propertyNames";
const known: ReadonlySet<string> = new Set([...typing.split(" "), ...limits.split(" "), "x-enum-varnames"]);

/** A keyword that is ignored could make a type that accepts what the service rejects. */
function requireKnown(schema: Schema): void {
  const strange = Object.keys(schema).find((keyword) => !known.has(keyword));
  if (strange !== undefined) {
    throw new Error(
      `The schema ${JSON.stringify(schema)} has the keyword ${strange}. Add it to tools/client-types.ts.`,
    );
  }
}

function typeOf(schema: Schema): string {
  requireKnown(schema);
  if (schema.$ref !== undefined) return nameIn(schema.$ref);
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) return [...new Set(alternatives.map(typeOf))].join(" | ");
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  return types.map((type: string | undefined) => typeByName(type, schema)).join(" | ");
}

function typeByName(type: string | undefined, schema: Schema): string {
  switch (type) {
    case "object":
      return objectType(schema);
    case "array":
      return arrayType(schema.items);
    case "integer":
      return "number";
    case "string":
    case "number":
    case "boolean":
    case "null":
      return type;
    case undefined:
      return "unknown";
    default:
      throw new Error(`The type ${type} has no counterpart in TypeScript. Add it to tools/client-types.ts.`);
  }
}

function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}

function arrayType(items: Schema | undefined): string {
  const item = items === undefined ? "unknown" : typeOf(items);
  return /[ |]/.test(item) ? `(${item})[]` : `${item}[]`;
}

function objectType({ properties, required = [], additionalProperties }: Schema): string {
  if (properties === undefined) {
    return `Record<string, ${additionalProperties ? typeOf(additionalProperties) : "unknown"}>`;
  }
  const members = Object.entries(properties).map(([name, property]) => {
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
    return `${comment(property.description)}${key}${required.includes(name) ? "" : "?"}: ${typeOf(property)};`;
  });
  // Members of other types must fit the signature too, so it cannot be narrower.
  const open = additionalProperties ? ["[key: string]: unknown;"] : [];
  return `{\n${[...members, ...open].join("\n")}\n}`;
}

function comment(text: string | undefined): string {
  return text === undefined ? "" : `/** ${text.replaceAll("*/", "*\\/")} */\n`;
}

/** Two spaces for each open brace at the start of a line. */
function indented(text: string): string {
  let depth = 0;
  return text
    .split("\n")
    .map((line) => {
      const code = line.startsWith("/**") ? "" : line;
      const closing = /^[}\]]/.test(code) ? 1 : 0;
      const indentation = "  ".repeat(depth - closing);
      depth += (code.match(/\{/g)?.length ?? 0) - (code.match(/\}/g)?.length ?? 0);
      return line === "" ? "" : indentation + line;
    })
    .join("\n");
}
