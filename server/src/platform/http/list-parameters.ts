import type { ListNames, Operation } from "@weft/contract";
import { adviceOnName, shownName } from "../closest-name.ts";
import { invalidField } from "../errors.ts";
import { isObject } from "../json-value.ts";
import { requireName } from "../lists/criteria.ts";
import type { SentOrder } from "../lists/order.ts";
import { Problem } from "../problem.ts";
import { parseJsurl } from "./jsurl.ts";
import { readJson } from "./read-json.ts";
import { TextError } from "./text-error.ts";

/** The parameters of a list that contain names, as a request sends them. */
interface SentParameters {
  readonly criteria?: string | undefined;
  readonly order?: string | undefined;
  readonly fields?: readonly string[] | undefined;
}

type QueryObject = Readonly<Record<string, unknown>>;

/** The parsed query of an operation; criteria is parsed to an object, order to an object or a list. */
export type ListParameters<Query> = {
  readonly [Name in keyof Query]: Name extends keyof ParsedParameters
    ? Parsed<Query[Name], ParsedParameters[Name]>
    : Query[Name];
};

interface ParsedParameters {
  readonly criteria: QueryObject;
  readonly order: SentOrder;
}

type Parsed<Sent, Form> = Sent extends string ? Form : Sent;

/**
 * Parses criteria and order of an operation's query, and rejects every name in them and in fields that the list does
 * not have. Runs for every operation before its handler, so that no list can ignore a name. The names of entities
 * depend on the types of the organization: FieldScope checks them.
 */
export function readListParameters({ names, path }: Operation, query: object): object {
  if (names === undefined) {
    return query;
  }
  const { criteria, order, fields = [] }: SentParameters = query;
  const example = names === "of-type" ? { name: "Shirt" } : names.example;
  const parsed = {
    ...query,
    ...(criteria === undefined ? {} : { criteria: parseQueryObject("criteria", criteria, example) }),
    ...(order === undefined ? {} : { order: parseOrder(order) }),
  };
  if (names !== "of-type") {
    requireNames({ ...parsed, fields }, names, path);
  }
  return parsed;
}

const orderExample = { orderField: "createdOn", order: "desc" };

interface NamedParameters extends Partial<ParsedParameters> {
  readonly fields: readonly string[];
}

function requireNames({ criteria = {}, order = {}, fields }: NamedParameters, names: ListNames, path: string): void {
  requireCriteria(criteria, { names, path, pointer: "criteria" });
  for (const [pointer, orderField] of orderFieldsIn(order)) {
    requireName(orderField, names.order, `${path} cannot be ordered by`, pointer);
  }
  for (const field of fields) {
    requireName(field, names.fields, `${path} has no field`, "fields");
  }
}

/** Anything but the name of a field is rejected when the order is read. */
function orderFieldsIn(order: SentOrder): [string, string][] {
  const places: [string, unknown][] = isObject(order)
    ? [["order", order]]
    : order.map((one, index) => [`order.${index}`, one]);
  return places.flatMap(([pointer, one]) =>
    isObject(one) && typeof one["orderField"] === "string" ? [[`${pointer}.orderField`, one["orderField"]]] : [],
  );
}

interface CriteriaPlace {
  readonly names: ListNames;
  readonly path: string;
  readonly pointer: string;
}

function requireCriteria(criteria: QueryObject, { names, path, pointer }: CriteriaPlace): void {
  for (const [name, value] of Object.entries(criteria)) {
    const place = { names, path, pointer: `${pointer}.${name}` };
    if ((name === "and" || name === "or") && names.hasGroups) {
      requireGroup(value, place);
    } else {
      requireName(name, Object.keys(names.criteria), `${path} cannot be filtered by`, place.pointer);
      requireValues(name, value, names.criteria[name], place.pointer);
    }
  }
}

/** Anything but a list of objects is rejected when the criteria are read. */
function requireGroup(value: unknown, { pointer, ...list }: CriteriaPlace): void {
  for (const [index, part] of Array.isArray(value) ? value.entries() : []) {
    requireCriteria(isObject(part) ? part : {}, { ...list, pointer: `${pointer}.${index}` });
  }
}

/** A value of an enumeration that does not exist would silently find nothing. */
function requireValues(name: string, sent: unknown, known: readonly string[] | undefined, pointer: string): void {
  const unknown = valuesIn(sent).find((value) => typeof value === "string" && known?.includes(value) === false);
  if (typeof unknown === "string" && known !== undefined) {
    throw invalidField(pointer, `${name} is never ${shownName(unknown)}. ${adviceOnName(unknown, known)}`);
  }
}

/** The values that a criterion compares for equality. */
function valuesIn(sent: unknown): readonly unknown[] {
  if (!isObject(sent)) {
    return [sent].flat();
  }
  const { ne, in: any, nin: none } = sent;
  return [ne, any, none].flat();
}

const depthMax = 32;

/** An object that the parameter accepts, for error messages. Its keys and texts are words. */
type ExampleObject = Readonly<Record<string, string>>;

/** Parses a query parameter, percent-decoded once, that contains an object in jsurl or JSON. */
export function parseQueryObject(name: string, text: string, example: ExampleObject): Record<string, unknown> {
  const form = { name, example, starts: ["~", "{"], expected: "an object" };
  const value = parseQueryValue(text, form);
  if (!isObject(value)) throw notOfForm(form, "It is another kind of value");
  return value;
}

/** The same with an object or a list of objects. */
function parseOrder(text: string): SentOrder {
  const form = { name: "order", example: orderExample, starts: ["~", "{", "["], expected: "an object or a list" };
  const value = parseQueryValue(text, form);
  if (!isObject(value) && !Array.isArray(value)) throw notOfForm(form, "It is another kind of value");
  return value;
}

/** What a parameter contains. */
interface QueryForm {
  readonly name: string;
  readonly example: ExampleObject;
  /** The characters that such a value can start with. */
  readonly starts: readonly string[];
  readonly expected: string;
}

function parseQueryValue(text: string, form: QueryForm): unknown {
  const start = form.starts.find((one) => text.startsWith(one));
  if (start === undefined) {
    const [first, ...others] = form.starts.map((one) => `"${one}"`);
    throw notOfForm(form, `It starts with neither ${first} nor ${others.join(" nor ")}`);
  }
  try {
    return start === "~" ? parseJsurl(text) : readJson(text, { depthMax, keys: "quoted-or-bare" });
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    throw notOfForm(form, `${error.reason} (character ${error.offset + 1} of the decoded value)`);
  }
}

function notOfForm({ name, example, expected }: QueryForm, reason: string): Problem {
  const members = Object.entries(example).map(([key, value]) => `${key}~'${value}`);
  const json = encodeURIComponent(JSON.stringify(example));
  const forms = `as jsurl, ${name}=~(${members.join("~")}), or as URL-encoded JSON, ${name}=${json}`;
  return new Problem("invalid-query-object", `The parameter ${name} is not ${expected}. ${reason}. Write it ${forms}.`);
}
