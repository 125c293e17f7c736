import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Weft } from "@weft/client";
import { useWeft } from "../session/session.ts";
import type { AnyEntity } from "./any-entity.ts";
import type { EntityKind } from "./entity-kind.ts";

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
    queryKey: ["entities", kind.path, "one", id, { asOf }],
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
