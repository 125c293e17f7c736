import { useQueries } from "@tanstack/react-query";
import { useWeft } from "../session/session.ts";
import type { EntityProperty } from "./entity-property.ts";

interface Option {
  readonly value: string;
  readonly display: string;
}

/** By the id of their set. */
export type OptionsBySet = ReadonlyMap<string, readonly Option[]>;

/** The options for these properties. */
export function useOptionSets(properties: readonly EntityProperty[]): OptionsBySet {
  const weft = useWeft();
  const ids = [...new Set(properties.flatMap(({ optionSetId }) => optionSetId ?? []))];
  const answers = useQueries({
    queries: ids.map((id) => ({
      queryKey: ["option-sets", "of-property", id],
      queryFn: ({ signal }: { signal: AbortSignal }) => weft.call("get-option-set", { params: { id } }, { signal }),
      staleTime: 60_000,
    })),
  });
  return new Map(answers.flatMap(({ data }) => (data === undefined ? [] : [[data.id, data.options] as const])));
}
