import { ActionIcon, Button, Menu } from "@mantine/core";
import type { EntityType } from "@weft/client";
import { useState } from "react";
import { Icon } from "../ui/icon.tsx";
import { DeleteType } from "./delete-type.tsx";
import { EditType } from "./edit-type.tsx";
import { NewSubType } from "./new-sub-type.tsx";

/** A root type is built in, and cannot be deleted. */
export function TypeActions({ type }: { readonly type: EntityType }) {
  const [act, setAct] = useState<"edit" | "new" | "delete">();
  const close = () => setAct(undefined);
  return (
    <>
      <Button variant="default" leftSection={<Icon name="plus" size={16} />} onClick={() => setAct("new")}>
        New subtype
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="More actions for the type">
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="edit" />} onClick={() => setAct("edit")}>
            Edit label and mode
          </Menu.Item>
          {type.typePath.includes(":") && (
            <Menu.Item leftSection={<Icon name="trash" />} onClick={() => setAct("delete")}>
              Delete
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {act === "edit" && <EditType type={type} onClose={close} />}
      {act === "new" && <NewSubType parent={type} onClose={close} />}
      {act === "delete" && <DeleteType type={type} onClose={close} />}
    </>
  );
}
