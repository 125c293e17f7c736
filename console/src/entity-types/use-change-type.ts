import { useQueryClient } from "@tanstack/react-query";
import type { EntityType, EntityTypeUpdate } from "@weft/client";
import { useWeft } from "../session/session.ts";

export interface WriteMode {
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
export function useForgetTypes() {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: ["types"] });
    void queryClient.invalidateQueries({ queryKey: ["option-sets"] });
    void queryClient.invalidateQueries({ queryKey: ["entities"] });
  };
}
