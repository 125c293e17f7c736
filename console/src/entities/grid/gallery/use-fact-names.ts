import { useEffect } from "react";
import type { AnyEntity } from "../../any-entity.ts";
import { idsIn } from "../../use-referred.ts";
import { referredKind } from "../grid-calls.ts";
import { useGridTools } from "../grid-tools.ts";
import type { CardParts } from "./card-parts.ts";

/** Requests the names of the entities that the facts of visible cards refer to. */
export function useFactNames(inSight: readonly AnyEntity[], { factsOf }: CardParts): void {
  const { names } = useGridTools();
  useEffect(() => {
    for (const row of inSight) {
      for (const column of factsOf(row)) {
        const entityName = referredKind(column);
        if (entityName !== undefined) names.want(entityName, idsIn(row[column.field]));
      }
    }
  }, [inSight, factsOf, names]);
}
