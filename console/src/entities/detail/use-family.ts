import { useQuery } from "@tanstack/react-query";
import { queryKeys } from "../../query-keys.ts";
import { useWeft } from "../../session/session.ts";
import type { AnyEntity } from "../any-entity.ts";
import type { EntityKind } from "../entity-kind.ts";

/** A style and its options. */
export interface Family {
  readonly style: AnyEntity;
  /** In the order of their creation. */
  readonly options: readonly AnyEntity[];
}

const membersMax = 500;

/** The family of an item: its own, or that of its style. Other kinds have none. */
export function useFamily(kind: EntityKind, entity: AnyEntity | undefined, isPast: boolean): Family | undefined {
  const familyId = familyIdOf(kind, entity);
  const weft = useWeft();
  const { data } = useQuery({
    queryKey: queryKeys.entities.family(familyId ?? ""),
    queryFn: async ({ signal }) => {
      const criteria = { itemFamilyId: familyId };
      const listing = { entityName: "item", criteria, limit: membersMax, signal } as const;
      return (await weft.entities.list<AnyEntity>(listing)).results;
    },
    enabled: familyId !== undefined && !isPast,
  });
  const style = data?.find(({ id }) => id === familyId);
  if (style === undefined) return undefined;
  return { style, options: data?.filter(({ id }) => id !== familyId) ?? [] };
}

function familyIdOf(kind: EntityKind, entity: AnyEntity | undefined): string | undefined {
  const familyId = kind.name === "item" ? entity?.["itemFamilyId"] : undefined;
  return typeof familyId === "string" && familyId !== "" ? familyId : undefined;
}

/** Options differ in color, unless their group says otherwise. */
export function isColorways(options: readonly AnyEntity[]): boolean {
  return options.every(({ optionGroup }) => /colou?r/i.test(String(optionGroup ?? "color")));
}
