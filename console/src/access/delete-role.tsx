import { Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { Role } from "@weft/client";
import { useWeft } from "../session/session.ts";
import { ConfirmDialog } from "../ui/confirm-act.tsx";
import { notifyDone } from "../ui/notify.ts";

export function DeleteRole({ role, onClose }: { readonly role: Role; readonly onClose: () => void }) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Delete role ${role.name}`}
      confirmLabel="Delete role"
      act={() => weft.call("delete-role", { params: { id: role.id } })}
      onDone={() => {
        notifyDone(`Role ${role.name} deleted.`);
        void queryClient.invalidateQueries({ queryKey: ["roles"] });
      }}
    >
      <Text size="sm">A role that users have cannot be deleted. The history keeps its permissions.</Text>
    </ConfirmDialog>
  );
}
