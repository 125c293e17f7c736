import { Accordion, Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { EventWorkflowTask } from "@weft/client";
import { useState } from "react";
import { queryKeys } from "../../query-keys.ts";
import { mayDo, useSession, useWeft } from "../../session/session.ts";
import { ErrorNote } from "../../ui/error-note.tsx";
import { Icon } from "../../ui/icon.tsx";
import { JsonView } from "../../ui/json-view.tsx";
import { notifyDone } from "../../ui/notify.ts";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { isObject } from "../definition/draft.ts";
import { JsonField } from "../definition/json-field.tsx";
import { type Answer, AnswerFields, answerErrors, answerOf, readAnswer } from "./answer-fields.tsx";

/** Corrects the output of a task that has ended: the run restarts after it. */
export function RestartButton({ task }: { readonly task: EventWorkflowTask }) {
  const { who } = useSession();
  const [isOpen, dialog] = useDisclosure(false);
  const mayRestart = mayDo(who, "update", "event-workflow-process") && mayDo(who, "update", "event-workflow-task");
  if (!mayRestart || (task.status !== "completed" && task.status !== "failed")) return null;
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        w="fit-content"
        leftSection={<Icon name="edit" size={14} />}
        onClick={dialog.open}
      >
        Correct output…
      </Button>
      {isOpen && <RestartDialog task={task} onClose={dialog.close} />}
    </>
  );
}

interface RestartDialogProps {
  readonly task: EventWorkflowTask;
  readonly onClose: () => void;
}

function RestartDialog({ task, onClose }: RestartDialogProps) {
  const { form, name } = task;
  const [output, setOutput] = useState<object>(task.output ?? {});
  const [answer, setAnswer] = useState<Answer>(() => answerOf(form ?? [], task.output ?? {}));
  const [unread, setUnread] = useState<ReadonlyMap<string, string>>(new Map());
  const restart = useRestart(task, onClose);
  const submit = () => {
    const read = form === undefined ? { output } : readAnswer(form, answer);
    setUnread("errors" in read ? read.errors : new Map());
    if ("output" in read) restart.mutate(read.output);
  };
  const errors = unread.size > 0 ? unread : answerErrors(restart.error);
  return (
    <Modal opened onClose={onClose} title={`Correct the output of “${name}”`} size="lg" closeOnClickOutside={false}>
      <Stack>
        <Text size="sm">
          The run restarts after this task: all later tasks run again with the new output. Their earlier results stay
          readable on the run.
        </Text>
        {form === undefined ? (
          <JsonField label="Output" value={output} onChange={(value) => setOutput(isObject(value) ? value : {})} />
        ) : (
          <AnswerFields form={form} answer={answer} errors={errors} onChange={setAnswer} />
        )}
        {restart.error !== null && <ErrorNote error={restart.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={restart.isPending} onClick={submit}>
            Restart run
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function useRestart({ id: fromTaskId, processId, name }: EventWorkflowTask, onDone: () => void) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (output: object) =>
      weft.call("restart-event-workflow-process", {
        params: { id: processId },
        body: { fromTaskId, output: { ...output } },
      }),
    onSuccess: async () => {
      notifyDone(`Run restarted from ${name}.`);
      onDone();
      await queryClient.invalidateQueries({ queryKey: queryKeys.tasks.all() });
      await queryClient.invalidateQueries({ queryKey: queryKeys.processes.all() });
    },
  });
}

/** What restarts of the run replaced. Nothing if there were none. */
export function RestartHistory({ processId, version }: { readonly processId: string; readonly version: number }) {
  const weft = useWeft();
  const { data } = useQuery({
    queryKey: queryKeys.processes.restarts(processId, version),
    queryFn: ({ signal }) =>
      weft.call("list-event-workflow-process-restarts", { params: { id: processId } }, { signal }),
  });
  if (data === undefined || data.results.length === 0) return null;
  return (
    <Accordion.Item value="restarts">
      <Accordion.Control>Restarts ({data.results.length})</Accordion.Control>
      <Accordion.Panel>
        <Stack>
          {data.results.map(({ id, createdOn, actorName, tasks = [] }) => (
            <section key={id} aria-label={`Restart by ${actorName}`}>
              <Text size="sm" mb={4}>
                <TimeAgo time={createdOn} /> by {actorName}. Replaced results:
              </Text>
              <Stack gap="xs">
                {tasks.map((task) => (
                  <div key={task.id}>
                    <Group gap="xs" mb={4}>
                      <Text size="sm" fw={550}>
                        {task.name}
                      </Text>
                      <StatusBadge status={task.status} />
                      <Text size="sm">{task.failure?.message}</Text>
                    </Group>
                    {task.output !== undefined && <JsonView value={task.output} maxHeight={160} />}
                  </div>
                ))}
              </Stack>
            </section>
          ))}
        </Stack>
      </Accordion.Panel>
    </Accordion.Item>
  );
}
