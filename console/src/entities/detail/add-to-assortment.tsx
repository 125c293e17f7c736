import { Button, Group, Modal, Radio, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { queryKeys } from "../../query-keys.ts";
import { useWeft } from "../../session/session.ts";
import { ErrorNote } from "../../ui/error-note.tsx";
import { pluralize } from "../../ui/format.ts";
import { useSave } from "../../ui/use-save.ts";
import { type AnyEntity, fullTitleOf } from "../any-entity.ts";
import { kindOfPath } from "../entity-kind.ts";
import { EntityPicker } from "../references/entity-picker.tsx";
import { isColorways } from "./use-family.ts";

interface AddToAssortmentProps {
  readonly entity: AnyEntity;
  /** Of a style. */
  readonly options: readonly AnyEntity[];
  readonly onClose: () => void;
}

const assortments = kindOfPath("assortments");

/** Adds an item to an assortment; of a style, all of its options or the style alone. */
export function AddToAssortment({ entity, options, onClose }: AddToAssortmentProps) {
  const weft = useWeft();
  const [id, setId] = useState("");
  const [part, setPart] = useState("options");
  const itemIds = part === "options" && options.length > 0 ? options.map((option) => option.id) : [entity.id];
  const add = useSave({
    save: () => weft.call("add-assortment-items", { params: { id }, body: { itemIds } }),
    message: ({ items }) => {
      const added = items.filter(({ outcome }) => outcome === "added").length;
      return added === 0 ? "Already in the assortment." : `${pluralize(added, "item")} added and published.`;
    },
    stale: [queryKeys.entities.all(), queryKeys.changes.all()],
    onSaved: onClose,
  });
  if (assortments === undefined) return null;
  return (
    <Modal opened onClose={onClose} title={`Add "${fullTitleOf(entity)}" to an assortment`} centered>
      <Stack>
        <EntityPicker isFirst kind={assortments} label="Assortment" value={id} onChange={setId} />
        {options.length > 0 && (
          <Radio.Group label="What to add" value={part} onChange={setPart}>
            <Stack gap="xs" mt={4}>
              <Radio
                value="options"
                label={`All ${pluralize(options.length, isColorways(options) ? "colorway" : "option")}`}
              />
              <Radio value="style" label="The style only" />
            </Stack>
          </Radio.Group>
        )}
        <Text size="sm" c="dimmed">
          Adding publishes the assortment immediately.
        </Text>
        {add.error !== null && <ErrorNote error={add.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={id === ""} loading={add.isPending} onClick={() => add.mutate()}>
            Add and publish
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
