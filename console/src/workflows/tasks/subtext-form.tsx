import { Button, Group, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { EventWorkflowTask } from "@weft/client";
import { useState } from "react";
import { useWeft } from "../../session/session.ts";
import { notifyDone, notifyError } from "../../ui/notify.ts";

/** Sets the status message of a task; its run shows the same. */
export function SubtextForm({ task }: { readonly task: EventWorkflowTask }) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  const [text, setText] = useState(task.subtext ?? "");
  const save = useMutation({
    mutationFn: () => weft.tasks.setSubtext({ taskId: task.id, subtext: text === "" ? null : text }),
    onError: notifyError,
    onSuccess: async () => {
      notifyDone("Status message updated.");
      await queryClient.invalidateQueries({ queryKey: ["tasks"] });
      await queryClient.invalidateQueries({ queryKey: ["processes"] });
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Group align="flex-end" gap="xs">
        <TextInput
          label="Status message"
          description="Shown on the task and its run."
          maxLength={2_000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          style={{ flex: 1, minWidth: 200 }}
        />
        <Button type="submit" variant="default" loading={save.isPending} disabled={text === (task.subtext ?? "")}>
          Update
        </Button>
      </Group>
    </form>
  );
}
