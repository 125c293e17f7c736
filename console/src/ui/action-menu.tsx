import { ActionIcon, Menu } from "@mantine/core";
import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";

/** The actions of a list row, behind three dots. */
export function ActionMenu({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={label}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

interface ActionItemProps {
  readonly icon: IconName;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

export function ActionItem({ icon, onClick, children }: ActionItemProps) {
  return (
    <Menu.Item
      leftSection={<Icon name={icon} size={16} />}
      onClick={onClick}
      {...(icon === "trash" ? { c: "red" } : {})}
    >
      {children}
    </Menu.Item>
  );
}
