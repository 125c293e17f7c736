import { Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useWeft } from "../../session/session.ts";
import { ConfirmDialog } from "../../ui/confirm-act.tsx";
import { notifyDone } from "../../ui/notify.ts";
import { type AnyEntity, fullTitleOf } from "../any-entity.ts";
import type { EntityKind } from "../entity-kind.ts";
import type { EntityProperty } from "../entity-property.ts";
import { showValue, type ValueLabels } from "../show-value.ts";

/** A value to copy to another entity. */
export interface ValueCopy {
  readonly property: EntityProperty;
  readonly value: unknown;
  readonly to: AnyEntity;
}

interface CopyValueProps {
  readonly kind: EntityKind;
  readonly copy: ValueCopy | undefined;
  readonly meanings: ValueLabels;
  readonly onClose: () => void;
}

/** Shows the old and the new value, and writes it only if the target was not changed since. */
export function CopyValue({ kind, copy, meanings, onClose }: CopyValueProps) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  if (copy === undefined) return null;
  const { property, value, to } = copy;
  const words = (one: unknown) => showValue(property, one, meanings) || "empty";
  const write = () => {
    const body = { [property.slug]: value ?? null };
    return weft.entities.update<AnyEntity>({ entityName: kind.name, id: to.id, body, ifMatch: to.version });
  };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Change ${property.label} of "${fullTitleOf(to)}"`}
      confirmLabel="Copy value"
      act={write}
      onDone={() => {
        notifyDone(`${property.label} of ${fullTitleOf(to)} changed.`);
        void queryClient.invalidateQueries({ queryKey: ["entities"] });
      }}
    >
      <Text size="sm">
        From <strong>{words(to[property.slug])}</strong> to <strong>{words(value)}</strong>. The change is recorded in
        its history.
      </Text>
    </ConfirmDialog>
  );
}
