import { Button, Group, Modal, Stack } from "@mantine/core";
import { useState } from "react";
import { pluralize } from "../../ui/format.ts";
import { useLeaveGuard } from "../../ui/use-leave-guard.tsx";
import { type AnyEntity, titleOf } from "../any-entity.ts";
import type { EntityProperty } from "../entity-property.ts";
import { newChangeSetId, useUndoChange } from "../undo-change.tsx";
import { useReferred } from "../use-referred.ts";
import { type ExistingColorway, emptyDraft } from "./colorway-draft.ts";
import { ColorwayFields, useColorwayPicks } from "./colorway-fields.tsx";
import { type ColorwayModel, colorwayModelOf } from "./colorway-model.ts";
import { CreationProgress, RefusedOptions } from "./creation-result.tsx";
import { sizesIn } from "./pick-sizes.tsx";
import { type CreatedOptions, optionDraftsOf, useOptionCreation } from "./use-option-creation.ts";

interface AddColorwaysProps {
  readonly style: AnyEntity;
  readonly options: readonly AnyEntity[];
  /** Of the type of the style. */
  readonly properties: readonly EntityProperty[];
  readonly onClose: () => void;
}

/** More colorways for a style: the matrix, with those that it has. */
export function AddColorways({ style, options, properties, onClose }: AddColorwaysProps) {
  const model = colorwayModelOf(properties);
  const existing = useExisting(options, properties, model);
  const [draft, setDraft] = useState(emptyDraft);
  const picks = useColorwayPicks(draft, model, {
    templateId: templateOf([style, ...options], model),
    sizes: existing.flatMap(({ sizes }) => sizes),
  });
  const { creation, start, retry, close } = useCreation(style, onClose);
  const optionGroup = options.map((option) => option["optionGroup"]).find((group) => typeof group === "string");
  const create = () => {
    const input = { style, model, optionGroup: String(optionGroup ?? "color"), templateId: picks.templateId };
    start(model, optionDraftsOf(picks.wanted, input));
  };
  const { isPending, ended } = creation;
  const isTouched = draft.colors.length > 0;
  return (
    <Modal
      opened
      onClose={close}
      title={`Add colorways to ${titleOf(style)}`}
      size="xl"
      closeOnClickOutside={!isTouched}
      closeOnEscape={!isTouched}
    >
      {isPending && <CreationProgress progress={creation.progress} />}
      {!isPending && ended !== undefined && (
        <RefusedOptions created={ended} onRetry={() => retry(ended)}>
          <Button variant="default" onClick={close}>
            Close
          </Button>
        </RefusedOptions>
      )}
      {!isPending && ended === undefined && (
        <Stack>
          <ColorwayFields model={model} picks={picks} onChange={setDraft} existing={existing} isFirst />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button onClick={create} disabled={picks.wanted.length === 0}>
              {picks.wanted.length === 0
                ? "Create colorways"
                : `Create ${pluralize(picks.wanted.length, "colorway", "colorways")}`}
            </Button>
          </Group>
        </Stack>
      )}
      {creation.question}
    </Modal>
  );
}

/** One act, however many attempts it takes. What was created can be undone once the dialog is closed. */
function useCreation(style: AnyEntity, onClose: () => void) {
  const { offer } = useUndoChange();
  const [changeSetId] = useState(newChangeSetId);
  const end = ({ createdCount }: CreatedOptions) => {
    onClose();
    if (createdCount > 0) {
      offer(`${pluralize(createdCount, "colorway", "colorways")} added to ${titleOf(style)}.`, changeSetId);
    }
  };
  const creation = useOptionCreation((created) => {
    if (created.outcome.refused.length === 0) end(created);
  });
  const { isPending, ended, create } = creation;
  const question = useLeaveGuard({
    mayLeave: () => !isPending,
    question: "Colorways are being created. Those that are left would be missing.",
    leaveLabel: "Leave",
  });
  return {
    creation: { ...creation, question },
    start: (model: ColorwayModel, options: CreatedOptions["options"]) =>
      create({ style, model, options, changeSetId, createdBefore: 0 }),
    retry: (created: CreatedOptions) =>
      create({
        ...created,
        options: created.outcome.refused.map(({ option }) => option),
        createdBefore: created.createdCount,
      }),
    close: () => {
      if (isPending) return;
      if (ended === undefined) onClose();
      else end(ended);
    },
  };
}

function useExisting(
  options: readonly AnyEntity[],
  properties: readonly EntityProperty[],
  { colorSlug, sizesSlug }: ColorwayModel,
): ExistingColorway[] {
  const colors = properties.filter(({ slug }) => slug === colorSlug);
  const referred = useReferred(options, colors);
  return options.map((option) => {
    const { [colorSlug ?? ""]: colorId, optionName } = option;
    const isLinked = typeof colorId === "string";
    return {
      name: typeof optionName === "string" && optionName !== "" ? optionName : titleOf(option),
      colorId: isLinked ? colorId : undefined,
      hex: isLinked ? referred.get(colorId)?.hex : undefined,
      sizes: sizesIn(option[sizesSlug ?? ""]),
    };
  });
}

/** The size range of the style, or of one of its colorways. */
function templateOf(members: readonly AnyEntity[], { template }: ColorwayModel): string | undefined {
  const found = members.map((member) => member[template?.slug ?? ""]).find((id) => typeof id === "string");
  return typeof found === "string" ? found : undefined;
}
