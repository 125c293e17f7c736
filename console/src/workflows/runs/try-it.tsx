import { Alert, Anchor, Button, Group, Select, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { EntityName, EventWorkflow } from "@weft/client";
import { useState } from "react";
import { queryKeys } from "../../query-keys.ts";
import { useWeft } from "../../session/session.ts";
import { ErrorNote } from "../../ui/error-note.tsx";
import { Icon } from "../../ui/icon.tsx";
import { notifyError } from "../../ui/notify.ts";
import { isObject } from "../definition/draft.ts";
import { JsonField } from "../definition/json-field.tsx";
import { sampleEvent } from "../definition/placeholders.ts";
import { describeTrigger, isStartable, kindLabel, readTrigger, triggerKinds } from "../definition/trigger-key.ts";
import { useRun } from "../workflow-queries.ts";
import { RunTimeline } from "./run-timeline.tsx";

/** Starts a saved workflow manually, with a custom event, and shows the run. */
export function TryIt({ workflow }: { readonly workflow: EventWorkflow }) {
  const startable = workflow.triggers.filter(isStartable);
  const [triggerKey, setTriggerKey] = useState(startable[0] ?? "");
  const [event, setEvent] = useState<unknown>(() => sampleEvent(triggerKey));
  const start = useStart(workflow);
  const choose = (key: string | null) => {
    setTriggerKey(key ?? "");
    setEvent(sampleEvent(key ?? ""));
  };
  if (startable.length === 0) {
    return (
      <Text size="sm">
        This workflow has no trigger that can be started manually. To test it, add a manual trigger such as manual|try
        and save it.
      </Text>
    );
  }
  return (
    <Stack maw={820}>
      <Alert variant="outline" color="yellow" icon={<Icon name="info" />} title="This starts a real run">
        Its tasks change data and call other systems. The run uses the saved definition, version {workflow.version}.
      </Alert>
      <Select
        label="Trigger"
        data={startable.map((key) => ({ value: key, label: `${describeTrigger(key)} (${key})` }))}
        value={triggerKey}
        allowDeselect={false}
        onChange={choose}
      />
      <FillIn triggers={workflow.triggers} onEvent={setEvent} />
      <JsonField
        label="Event"
        help="Read by the condition and the tasks."
        value={event}
        onChange={setEvent}
        minHeight={160}
      />
      {start.error !== null && <ErrorNote error={start.error} />}
      <Group>
        <Button
          leftSection={<Icon name="play" />}
          loading={start.isPending}
          disabled={!workflow.isActive}
          onClick={() => start.mutate({ triggerKey, event: isObject(event) ? event : {} })}
        >
          Start run
        </Button>
        {!workflow.isActive && <Text size="sm">The workflow is disabled. Enable it to start a run.</Text>}
      </Group>
      {start.data !== undefined && <Started id={start.data} />}
    </Stack>
  );
}

function useStart({ id }: EventWorkflow) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (occasion: { readonly triggerKey: string; readonly event: Record<string, unknown> }) => {
      const body = { ...occasion, eventWorkflowId: id };
      return (await weft.call("request-event-workflows", { body })).results[0]?.id ?? "";
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.processes.lists() }),
  });
}

interface FillInProps {
  readonly triggers: readonly string[];
  readonly onEvent: (event: unknown) => void;
}

/** The newest entity of a kind that triggers the workflow, as it would be in an event. */
function FillIn({ triggers, onEvent }: FillInProps) {
  const weft = useWeft();
  const entityKey = triggers.find((key) => readTrigger(key).type === "entity") ?? "";
  const trigger = readTrigger(entityKey);
  const kind = triggerKinds.find((name) => trigger.type === "entity" && name === trigger.kind);
  const fill = useMutation({
    mutationFn: async (entityName: EntityName) => {
      const order = { orderField: "updatedOn", order: "desc" };
      return (await weft.entities.list({ entityName, limit: 1, order })).results[0];
    },
    onSuccess: (entity) => onEvent(sampleEvent(entityKey, isObject(entity) ? entity : undefined)),
    onError: notifyError,
  });
  if (kind === undefined) return null;
  return (
    <Button
      variant="default"
      size="compact-sm"
      w="fit-content"
      loading={fill.isPending}
      onClick={() => fill.mutate(kind)}
    >
      Use the last changed {kindLabel(kind)}
    </Button>
  );
}

function Started({ id }: { readonly id: string }) {
  const { data: run } = useRun(id);
  if (run === undefined) return null;
  return (
    <Stack gap="xs" component="section" aria-label="Started run">
      <Group justify="space-between">
        <Text fw={600}>Run started</Text>
        <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/processes/$id" params={{ id }} />}>
          View run
        </Anchor>
      </Group>
      <RunTimeline run={run} />
    </Stack>
  );
}
