import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { queryKeys } from "../../query-keys.ts";
import { useWeft } from "../../session/session.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Loaded, SkeletonRows } from "../../ui/loaded.tsx";
import { PropertyDiffs } from "../../ui/property-diffs.tsx";
import { type AnyEntity, fullTitleOf, systemFields } from "../any-entity.ts";
import type { EntityKind } from "../entity-kind.ts";
import { propertiesAt, useEntityTypes, useOptionSets } from "../entity-queries.ts";
import { isSameJson } from "../same-json.ts";
import { showValue } from "../show-value.ts";
import { newChangeSetId, useUndoChange } from "../undo-change.tsx";
import { useReferred } from "../use-referred.ts";

interface RestoreAllProps {
  readonly kind: EntityKind;
  readonly entity: AnyEntity;
  /** A position in the change history. */
  readonly asOf: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Sets the whole entity back to an earlier state, after showing what changes. */
export function RestoreAll({ kind, entity, asOf, opened, onClose }: RestoreAllProps) {
  const weft = useWeft();
  const { offer } = useUndoChange();
  const wanted = { entityName: kind.name, id: entity.id, asOf, ifMatch: entity.version };
  const preview = useQuery({
    queryKey: queryKeys.entities.restored(kind.path, entity.id, asOf, entity.version),
    queryFn: ({ signal }) => weft.entities.restore<AnyEntity>({ ...wanted, dryRun: true, signal }),
    enabled: opened,
  });
  const changeSetId = useRef("");
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Restore "${fullTitleOf(entity)}"`}
      confirmLabel="Restore all"
      act={() => {
        changeSetId.current = newChangeSetId();
        return weft.entities.restore<AnyEntity>({ ...wanted, changeSetId: changeSetId.current });
      }}
      stale={[queryKeys.entities.all(), queryKeys.changes.all()]}
      onDone={() => offer(`${fullTitleOf(entity)} restored.`, changeSetId.current)}
    >
      <Loaded query={preview} skeleton={<SkeletonRows rows={3} />}>
        {(restored) => <Differences entity={entity} restored={restored} />}
      </Loaded>
    </ConfirmDialog>
  );
}

function Differences({ entity, restored }: { readonly entity: AnyEntity; readonly restored: AnyEntity }) {
  const { data: types = [] } = useEntityTypes();
  const properties = propertiesAt(types, entity.typePath);
  const meanings = { options: useOptionSets(properties), referred: useReferred([entity, restored], properties) };
  const slugs = [...new Set([...Object.keys(entity), ...Object.keys(restored)])];
  const diffs = slugs
    .filter((slug) => slug === "name" || slug === "federatedId" || !systemFields.has(slug))
    .filter((slug) => !isSameJson(entity[slug], restored[slug]))
    .map((slug) => {
      const property = properties.find((one) => one.slug === slug);
      const textOf = (value: unknown) => (property === undefined ? value : showValue(property, value, meanings));
      return { slug, name: property?.label ?? slug, oldValue: textOf(entity[slug]), newValue: textOf(restored[slug]) };
    });
  return diffs.length === 0 ? (
    <Text size="sm">It already has this state.</Text>
  ) : (
    <PropertyDiffs diffs={diffs} label="Values to restore" />
  );
}
