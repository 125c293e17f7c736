import { queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import type { EntityType, Presentation, Weft } from "@weft/client";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import type { AnyEntity } from "./any-entity.ts";
import type { EntityKind } from "./entity-kind.ts";
import { type EntityProperty, propertiesOf } from "./entity-property.ts";

interface Actor {
  readonly id: string;
  readonly name: string;
}

/** An entity, and who created and changed it where that may be read. */
export interface ReadEntity {
  readonly entity: AnyEntity;
  readonly createdBy: Actor | undefined;
  readonly updatedBy: Actor | undefined;
}

type WithActors = AnyEntity & { readonly createdBy?: Actor; readonly updatedBy?: Actor };

export function entityQuery(weft: Weft, kind: EntityKind, id: string, asOf?: string) {
  return queryOptions({
    queryKey: queryKeys.entities.one(kind.path, id, asOf),
    queryFn: async ({ signal }): Promise<ReadEntity> => {
      const wanted = { entityName: kind.name, id, asOf, relations: "createdBy,updatedBy", signal };
      const { createdBy, updatedBy, ...entity } = await weft.entities.get<WithActors>(wanted);
      return { entity, createdBy, updatedBy };
    },
  });
}

/** One entity, current or as of a time. */
export function useEntity(kind: EntityKind, id: string, asOf?: string) {
  return useQuery(entityQuery(useWeft(), kind, id, asOf));
}

/** Every type of the organization. They rarely change, and all pages about entities need them. */
export function useEntityTypes() {
  const weft = useWeft();
  return useQuery({
    queryKey: queryKeys.types.every(),
    queryFn: ({ signal }) => readTypes(weft, signal),
    staleTime: 60_000,
  });
}

/** The properties that a type path defines; for an unknown segment, those of the nearest parent. */
export function propertiesAt(types: readonly EntityType[], typePath: string): EntityProperty[] {
  const type = nearestType(types, typePath);
  return type === undefined ? [] : propertiesOf(type);
}

/** The presentation of a type; for an unknown segment, that of the nearest parent. */
export function presentationAt(types: readonly EntityType[], typePath: string): Presentation {
  return nearestType(types, typePath)?.effectivePresentation ?? {};
}

function nearestType(types: readonly EntityType[], typePath: string): EntityType | undefined {
  const steps = typePath.split(":");
  while (steps.length > 0) {
    const type = types.find((one) => one.typePath === steps.join(":"));
    if (type !== undefined) return type;
    steps.pop();
  }
  return undefined;
}

async function readTypes(weft: Weft, signal: AbortSignal): Promise<EntityType[]> {
  const types: EntityType[] = [];
  for await (const type of weft.entities.all({ entityName: "entity-type", limit: 1000, signal })) types.push(type);
  return types;
}

interface Option {
  readonly value: string;
  readonly display: string;
  readonly color?: string | undefined;
}

/** By the id of their set. */
export type OptionsBySet = ReadonlyMap<string, readonly Option[]>;

/** The options for these properties. */
export function useOptionSets(properties: readonly EntityProperty[]): OptionsBySet {
  const weft = useWeft();
  const ids = [...new Set(properties.flatMap(({ optionSetId }) => optionSetId ?? []))];
  const answers = useQueries({
    queries: ids.map((id) => ({
      queryKey: queryKeys.optionSets.ofProperty(id),
      queryFn: ({ signal }: { signal: AbortSignal }) => weft.call("get-option-set", { params: { id } }, { signal }),
      staleTime: 60_000,
    })),
  });
  return new Map(answers.flatMap(({ data }) => (data === undefined ? [] : [[data.id, data.options] as const])));
}
