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
      title={`Delete the option set "${set.name}"`}
      confirmLabel="Delete the option set"
      act={() => weft.call("delete-option-set", { params }, { ifMatch: set.version })}
      onDone={() => {
        notifyDone("The option set is deleted.");
        void navigate({ to: "/option-sets" });
        queryClient.removeQueries({ queryKey: ["option-sets", "one", set.id] });
        void queryClient.invalidateQueries({ queryKey: ["option-sets"] });
      }}
    >
      {users.length === 0 ? (
        <Text size="sm">No property uses it. Its options go with it, and cannot be brought back.</Text>
      ) : (
        <>
          <Text size="sm">The service will refuse it as long as these properties use it:</Text>
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
