import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { queryKeys } from "../../query-keys.ts";
import { useWeft } from "../../session/session.ts";
import type { AnyEntity } from "../any-entity.ts";
import { optionOf, type WantedColorway } from "./colorway-draft.ts";
import type { ColorwayModel } from "./colorway-model.ts";
import { createOptions, type OptionDraft, type OptionsOutcome } from "./create-options.ts";

/** The colorways of a style to create as parts of one change set. */
export interface OptionCreation {
  readonly style: AnyEntity;
  readonly model: ColorwayModel;
  readonly options: readonly OptionDraft[];
  readonly changeSetId: string;
  /** By earlier attempts of the same act. */
  readonly createdBefore: number;
}

export interface CreatedOptions extends OptionCreation {
  readonly createdCount: number;
  readonly outcome: OptionsOutcome;
}

interface Progress {
  readonly doneCount: number;
  readonly totalCount: number;
}

/** Creates colorways, and knows how far it is. */
export function useOptionCreation(onEnd: (created: CreatedOptions) => void) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<Progress>({ doneCount: 0, totalCount: 0 });
  const creating = useMutation({
    mutationFn: async (creation: OptionCreation): Promise<CreatedOptions> => {
      const { style, model, options, changeSetId, createdBefore } = creation;
      const totalCount = options.length;
      const onProgress = (doneCount: number) => setProgress({ doneCount, totalCount });
      const wanted = { styleId: style.id, colorSlug: model.colorSlug, options, changeSetId, onProgress };
      const outcome = await createOptions(weft, wanted);
      return { ...creation, outcome, createdCount: createdBefore + outcome.createdCount };
    },
    onSuccess: (created) => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.entities.all() });
      void queryClient.invalidateQueries({ queryKey: queryKeys.changes.all() });
      onEnd(created);
    },
  });
  return { create: creating.mutate, isPending: creating.isPending, ended: creating.data, progress };
}

interface DraftsInput {
  readonly style: AnyEntity;
  readonly model: ColorwayModel;
  readonly optionGroup: string;
  readonly templateId: string | undefined;
}

export function optionDraftsOf(wanted: readonly WantedColorway[], input: DraftsInput): OptionDraft[] {
  return wanted.map((one) => ({ title: one.color.name, object: optionOf(one, input) }));
}
