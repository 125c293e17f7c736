import { Button, Stack, Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { pluralize } from "../../ui/format.ts";
import { notifyDone } from "../../ui/notify.ts";
import { titleOf } from "../any-entity.ts";
import { CreationProgress, RefusedOptions } from "../colorways/creation-result.tsx";
import { type OptionCreation, useOptionCreation } from "../colorways/use-option-creation.ts";
import type { EntityKind } from "../entity-kind.ts";
import { useUndoChange } from "../undo-change.tsx";
import type { HeldForm } from "./use-held-values.tsx";

type CreatedStyle = Omit<OptionCreation, "createdBefore">;

/** What follows the creation of an entity: its colorways, if it is a style, and its page. */
export function useNewStyle(kind: EntityKind, { beginCreation, endGuard }: HeldForm) {
  const navigate = useNavigate();
  const { offer } = useUndoChange();
  const [created, setCreated] = useState<CreatedStyle>();
  const finish = ({ style, changeSetId }: CreatedStyle, count: number) => {
    const message = `${titleOf(style)} created${count === 0 ? "" : ` with ${pluralize(count, "colorway", "colorways")}`}.`;
    // Other kinds create more than themselves, such as a project its workspace.
    if (kind.name === "item") offer(message, changeSetId);
    else notifyDone(message);
    void navigate({ to: "/entities/$kind/$id", params: { kind: kind.path, id: style.id } });
  };
  const creation = useOptionCreation((ended) => {
    endGuard();
    if (ended.outcome.refused.length === 0) finish(ended, ended.createdCount);
  });
  return {
    ...{ created, creation, finish },
    isCreated: created !== undefined,
    begin: (style: CreatedStyle) => {
      if (style.options.length === 0) {
        endGuard();
        return finish(style, 0);
      }
      setCreated(style);
      beginCreation();
      creation.create({ ...style, createdBefore: 0 });
    },
  };
}

/** The progress of the colorways of a new style; those that were refused can be tried again. */
export function NewStyleResult({ style }: { readonly style: ReturnType<typeof useNewStyle> }) {
  const { created, creation, finish } = style;
  const { isPending, ended, progress, create } = creation;
  if (created === undefined) return null;
  const hasRefused = ended !== undefined && ended.outcome.refused.length > 0;
  return (
    <Stack maw={720}>
      <Text fw={600}>{titleOf(created.style)} was created.</Text>
      {!isPending && hasRefused ? (
        <RefusedOptions
          created={ended}
          onRetry={() =>
            create({
              ...ended,
              options: ended.outcome.refused.map(({ option }) => option),
              createdBefore: ended.createdCount,
            })
          }
        >
          <Button variant="default" onClick={() => finish(created, ended.createdCount)}>
            Open the style
          </Button>
        </RefusedOptions>
      ) : (
        <CreationProgress progress={progress} />
      )}
    </Stack>
  );
}
