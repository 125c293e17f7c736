import { useQuery } from "@tanstack/react-query";
import type { EntityType } from "@weft/client";
import { useMemo } from "react";
import { entityKinds } from "../entities/entity-kind.ts";
import { useEntityTypes } from "../entities/entity-queries.ts";
import { queryKeys } from "../query-keys.ts";
import { useSession } from "../session/session.ts";
import { collect } from "../ui/read-whole-list.ts";
import type { ChangeFilters } from "./change-filters.ts";
import { otherKinds } from "./change-labels.ts";
import type { NamedChange } from "./name-changes.ts";

interface FilterChoices {
  readonly types: { readonly group: string; readonly items: Choice[] }[];
  readonly properties: Choice[];
  readonly actors: Choice[];
}

/** The choices: what the organization has, what the list shows, and what the address names. */
export function useFilterChoices(filters: ChangeFilters, rows: readonly NamedChange[]): FilterChoices {
  const types = useEntityTypes().data ?? noTypes;
  const people = useActors();
  const { entityType, changed, createdById } = filters;
  // Not of every row: a list may be scrolled to tens of thousands.
  const newest = rows[0]?.record.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: The newest rows change only with the newest one.
  const occurring = useMemo(() => {
    const some = rows.slice(0, rowsMax);
    return { properties: propertiesIn(some), actors: actorsIn(some) };
  }, [newest]);
  return useMemo(
    () => ({
      types: typeChoices(types, entityType),
      properties: mergeChoices(propertyChoices(types, entityType), occurring.properties, named(changed)),
      actors: mergeChoices(people, occurring.actors, named(createdById)),
    }),
    [types, people, occurring, entityType, changed, createdById],
  );
}

const rowsMax = 200;
const noTypes: readonly EntityType[] = [];
const noChoices: readonly Choice[] = [];

function typeChoices(types: readonly EntityType[], entityType: string | undefined): FilterChoices["types"] {
  const paths = types
    .filter(({ typePath }) => typePath.includes(":"))
    .map(({ typePath, label }) => ({ value: typePath, label: `${label} (${typePath})` }));
  const kinds = entityKinds.map(({ name, many }) => ({ value: name, label: many }));
  const others = Object.entries(otherKinds).map(([value, label]) => ({ value, label }));
  const known = [...kinds, ...others, ...paths];
  const strange = known.some(({ value }) => value === entityType) ? [] : named(entityType);
  return [
    { group: "Entity types", items: [...kinds, ...others, ...strange] },
    { group: "Type paths", items: paths },
  ].filter(({ items }) => items.length > 0);
}

function named(value: string | undefined): Choice[] {
  return value === undefined ? [] : [{ value, label: value }];
}

/** Users and apps, for a user who may list them; others get those that occur in the list. */
function useActors(): readonly Choice[] {
  const { weft, who } = useSession();
  const query = useQuery({
    queryKey: queryKeys.users.actors(),
    enabled: who.isAdministrator,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const [users, apps] = await Promise.all([
        collect(weft.entities.all({ entityName: "user", limit: 1000, signal })),
        collect(weft.entities.all({ entityName: "app", limit: 1000, signal })),
      ]);
      return [
        ...users.map(({ id, name, email }) => ({ value: id, label: name === "" ? email : name })),
        ...apps.map(({ id, name }) => ({ value: id, label: `${name} (app)` })),
      ];
    },
  });
  return query.data ?? noChoices;
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Each value once, by its first label, sorted by label. */
export function mergeChoices(...lists: readonly (readonly Choice[])[]): Choice[] {
  const labels = new Map<string, string>();
  for (const { value, label } of lists.flat()) {
    if (!labels.has(value)) labels.set(value, label);
  }
  return [...labels].map(([value, label]) => ({ value, label })).sort((a, b) => a.label.localeCompare(b.label, "en"));
}

/** The properties of a type and its subtypes; of every type when none is selected. */
export function propertyChoices(
  types: readonly Pick<EntityType, "typePath" | "properties" | "inheritedProperties">[],
  entityType: string | undefined,
): Choice[] {
  return types
    .filter(({ typePath }) => entityType === undefined || `${typePath}:`.startsWith(`${entityType}:`))
    .flatMap(({ properties, inheritedProperties }) => [...inheritedProperties, ...properties])
    .map(({ slug, label }) => propertyChoice(slug, label));
}

function propertiesIn(rows: readonly NamedChange[]): Choice[] {
  return rows.flatMap(({ record }) =>
    Object.entries(record.propertyDiffs).map(([slug, { propertyName }]) => propertyChoice(slug, propertyName)),
  );
}

function propertyChoice(slug: string, label: string): Choice {
  return { value: slug, label: label === slug ? slug : `${label} (${slug})` };
}

function actorsIn(rows: readonly NamedChange[]): Choice[] {
  return rows.flatMap(({ record: { createdBy } }) =>
    createdBy === undefined
      ? []
      : [{ value: createdBy.id, label: createdBy.type === "app" ? `${createdBy.name} (app)` : createdBy.name }],
  );
}
