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
      title={`Delete the role ${role.name}`}
      confirmLabel="Delete the role"
      act={() => weft.call("delete-role", { params: { id: role.id } })}
      onDone={() => {
        notifyDone(`The role ${role.name} is deleted.`);
        void queryClient.invalidateQueries({ queryKey: ["roles"] });
      }}
    >
      <Text size="sm">It is refused while anybody has the role. The history keeps its rights.</Text>
    </ConfirmDialog>
  );
}
