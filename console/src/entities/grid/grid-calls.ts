import type { EntityName, EntityType, OptionSet, Weft } from "@weft/client";
import { type AnyEntity, titleOf } from "../any-entity.ts";
import { kindOfType } from "../entity-kind.ts";
import type { GridColumn } from "./grid-column.ts";

/** The request of a list. */
export interface GridListing {
  readonly criteria: Readonly<Record<string, unknown>> | undefined;
  readonly order: readonly { readonly orderField: string; readonly order: "asc" | "desc" }[] | undefined;
  readonly q: string | undefined;
}

/** Something to choose. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

const pageMax = 1000;

export async function readTypes(weft: Weft, signal: AbortSignal): Promise<readonly EntityType[]> {
  return gather(weft.entities.all({ entityName: "entity-type", limit: pageMax, signal }));
}

export async function readOptionSets(weft: Weft, signal: AbortSignal): Promise<readonly OptionSet[]> {
  return gather(weft.entities.all({ entityName: "option-set", limit: pageMax, signal }));
}

/** The kind of entities that the values of a column refer to; undefined where there is none, or any. */
export function referredKind({ property }: GridColumn): EntityName | undefined {
  const { propertyType, referenceType } = property;
  if (propertyType === "user_list") return "user";
  const isReference = propertyType === "object_reference" || propertyType === "object_ref_list";
  return isReference && referenceType !== undefined ? kindOfType(referenceType)?.name : undefined;
}

export async function findNames(
  weft: Weft,
  entityName: EntityName,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const criteria = { id: { in: ids } };
  const { results } = await weft.entities.list<Named>({ ...namedBy(entityName), criteria, limit: pageMax });
  return new Map(results.map((found) => [found.id, nameOf(found)]));
}

/** The colors as shown on a screen, without those that are not known. */
export async function findHexes(weft: Weft, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const listing = { entityName: "color", criteria: { id: { in: ids } }, fields: ["hex"], limit: pageMax } as const;
  const { results } = await weft.entities.list<{ readonly id: string; readonly hex?: unknown }>(listing);
  return new Map(results.flatMap(({ id, hex }) => (typeof hex === "string" ? [[id, hex] as const] : [])));
}

/** The choices for a reference: the typed words, anywhere in a name or key. */
export async function searchReferences(
  weft: Weft,
  column: GridColumn,
  words: string,
  signal: AbortSignal,
): Promise<readonly (Choice & { readonly name: string })[]> {
  const entityName = referredKind(column);
  if (entityName === undefined) return [];
  const page = { ...namedBy(entityName), limit: 20, signal };
  const asked = entityName === "user" ? usersWith(words) : entitiesWith(words, column);
  const { results } = await weft.entities.list<Named>({ ...page, ...asked });
  return results.map((found) => ({ value: found.id, label: labelOf(found), name: nameOf(found) }));
}

export type Named = Pick<AnyEntity, "id" | "name" | "federatedId"> & { readonly [field: string]: unknown };

/** The fields needed to name entities: some have no name, and are named by their item. */
function namedBy(entityName: EntityName) {
  const fields = entityName === "user" ? ["name", "email"] : ["name", "federatedId", "identifier"];
  const isAboutItem = entityName === "project-item" || entityName === "assortment-item";
  return { entityName, fields, ...(isAboutItem ? { relations: ["item"] } : {}) };
}

export function nameOf(found: Named): string {
  const { item, name } = found;
  const about = typeof item === "object" && item !== null && "name" in item ? item.name : undefined;
  return name === undefined && typeof about === "string" ? about : titleOf(found);
}

function usersWith(words: string) {
  return words === "" ? {} : { criteria: { or: [{ name: { contains: words } }, { email: { contains: words } }] } };
}

function entitiesWith(words: string, { property }: GridColumn) {
  const { referenceType = "" } = property;
  return {
    ...(words.trim() === "" ? {} : { q: words }),
    ...(referenceType.includes(":") ? { criteria: { typePath: referenceType } } : {}),
  };
}

function labelOf(found: Named): string {
  const title = nameOf(found);
  return found.federatedId === undefined || found.federatedId === title ? title : `${title} (${found.federatedId})`;
}

export async function gather<One>(all: AsyncIterable<One>): Promise<One[]> {
  const gathered: One[] = [];
  for await (const one of all) gathered.push(one);
  return gathered;
}

/** A third of the service's default URL limit: each text may be searched as name, as key and as id. */
const addressMax = 4_500;

/** Splits texts into lists that each fit into a URL. */
export function partsThatFit(texts: readonly string[]): string[][] {
  const parts: string[][] = [];
  let room = 0;
  for (const text of texts) {
    const length = encodeURIComponent(`"${text}",`).length;
    if (length > room) {
      parts.push([]);
      room = addressMax;
    }
    parts.at(-1)?.push(text);
    room -= length;
  }
  return parts;
}
