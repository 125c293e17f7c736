import { ActionIcon, Menu } from "@mantine/core";
import { Icon } from "../../ui/icon.tsx";
import { type AnyEntity, fullTitleOf } from "../any-entity.ts";

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
