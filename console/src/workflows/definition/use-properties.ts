import { useQuery } from "@tanstack/react-query";
import { queryKeys } from "../../query-keys.ts";
import { useWeft } from "../../session/session.ts";
import { readTrigger } from "./trigger-key.ts";

export interface KnownProperty {
  readonly slug: string;
  readonly label: string;
}

const typesMax = 1_000;

/** The properties of the kinds, with those of all their types. */
export function useKindProperties(): (kind: string) => readonly KnownProperty[] {
  const weft = useWeft();
  const { data = [] } = useQuery({
    queryKey: queryKeys.types.ofWorkflows(),
    queryFn: async ({ signal }) => {
      const query = { limit: typesMax, fields: ["typePath", "properties", "inheritedProperties"] };
      return (await weft.call("list-entity-types", { query }, { signal })).results;
    },
    staleTime: 60_000,
  });
  return (kind) => {
    const own = data.filter(({ typePath }) => typePath === kind || typePath.startsWith(`${kind}:`));
    const properties = own.flatMap((type) => [...type.properties, ...type.inheritedProperties]);
    const bySlug = new Map(properties.map(({ slug, label }) => [slug, { slug, label }]));
    return [...bySlug.values()].sort((a, b) => a.label.localeCompare(b.label));
  };
}

/** Those of the kinds that trigger a workflow. */
export function propertiesOfTriggers(
  triggers: readonly string[],
  propertiesOf: (kind: string) => readonly KnownProperty[],
): readonly KnownProperty[] {
  const kinds = new Set(
    triggers.flatMap((key) => {
      const trigger = readTrigger(key);
      return trigger.type === "entity" ? [trigger.kind] : [];
    }),
  );
  const bySlug = new Map([...kinds].flatMap(propertiesOf).map((property) => [property.slug, property]));
  return [...bySlug.values()];
}
