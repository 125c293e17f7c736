import { invalidField } from "../../errors.ts";
import { type Budget, MemoryShortError } from "../../platform/budgets/budget.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import type { ListQuery } from "./list-entities.ts";
import { type ListOrder, readOrder } from "./list-order.ts";
import { matches } from "./match-document.ts";
import { bindingOf } from "./page-key.ts";
import { readCriteria } from "./read-criteria.ts";
import { readFields, selectFields } from "./select-fields.ts";

type Document = Readonly<Record<string, JsonValue>> & { readonly id: string };

export interface DocumentPage {
  readonly results: Record<string, JsonValue>[];
  readonly nextPageKey?: string;
  readonly total?: number;
}

/** A page of documents that are all at hand, by the rules of every list. For kinds of which an org has few. */
export function listDocuments(
  documents: readonly Document[],
  kind: string,
  query: ListQuery,
  budget: Budget,
): DocumentPage {
  const { criteria = {} } = query;
  const scope = { typePath: kind, isStrict: false, properties: new Map(), rights: [] };
  const condition = readCriteria(criteria, scope);
  const order = readOrder(query.order ?? {}, scope);
  const binding = bindingOf([kind, criteria, order.field.name, order.isDescending, ""]);
  const after = readKey(query.nextPageKey, binding);
  const fields = readFields(query.fields, scope, []);
  const found = documents.filter((document) => matches(document, condition));
  const rest = inOrder(found, order).filter((document) => after === undefined || isBehind(document, after, order));
  const results = firstWithin(
    rest.slice(0, query.limit).map((document) => selectFields({ ...document }, fields)),
    budget,
  );
  const last = rest.length > results.length ? rest[results.length - 1] : undefined;
  return {
    results,
    ...(last === undefined ? {} : { nextPageKey: keyOf(positionOf(last, order), binding) }),
    ...(query.includeTotal === true ? { total: found.length } : {}),
  };
}

function firstWithin(documents: readonly Record<string, JsonValue>[], budget: Budget): Record<string, JsonValue>[] {
  const results: Record<string, JsonValue>[] = [];
  for (const document of documents) {
    const verdict = budget.spend(Buffer.byteLength(JSON.stringify(document)));
    if (verdict === "wait") {
      throw new MemoryShortError();
    }
    if (verdict === "full") {
      return results;
    }
    results.push(document);
  }
  return results;
}

/** The last document of a page. Ids of such kinds need not be made by the service. */
interface Position {
  readonly id: string;
  readonly value: string | number | undefined;
}

function keyOf({ id, value }: Position, binding: string): string {
  return Buffer.from(JSON.stringify([binding, id, value ?? null])).toString("base64url");
}

function readKey(key: string | undefined, binding: string): Position | undefined {
  if (key === undefined) {
    return undefined;
  }
  const [, bound, id, value] = /^\["([\w-]+)","([^"\\]+)",(.*)\]$/.exec(Buffer.from(key, "base64url").toString()) ?? [];
  const read = value === undefined ? undefined : readScalar(value);
  if (bound !== binding || id === undefined || read === undefined) {
    throw invalidField("nextPageKey", "Invalid nextPageKey. Start again without it.");
  }
  return { id, value: read.value };
}

function readScalar(text: string): { value: string | number | undefined } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" || typeof value === "number" ? { value } : { value: undefined };
  } catch {
    // Not written by us; the caller is told so.
    return undefined;
  }
}

function positionOf(document: Document, { field }: ListOrder): Position {
  return { id: document.id, value: orderable(document[field.name], field.name) };
}

function inOrder(documents: readonly Document[], order: ListOrder): Document[] {
  return [...documents].sort((a, b) => comparePositions(positionOf(a, order), positionOf(b, order), order));
}

function isBehind(document: Document, after: Position, order: ListOrder): boolean {
  return comparePositions(positionOf(document, order), after, order) > 0;
}

/** Without a value comes last in both directions; the id decides between equals. */
function comparePositions(a: Position, b: Position, { isDescending }: ListOrder): number {
  const direction = isDescending ? -1 : 1;
  if ((a.value === undefined) !== (b.value === undefined)) {
    return a.value === undefined ? 1 : -1;
  }
  return (compareValues(a.value, b.value) || compareValues(a.id, b.id)) * direction;
}

function compareValues(a: JsonValue, b: JsonValue): number {
  if (typeof a === "number" && typeof b === "number") {
    return a - b;
  }
  const [left, right] = [String(a), String(b)];
  if (left === right) {
    return 0;
  }
  return left < right ? -1 : 1;
}

function orderable(value: JsonValue, name: string): string | number | undefined {
  if (value === null || value === undefined) {
    return undefined;
  }
  if (typeof value === "object") {
    throw invalidField(
      "order.orderField",
      `${name} contains lists or objects, which have no order. Order by id or name.`,
    );
  }
  return typeof value === "number" ? value : String(value);
}
