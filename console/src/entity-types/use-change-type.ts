import type { QueryKey } from "@tanstack/react-query";
import type { EntityType, EntityTypeUpdate } from "@weft/client";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import { useAct } from "../ui/use-save.ts";
import { definitionOf, draftOf } from "./property-draft.ts";

interface WriteMode {
  readonly dryRun?: boolean;
  readonly force?: boolean;
  readonly signal?: AbortSignal;
}

/** Changes a type that was read; rejected if another user changed it since. */
export function useChangeType(type: EntityType) {
  const weft = useWeft();
  return (body: EntityTypeUpdate, { dryRun, force, signal }: WriteMode = {}) =>
    weft.call(
      "update-entity-type",
      { params: { id: type.id }, query: { dryRun, force }, body },
      { signal, ifMatch: type.version },
    );
}

/** Types affect every page about entities. */
export function staleAfterTypeChange(): readonly QueryKey[] {
  return [queryKeys.types.all(), queryKeys.optionSets.all(), queryKeys.entities.all()];
}

/** Hides a property from forms, or shows it again. Values are kept, so nothing becomes invalid. */
export function useFlipDisabled(type: EntityType): (slug: string) => void {
  const change = useChangeType(type);
  const { mutate } = useAct({
    save: (slug: string) =>
      change({
        properties: type.properties.map((shown) => {
          const draft = draftOf(shown);
          return definitionOf(draft.slug === slug ? { ...draft, disabled: !draft.disabled } : draft);
        }),
      }),
    message: (_type, slug) => `${slug} saved.`,
    stale: staleAfterTypeChange(),
  });
  return mutate;
}
