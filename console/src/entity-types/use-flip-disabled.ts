import { useMutation } from "@tanstack/react-query";
import type { EntityType } from "@weft/client";
import { notifyDone, notifyError } from "../ui/notify.ts";
import { definitionOf, draftOf } from "./property-draft.ts";
import { useChangeType, useForgetTypes } from "./use-change-type.ts";

/** Hides a property from forms, or shows it again. Values are kept, so nothing becomes invalid. */
export function useFlipDisabled(type: EntityType): (slug: string) => void {
  const change = useChangeType(type);
  const forget = useForgetTypes();
  const { mutate } = useMutation({
    mutationFn: (slug: string) =>
      change({
        properties: type.properties.map((shown) => {
          const draft = draftOf(shown);
          return definitionOf(draft.slug === slug ? { ...draft, disabled: !draft.disabled } : draft);
        }),
      }),
    onSuccess: (_type, slug) => notifyDone(`${slug} saved.`),
    onError: notifyError,
    onSettled: forget,
  });
  return mutate;
}
