import { List, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { OptionSet } from "@weft/client";
import { useWeft } from "../session/session.ts";
import { ConfirmDialog } from "../ui/confirm-act.tsx";
import { notifyDone } from "../ui/notify.ts";
import type { OptionSetUser } from "./option-set-users.ts";

interface DeleteOptionSetProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly set: OptionSet;
  readonly users: readonly OptionSetUser[];
}

export function DeleteOptionSet({ opened, onClose, set, users }: DeleteOptionSetProps) {
  const weft = useWeft();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const params = { id: set.id };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Delete option set "${set.name}"`}
      confirmLabel="Delete option set"
      act={() => weft.call("delete-option-set", { params }, { ifMatch: set.version })}
      onDone={() => {
        notifyDone("Option set deleted.");
        void navigate({ to: "/option-sets" });
        queryClient.removeQueries({ queryKey: ["option-sets", "one", set.id] });
        void queryClient.invalidateQueries({ queryKey: ["option-sets"] });
      }}
    >
      {users.length === 0 ? (
        <Text size="sm">No property uses it. Its options are deleted too, and cannot be restored.</Text>
      ) : (
        <>
          <Text size="sm">It cannot be deleted while these properties use it:</Text>
          <List size="sm">
            {users.map(({ typePath, slug, label }) => (
              <List.Item key={`${typePath} ${slug}`}>
                {label} of {typePath}
              </List.Item>
            ))}
          </List>
        </>
      )}
    </ConfirmDialog>
  );
}
