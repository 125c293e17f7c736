import type { Operation } from "@weft/contract";
import fc from "fast-check";
import { fittingValue, type JsonSchema, junkValue, type Schemas } from "./arbitrary-value.ts";

/** The parts of an operation in the OpenAPI document that describe requests. */
export interface DescribedOperation {
  readonly parameters?: readonly { readonly $ref: string }[];
  /** An upload has no JSON. */
  readonly requestBody?: { readonly content: { readonly "application/json"?: { readonly schema: JsonSchema } } };
}

export interface Components {
  readonly schemas: Schemas;
  readonly parameters: Readonly<Record<string, DescribedParameter>>;
}

interface DescribedParameter {
  readonly name: string;
  readonly in: string;
  readonly schema: JsonSchema;
}

/** A number is replaced by the id of something that exists when the request is sent. */
type Parameter = string | number;

export interface ArbitraryRequest {
  readonly operationId: string;
  readonly params: Readonly<Record<string, Parameter>>;
  readonly query: readonly [string, string][];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Requests for the operation: valid ones, valid ones with one error, and junk. */
export function arbitraryRequest(
  operation: Operation,
  described: DescribedOperation,
  { schemas, parameters: shared }: Components,
): fc.Arbitrary<ArbitraryRequest> {
  const { parameters = [], requestBody } = described;
  const known = parameters.flatMap(({ $ref }) => shared[$ref.split("/").at(-1) ?? ""] ?? []);
  const names = (place: string) => known.filter((parameter) => parameter.in === place);
  return fc.record({
    operationId: fc.constant(operation.id),
    params: fc.record(Object.fromEntries(names("path").map(({ name }) => [name, pathParameter()]))),
    query: queryOf(names("query"), schemas),
    headers: headersOf(),
    body: bodyOf(requestBody?.content["application/json"]?.schema, schemas),
  });
}

function pathParameter(): fc.Arbitrary<Parameter> {
  // An empty segment or one of dots would change the path.
  const elsewhere = fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }).filter((text) => !/^\.+$/.test(text));
  return fc.oneof(
    { weight: 6, arbitrary: fc.nat(1000) },
    { weight: 2, arbitrary: fc.stringMatching(/^[A-Za-z0-9_-]{16}$/) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "demo",
        "callback",
        "batch",
        "item",
        "item:shoe",
        "federated",
        "%ff",
        "%zz",
        "%00",
        "%2F",
        "a%2Fb",
        ";x=1",
      ),
    },
    { weight: 1, arbitrary: elsewhere.map(encodeURIComponent) },
  );
}

/** An object may have a toString that is not a function. */
function textOf(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function queryOf(known: readonly DescribedParameter[], schemas: Schemas) {
  const name = fc.oneof(fc.constantFrom("limit", "force", ...known.map((parameter) => parameter.name)), fc.string());
  const pairs = known.map((parameter) =>
    (queryObjects[parameter.name]?.() ?? fittingValue(parameter.schema, schemas).map(textOf)).map(
      (value): [string, string] => [parameter.name, value],
    ),
  );
  const some = fc.tuple(...pairs).chain((all) => fc.subarray(all));
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 6, arbitrary: some },
    { weight: 2, arbitrary: fc.array(fc.tuple(name, fc.string({ unit: "binary" })), { maxLength: 4 }) },
  );
}

const fieldNames = [
  "id",
  "name",
  "typePath",
  "federatedId",
  "createdOn",
  "version",
  "roles",
  "color",
  "role",
  "action",
];

/** Parameters that hold an object: possible values, and similar ones. */
const queryObjects: Readonly<Record<string, () => fc.Arbitrary<string>>> = {
  criteria: () => {
    const operand = fc.oneof(
      fc.constantFrom<unknown>("red", "item", 3, true, null, "BETWEEN 1 and 5", "BETWEEN 2026-01-01 and 2026-12-31"),
      fc.array(fc.constantFrom("a", 1, null), { maxLength: 3 }),
      junkValue(),
    );
    const operator = fc.constantFrom("gt", "gte", "lt", "lte", "ne", "in", "nin", "contains", "startsWith", "exists");
    const test = fc.oneof(operand, fc.dictionary(operator, operand, { maxKeys: 2 }));
    const flat = fc.dictionary(fc.constantFrom(...fieldNames, "x"), test, { maxKeys: 3 });
    return fc
      .oneof(flat, fc.record({ or: fc.array(flat, { maxLength: 2 }) }))
      .map((criteria) => JSON.stringify(criteria));
  },
  order: () =>
    fc
      .record({ orderField: fc.constantFrom(...fieldNames), order: fc.constantFrom("asc", "DESC", "up") })
      .map((order) => JSON.stringify(order)),
};

function headersOf(): fc.Arbitrary<Record<string, string>> {
  const text = fc.stringMatching(/^[!-~][ -~]{0,30}$/);
  const json = ["application/json", "application/json; charset=utf-8", "application/merge-patch+json"];
  return fc.record(
    {
      "content-type": fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...json) }, text),
      "if-match": fc.oneof(fc.constantFrom("*", '"1"', '"2"', "1", 'W/"1"', '"999999999999999"'), text),
      accept: fc.oneof({ weight: 9, arbitrary: fc.constantFrom("*/*", "application/json") }, text),
      "x-request-id": text,
      "idempotency-key": text,
      "x-csrf-token": text,
      cookie: fc.oneof(text, fc.constant(`weft_session=${"a".repeat(16)}.${"b".repeat(36)}; weft_sso=c`)),
      "x-forwarded-for": text,
    },
    { requiredKeys: ["content-type"] },
  );
}

/** Valid as they are: the fuzz test must also get past validation. */
const plainDrafts = [
  '{"name":"A thing"}',
  '{"name":"A thing","color":"red","price":3}',
  '{"name":"A thing","typePath":"custom-entity:thing"}',
];

function bodyOf(schema: JsonSchema | undefined, schemas: Schemas): fc.Arbitrary<string | undefined> {
  const fitting = schema === undefined ? junkValue() : fittingValue(schema, schemas);
  const invalid = fc.tuple(fitting, fc.string(), fc.nat(), junkValue()).map(([value, name, at, junk]) => {
    const members = Object.entries(Object(value));
    const replaced = members.map(([key, member], index) => [key, index === at % members.length ? junk : member]);
    return Object.fromEntries(at % 3 === 0 ? [...members, [name, junk]] : replaced);
  });
  const damaged = fc.tuple(fitting, fc.nat(), fc.string({ maxLength: 3 })).map(([value, at, inserted]) => {
    const json = JSON.stringify(value) ?? "";
    return json.slice(0, at % (json.length + 1)) + inserted;
  });
  return fc.oneof(
    { weight: schema === undefined ? 0 : 8, arbitrary: fc.constantFrom(...plainDrafts) },
    { weight: schema === undefined ? 0 : 6, arbitrary: fitting.map((value) => JSON.stringify(value)) },
    { weight: schema === undefined ? 0 : 4, arbitrary: invalid.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: junkValue().map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: damaged },
    { weight: schema === undefined ? 8 : 1, arbitrary: fc.constant(undefined) },
  );
}
