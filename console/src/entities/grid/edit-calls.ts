import type { QueryClient } from "@tanstack/react-query";
import type { Weft } from "@weft/client";
import { isStaleAfterGridWrite } from "../../query-keys.ts";
import type { AnyEntity } from "../any-entity.ts";
import type { EntityKind } from "../entity-kind.ts";
import type { EntityRows } from "./entity-rows.ts";
import { partsThatFit } from "./grid-calls.ts";
import { computed } from "./read-rows.ts";
import type { BatchResult, CellCalls } from "./write-cells.ts";

const batchMax = 10_000;

/** The calls that write many cells: one request for up to 10,000 rows. */
export function cellCalls(weft: Weft, { name: entityName }: EntityKind): CellCalls {
  return {
    update: async (operations) => {
      const all: BatchResult[] = [];
      for (let from = 0; from < operations.length; from += batchMax) {
        const part = operations
          .slice(from, from + batchMax)
          .map((operation) => ({ op: "update" as const, ...operation }));
        const { results } = await weft.entities.batch({ entityName, atomic: false, operations: part });
        all.push(
          ...results.map(({ status, object, problem }) => ({
            status,
            object: isEntity(object) ? object : undefined,
            error: errorOf(status, problem),
          })),
        );
      }
      return all;
    },
    read: async (ids) => {
      const parts = partsThatFit(ids).map((part) =>
        weft.entities.list<AnyEntity>({ entityName, criteria: { id: { in: part } }, limit: part.length }),
      );
      return (await Promise.all(parts)).flatMap(({ results }) => results);
    },
  };
}

interface Refusal {
  readonly detail?: string | undefined;
  readonly errors?: readonly { readonly detail: string }[] | undefined;
}

function errorOf(status: number, { detail, errors = [] }: Refusal = {}): string {
  if (status === 412) return "Someone else is changing it. Try again.";
  return errors.length > 0 ? errors.map((error) => error.detail).join(" ") : (detail ?? "The change was rejected.");
}

function isEntity(value: unknown): value is AnyEntity {
  return typeof value === "object" && value !== null && "id" in value && "version" in value && "typePath" in value;
}

/** The entity, and who changed it last. */
export async function readWithWriter(weft: Weft, { name: entityName }: EntityKind, id: string) {
  const { updatedBy, ...entity } = await weft.entities.get<AnyEntity>({ entityName, id, relations: "updatedBy" });
  return { entity: { ...entity, ...systemOf(entity) }, who: nameIn(updatedBy) };
}

/** The common fields, which the rest type does not include. */
function systemOf({ id, entityType, typePath, createdOn, updatedOn, version }: AnyEntity) {
  return { id, entityType, typePath, createdOn, updatedOn, version };
}

function nameIn(actor: unknown): string | undefined {
  const isNamed = typeof actor === "object" && actor !== null && "name" in actor && typeof actor.name === "string";
  return isNamed ? String(actor.name) : undefined;
}

/** What the service computes of rows that were written: the options of styles, and how complete they are. */
export async function refreshWritten(
  weft: Weft,
  kind: EntityKind,
  rows: EntityRows,
  entities: readonly AnyEntity[],
): Promise<void> {
  await Promise.all([refreshOptions(weft, rows, entities), refreshCompleteness(weft, kind, rows, entities)]);
}

async function refreshCompleteness(
  weft: Weft,
  { name: entityName }: EntityKind,
  rows: EntityRows,
  entities: readonly AnyEntity[],
): Promise<void> {
  const ids = rows.hasCompleteness ? entities.flatMap(({ id }) => (rows.rowOf(id) === undefined ? [] : [id])) : [];
  for (const part of partsThatFit(ids)) {
    const listing = { entityName, criteria: { id: { in: part } }, limit: part.length, queryParams: computed(true) };
    const { results } = await weft.entities.list<AnyEntity>(listing);
    // A later edit of the row has its own response.
    rows.replace(results.filter(({ id, version }) => version >= (rows.storedOf(id)?.version ?? 0)));
  }
}

const optionsMax = 1000;

/** The values of a style are copied to its options: those among the rows have changed as well. */
async function refreshOptions(weft: Weft, rows: EntityRows, entities: readonly AnyEntity[]): Promise<void> {
  const families = new Set(entities.flatMap(({ id, itemFamilyId }) => (itemFamilyId === id ? [id] : [])));
  if (families.size === 0) return;
  for (const part of partsThatFit(rows.stylesWithOptions(families))) {
    const criteria = { itemFamilyId: { in: part } };
    const queryParams = computed(rows.hasCompleteness);
    const listing = { entityName: "item", criteria, limit: optionsMax, queryParams } as const;
    for await (const { results } of weft.entities.pages<AnyEntity>(listing)) rows.replace(results);
  }
}

/** After a write: other pages refetch their data. The grid itself is already up to date. */
export function forgetReadElsewhere(queryClient: QueryClient, kind: EntityKind): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => isStaleAfterGridWrite(queryKey, kind.path),
  });
}
