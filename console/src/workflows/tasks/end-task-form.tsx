import { Button, Card, Group, SegmentedControl, SimpleGrid, Stack, Text, TextInput, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { EventWorkflowTask } from "@weft/client";
import { useState } from "react";
import { queryKeys } from "../../query-keys.ts";
import { useWeft } from "../../session/session.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { ErrorNote } from "../../ui/error-note.tsx";
import { Icon } from "../../ui/icon.tsx";
import { notifyDone, notifyError } from "../../ui/notify.ts";
import { formatValue } from "../../ui/property-diffs.tsx";
import { isObject } from "../definition/draft.ts";
import { JsonField } from "../definition/json-field.tsx";
import { MemberRows } from "../definition/member-rows.tsx";
import { type Answer, AnswerFields, answerErrors, answerOf, readAnswer } from "./answer-fields.tsx";
import { withoutEmpty } from "./output-names.ts";

interface EndTaskFormProps {
  readonly task: EventWorkflowTask;
  /** What later tasks read from it. */
  readonly names: readonly string[];
}

type Output = Readonly<Record<string, unknown>>;

/** Completes or fails a waiting task manually, as an external worker would by a callback. */
export function EndTaskForm({ task, names }: EndTaskFormProps) {
  const { form } = task;
  const [output, setOutput] = useState<Output>(() => Object.fromEntries(names.map((name) => [name, ""])));
  const [answer, setAnswer] = useState<Answer>(() => answerOf(form ?? [], task.output ?? {}));
  const [message, setMessage] = useState("");
  const [unread, setUnread] = useState<ReadonlyMap<string, string>>(new Map());
  const [isFailing, failing] = useDisclosure(false);
  const { complete, fail } = useEndTask(task, message);
  const submit = () => {
    const read = form === undefined ? { output: withoutEmpty(output) } : readAnswer(form, answer);
    setUnread("errors" in read ? read.errors : new Map());
    if ("output" in read) complete.mutate(read.output);
  };
  const errors = unread.size > 0 ? unread : answerErrors(complete.error);
  return (
    <Card withBorder component="section" aria-label="End this task">
      <Stack gap="sm">
        <div>
          <Title order={2} size="h4">
            Waiting for you
          </Title>
          <Text size="sm" c="dimmed">
            Do the work of this task, then complete it. The run continues with the output you enter.
          </Text>
        </div>
        <Given input={task.input ?? {}} />
        {form === undefined ? (
          <OutputField output={output} names={names} onChange={setOutput} />
        ) : (
          <AnswerFields form={form} answer={answer} errors={errors} onChange={setAnswer} />
        )}
        <TextInput
          label="Message"
          description="Added to the log of the task."
          value={message}
          onChange={(event) => setMessage(event.currentTarget.value)}
        />
        {complete.error !== null && <ErrorNote error={complete.error} />}
        <Group gap="xs">
          <Button leftSection={<Icon name="check" />} loading={complete.isPending} onClick={submit}>
            Complete task
          </Button>
          <Button variant="default" leftSection={<Icon name="close" />} onClick={failing.open}>
            Fail task…
          </Button>
        </Group>
        <ConfirmDialog
          opened={isFailing}
          onClose={failing.close}
          title={`Fail “${task.name}”?`}
          confirmLabel="Fail task"
          act={fail}
        >
          <Text size="sm">
            The run fails too, and later tasks are skipped. You can retry the task later.
            {message === "" ? " Add a message to record the reason." : ` Log message: ${message}`}
          </Text>
        </ConfirmDialog>
      </Stack>
    </Card>
  );
}

/** The instructions for the person who does the work. */
function Given({ input }: { readonly input: Output }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="xs">
      {Object.entries(input).map(([name, value]) => (
        <div key={name}>
          <Text size="xs" c="dimmed">
            {name}
          </Text>
          <Text size="sm" lineClamp={3} style={{ overflowWrap: "anywhere" }}>
            {formatValue(value)}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}

interface OutputFieldProps {
  readonly output: Output;
  readonly names: readonly string[];
  readonly onChange: (output: Output) => void;
}

function OutputField({ output, names, onChange }: OutputFieldProps) {
  const [view, setView] = useState("rows");
  const help =
    names.length === 0
      ? "Names and values for later tasks. Empty values are omitted."
      : `Later tasks read ${names.join(", ")}. Empty values are omitted.`;
  return (
    <Stack gap={4}>
      {view === "rows" ? (
        <MemberRows label="Output" help={help} value={{ ...output }} onChange={onChange} names={names} />
      ) : (
        <JsonField
          label="Output"
          help={help}
          value={output}
          onChange={(value) => onChange(isObject(value) ? value : {})}
        />
      )}
      <SegmentedControl
        size="xs"
        w="fit-content"
        aria-label="Output format"
        data={[
          { value: "rows", label: "Names and values" },
          { value: "json", label: "JSON" },
        ]}
        value={view}
        onChange={setView}
      />
    </Stack>
  );
}

function useEndTask({ id: taskId, name }: EventWorkflowTask, message: string) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  const update = { taskId, ...(message === "" ? {} : { logs: [message] }) };
  const report = async (words: string) => {
    notifyDone(words);
    await queryClient.invalidateQueries({ queryKey: queryKeys.tasks.all() });
    await queryClient.invalidateQueries({ queryKey: queryKeys.processes.all() });
  };
  const complete = useMutation({
    mutationFn: (output: Output) => weft.tasks.complete({ ...update, output }),
    onSuccess: () => report(`${name} completed.`),
  });
  const fail = async () => {
    await weft.tasks.fail(message === "" ? update : { ...update, subtext: message.slice(0, subtextMax) });
    await report(`${name} failed.`);
  };
  return { complete, fail };
}

const subtextMax = 2_000;

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
      await queryClient.invalidateQueries({ queryKey: queryKeys.tasks.all() });
      await queryClient.invalidateQueries({ queryKey: queryKeys.processes.all() });
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
