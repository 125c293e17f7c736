import { useQueries, useQuery } from "@tanstack/react-query";
import type { Weft } from "@weft/client";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import { type AnyEntity, fullTitleOf } from "./any-entity.ts";
import { type EntityKind, kindOfType } from "./entity-kind.ts";
import { type EntityProperty, isReference } from "./entity-property.ts";

/** A referenced entity, as far as needed to show it. */
export interface Referred {
  readonly id: string;
  readonly title: string;
  readonly kind: EntityKind;
  /** Of a color. */
  readonly hex: string | undefined;
  /** Shows its picture beside the name. */
  readonly entity?: AnyEntity | undefined;
}

/** By id. Entities that may not be read, or are deleted, are missing. */
export type ReferredById = ReadonlyMap<string, Referred>;

const idsAtATime = 200;

/** The names of the references of some entities: one call for each kind. */
export function useReferred(entities: readonly AnyEntity[], properties: readonly EntityProperty[]): ReferredById {
  const weft = useWeft();
  const wanted = idsByKind(entities, properties);
  const answers = useQueries({
    queries: [...wanted].map(([kind, ids]) => ({
      queryKey: queryKeys.entities.names(kind.path, ids),
      queryFn: ({ signal }: { signal: AbortSignal }) => readReferred(weft, kind, ids, signal),
      staleTime: 30_000,
    })),
  });
  return new Map(answers.flatMap(({ data = [] }) => data.map((referred) => [referred.id, referred] as const)));
}

/** The names of entities of one kind. */
export function useNamed(kind: EntityKind, ids: readonly string[]): ReferredById {
  const weft = useWeft();
  const { data = [] } = useQuery({
    queryKey: queryKeys.entities.names(kind.path, ids),
    queryFn: ({ signal }) => readReferred(weft, kind, ids, signal),
    staleTime: 30_000,
    enabled: ids.length > 0,
  });
  return new Map(data.map((referred) => [referred.id, referred]));
}

/** The referenced ids, by kind; references to any kind cannot be looked up. */
export function idsByKind(
  entities: readonly AnyEntity[],
  properties: readonly EntityProperty[],
): ReadonlyMap<EntityKind, readonly string[]> {
  const found = new Map<EntityKind, Set<string>>();
  for (const property of properties.filter(isReference)) {
    const kind = property.referenceType === undefined ? undefined : kindOfType(property.referenceType);
    if (kind === undefined) continue;
    const ids = found.get(kind) ?? new Set<string>();
    for (const entity of entities) for (const id of idsIn(entity[property.slug])) ids.add(id);
    found.set(kind, ids);
  }
  const filled = [...found].filter(([, ids]) => ids.size > 0);
  return new Map(filled.map(([kind, ids]) => [kind, [...ids].sort().slice(0, idsAtATime)]));
}

export function idsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.filter((id) => typeof id === "string") : [];
}

export function toReferred(entity: AnyEntity, kind: EntityKind): Referred {
  const { hex } = entity;
  return { id: entity.id, title: fullTitleOf(entity), kind, hex: typeof hex === "string" ? hex : undefined, entity };
}

async function readReferred(weft: Weft, kind: EntityKind, ids: readonly string[], signal: AbortSignal) {
  const { results } = await weft.entities.list<AnyEntity>({
    entityName: kind.name,
    criteria: { id: ids },
    limit: idsAtATime,
    signal,
  });
  return results.map((entity) => toReferred(entity, kind));
}
