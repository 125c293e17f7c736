import { ActionIcon, Menu, Text } from "@mantine/core";
import { queryKeys } from "../../query-keys.ts";
import { useWeft } from "../../session/session.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
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
      message={`${property.label} of ${fullTitleOf(to)} changed.`}
      stale={[queryKeys.entities.all()]}
    >
      <Text size="sm">
        From <strong>{words(to[property.slug])}</strong> to <strong>{words(value)}</strong>. The change is recorded in
        its history.
      </Text>
    </ConfirmDialog>
  );
}

interface CopyMenuProps {
  readonly label: string;
  readonly targets: readonly AnyEntity[];
  readonly onChoose: (to: AnyEntity) => void;
}

/** The possible targets of a copied value. */
export function CopyMenu({ label, targets, onChoose }: CopyMenuProps) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label}>
          <Icon name="copy" size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Copy this value to</Menu.Label>
        {targets.map((to) => (
          <Menu.Item key={to.id} onClick={() => onChoose(to)}>
            {fullTitleOf(to)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
