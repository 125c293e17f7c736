import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useWeft } from "../session/session.ts";
import type { AnyEntity } from "./any-entity.ts";
import type { EntityKind } from "./entity-kind.ts";

const foundMax = 20;
const typingPauseMs = 200;

/** Entities of a kind, and of a type path below it, by the typed words. */
export function useEntitySearch(kind: EntityKind, text: string, typePath: string, isOpen: boolean) {
  const weft = useWeft();
  const [words] = useDebouncedValue(text.trim(), typingPauseMs);
  return useQuery({
    queryKey: ["entities", kind.path, "search", words, typePath],
    queryFn: async ({ signal }) => {
      const listing = { entityName: kind.name, criteria: { typePath }, limit: foundMax, signal };
      const wanted = words === "" ? listing : { ...listing, q: words };
      return (await weft.entities.list<AnyEntity>(wanted)).results;
    },
    placeholderData: keepPreviousData,
    enabled: isOpen,
  });
}
