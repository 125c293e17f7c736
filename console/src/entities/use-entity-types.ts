import { useQuery } from "@tanstack/react-query";
import type { EntityType, Weft } from "@weft/client";
import { useWeft } from "../session/session.ts";
import { type EntityProperty, propertiesOf } from "./entity-property.ts";

/** Every type of the organization. They rarely change, and all pages about entities need them. */
export function useEntityTypes() {
  const weft = useWeft();
  return useQuery({
    queryKey: ["types", "every"],
    queryFn: ({ signal }) => readTypes(weft, signal),
    staleTime: 60_000,
  });
}

/** The properties that a type path defines; for an unknown segment, those of the nearest parent. */
export function propertiesAt(types: readonly EntityType[], typePath: string): EntityProperty[] {
  const steps = typePath.split(":");
  while (steps.length > 0) {
    const path = steps.join(":");
    const type = types.find((one) => one.typePath === path);
    if (type !== undefined) return propertiesOf(type);
    steps.pop();
  }
  return [];
}

async function readTypes(weft: Weft, signal: AbortSignal): Promise<EntityType[]> {
  const types: EntityType[] = [];
  for await (const type of weft.entities.all({ entityName: "entity-type", limit: 1000, signal })) types.push(type);
  return types;
}
