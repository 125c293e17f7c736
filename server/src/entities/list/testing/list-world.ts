import type { PropertyDefinition, Right } from "@weft/contract";
import { expect } from "vitest";
import type { Caller } from "../../../access/caller.ts";
import type { OptionPair } from "../../../entity-types/kinds/property-kind.ts";
import { type TypeNode, TypeTree } from "../../../entity-types/type-tree.ts";
import type { BoundedDatabase, Database } from "../../../platform/database/database.ts";
import { sql } from "../../../platform/database/sql.ts";
import { newId } from "../../../platform/ids.ts";
import type { JsonValue } from "../../../platform/json-value.ts";
import { Problem } from "../../../platform/problem.ts";
import type { ListContext, ListQuery } from "../list-entities.ts";
import { listParsed, type ParsedPage } from "./list-parsed.ts";

export interface EntityInput {
  readonly id?: string;
  readonly entityType?: string;
  readonly typePath?: string;
  readonly name?: string;
  readonly federatedId?: string;
  readonly projectId?: string;
  readonly version?: number;
  readonly createdOn?: string;
  readonly createdById?: string;
  readonly properties?: Readonly<Record<string, JsonValue>>;
}

/** Inserts rows directly, without the rules of the write path. Returns their ids. */
export async function insertEntities(db: Database, orgId: string, inputs: readonly EntityInput[]): Promise<string[]> {
  const rows = inputs.map(
    ({ id = newId(), entityType = "item", createdOn = "2026-01-01T00:00:00.000Z", ...input }) => ({
      id,
      entity_type: entityType,
      type_path: input.typePath ?? entityType,
      name: input.name ?? null,
      federated_id: input.federatedId ?? null,
      project_id: input.projectId ?? null,
      version: input.version ?? 1,
      created_on: createdOn,
      created_by_id: input.createdById ?? null,
      properties: input.properties ?? {},
    }),
  );
  await db.query(sql`
    insert into entities (org_id, id, entity_type, type_path, name, federated_id, project_id, version, created_on,
      updated_on, created_by_id, properties)
    select ${orgId}, id, entity_type, type_path, name, federated_id, project_id, version, created_on, created_on,
      created_by_id, properties
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id text, entity_type text, type_path text, name text,
      federated_id text, project_id text, version integer, created_on timestamptz, created_by_id text, properties jsonb)`);
  return rows.map(({ id }) => id);
}

const readEverything: Right = { verbs: ["read"], typePath: "*" };

export function buildCaller(orgId: string, rights: readonly Right[] = [readEverything]): Caller {
  return {
    org: { id: orgId, slug: orgId, name: orgId },
    actor: { id: "actor1", type: "app", name: "An app", email: undefined },
    credential: { type: "app-key", id: "key1", label: undefined, expiresOn: undefined },
    role: undefined,
    isAdministrator: false,
    rights,
    isNarrowed: false,
    taskId: undefined,
    ratePerSecond: undefined,
    allowedAddresses: undefined,
    csrfTokens: [],
  };
}

export function property(
  slug: string,
  propertyType: PropertyDefinition["propertyType"],
  options: Partial<PropertyDefinition> = {},
): PropertyDefinition {
  return {
    slug,
    label: slug,
    propertyType,
    required: false,
    unique: false,
    searchable: false,
    disabled: false,
    level: "all",
    ...options,
  };
}

export function buildTypes(
  properties: Readonly<Record<string, readonly PropertyDefinition[]>>,
  {
    mode = "open",
    options = {},
  }: { mode?: TypeNode["mode"]; options?: Readonly<Record<string, readonly string[]>> } = {},
): TypeTree {
  const nodes = Object.entries(properties).map(([typePath, own]) => ({
    typePath,
    label: typePath,
    mode,
    isDescribed: true,
    properties: own,
  }));
  const optionSets = Object.entries(options).map(([id, values]): [string, OptionPair[]] => [
    id,
    values.map((value) => ({ value, display: value.toUpperCase() })),
  ]);
  return new TypeTree(1, nodes, new Map(optionSets));
}

/** One property of every type, on items. */
export const everyKind: readonly PropertyDefinition[] = [
  property("color", "string"),
  property("notes", "text"),
  property("price", "number"),
  property("launch", "date"),
  property("reviewedOn", "datetime"),
  property("isActive", "boolean"),
  property("size", "choice", { optionSetId: "sizes" }),
  property("tags", "multi_select", { optionSetId: "tags" }),
  property("details", "json"),
  property("sizeRange", "size_range"),
  property("total", "formula", { expression: "1", resultKind: "number" }),
  property("styleNumber", "sequence"),
];

export const sizes: readonly string[] = ["small", "medium", "large"];

export type ListInput = Partial<ListQuery>;

export async function listNames(db: BoundedDatabase, context: ListContext, input: ListInput): Promise<JsonValue[]> {
  const { results } = await listParsed(db, context, { limit: 1000, ...input });
  return results.map(({ name }) => name);
}

/** Every page of the list. */
export async function walkPages(db: BoundedDatabase, context: ListContext, query: ListQuery): Promise<ParsedPage[]> {
  const pages = [await listParsed(db, context, query)];
  for (let key = pages[0]?.nextPageKey; key !== undefined; key = pages.at(-1)?.nextPageKey) {
    pages.push(await listParsed(db, context, { ...query, nextPageKey: key }));
  }
  return pages;
}

/** The error of a list with rejected parameters. */
export async function errorOf(asked: Promise<unknown>): Promise<{ pointer: string; detail: string }> {
  const problem = await asked.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(problem).toBeInstanceOf(Problem);
  const [error] = problem instanceof Problem ? problem.errors : [];
  expect(problem).toMatchObject({ code: "invalid-request", status: 400, detail: error?.detail });
  return { pointer: error?.pointer ?? "", detail: error?.detail ?? "" };
}
