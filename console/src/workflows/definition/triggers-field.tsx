import {
  ActionIcon,
  Autocomplete,
  Button,
  Card,
  Group,
  Input,
  Menu,
  Select,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { queryKeys } from "../../query-keys.ts";
import { useWeft } from "../../session/session.ts";
import { Icon } from "../../ui/icon.tsx";
import type { EditorProps } from "./edit-draft.ts";
import { errorAt } from "./field-errors.ts";
import { FieldPlace } from "./field-place.tsx";
import {
  describeSchedule,
  describeTrigger,
  entityActions,
  kindLabel,
  readTrigger,
  schedules,
  type Trigger,
  triggerKinds,
  triggerTypes,
  writeTrigger,
} from "./trigger-key.ts";

/** The triggers of the workflow: each as text, with its parts to choose from. */
export function TriggersField({ draft, dispatch, errors }: EditorProps) {
  const { triggers } = draft;
  const set = (next: readonly string[]) => dispatch({ type: "change", change: { triggers: next } });
  return (
    <Input.Wrapper label="Triggers" description="Each of these events starts a run." labelElement="div">
      <Stack gap="xs" mt={6}>
        {triggers.map((key, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: A trigger is identified by its position.
          <FieldPlace key={index} pointer={`triggers/${index}`}>
            <TriggerRow
              value={key}
              place={index + 1}
              error={errorAt(errors, `triggers/${index}`)}
              onChange={(next) => set(triggers.toSpliced(index, 1, next))}
              onRemove={() => set(triggers.toSpliced(index, 1))}
            />
          </FieldPlace>
        ))}
        <AddTrigger onAdd={(key) => set([...triggers, key])} />
        {triggers.length === 0 && (
          <Text size="sm" c="dimmed">
            Without triggers, the workflow never runs.
          </Text>
        )}
      </Stack>
    </Input.Wrapper>
  );
}

function AddTrigger({ onAdd }: { readonly onAdd: (key: string) => void }) {
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <Button variant="default" size="compact-sm" leftSection={<Icon name="plus" size={14} />} w="fit-content">
          Add trigger
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {Object.entries(triggerTypes).map(([type, { label, start }]) => (
          <Menu.Item key={type} onClick={() => onAdd(start)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface TriggerRowProps {
  readonly value: string;
  readonly place: number;
  readonly error: string | undefined;
  readonly onChange: (key: string) => void;
  readonly onRemove: () => void;
}

function TriggerRow({ value, place, error, onChange, onRemove }: TriggerRowProps) {
  const trigger = readTrigger(value);
  return (
    <Card withBorder p="xs" role="group" aria-label={`Trigger ${place}`}>
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
        <Stack gap={6} style={{ flex: 1, minWidth: 0 }}>
          <Text size="sm" fw={550}>
            {describeTrigger(value)}{" "}
            <Text span size="xs" c="dimmed" className="mono">
              {value}
            </Text>
          </Text>
          <TriggerParts trigger={trigger} onChange={(next) => onChange(writeTrigger(next))} />
          {error !== undefined && <Input.Error>{error}</Input.Error>}
        </Stack>
        <ActionIcon variant="subtle" color="gray" aria-label={`Remove trigger ${place}`} onClick={onRemove}>
          <Icon name="close" size={16} />
        </ActionIcon>
      </Group>
    </Card>
  );
}

interface PartsProps<Part extends Trigger> {
  readonly trigger: Part;
  readonly onChange: (trigger: Trigger) => void;
}

function TriggerParts({ trigger, onChange }: PartsProps<Trigger>) {
  switch (trigger.type) {
    case "entity":
      return <EntityParts trigger={trigger} onChange={onChange} />;
    case "publish":
      return null;
    case "load":
    case "run":
      return (
        <Select
          size="sm"
          aria-label="Result"
          data={["completed", "failed"]}
          value={trigger.outcome}
          allowDeselect={false}
          onChange={(outcome) => outcome !== null && onChange({ ...trigger, outcome })}
        />
      );
    case "manual":
      return (
        <TextInput
          aria-label="Key"
          value={trigger.key}
          onChange={(event) => onChange({ ...trigger, key: event.currentTarget.value })}
        />
      );
    case "schedule":
      return <ScheduleParts trigger={trigger} onChange={onChange} />;
    case "webhook":
      return <WebhookParts trigger={trigger} onChange={onChange} />;
    case "external":
      return <ExternalParts trigger={trigger} onChange={onChange} />;
  }
}

function EntityParts({ trigger, onChange }: PartsProps<Extract<Trigger, { type: "entity" }>>) {
  return (
    <Group gap="xs" grow>
      <Select
        aria-label="Entity type"
        data={triggerKinds.map((kind) => ({ value: kind, label: kindLabel(kind) }))}
        value={trigger.kind}
        allowDeselect={false}
        onChange={(kind) => kind !== null && onChange({ ...trigger, kind })}
      />
      <Select
        aria-label="Event"
        data={[...entityActions]}
        value={trigger.action}
        allowDeselect={false}
        onChange={(action) => action !== null && onChange({ ...trigger, action })}
      />
    </Group>
  );
}

function ScheduleParts({ trigger, onChange }: PartsProps<Extract<Trigger, { type: "schedule" }>>) {
  return (
    <Autocomplete
      aria-label="Schedule"
      description="Minute, hour, day of the month, month, day of the week, in the time zone of the organization."
      className="mono"
      data={schedules.map(({ expression }) => expression)}
      filter={({ options }) => options}
      renderOption={({ option }) => describeSchedule(option.value)}
      value={trigger.expression}
      onChange={(expression) => onChange({ ...trigger, expression })}
    />
  );
}

function WebhookParts({ trigger, onChange }: PartsProps<Extract<Trigger, { type: "webhook" }>>) {
  const weft = useWeft();
  const { data = [] } = useQuery({
    queryKey: queryKeys.inboundWebhooks.triggers(),
    queryFn: async ({ signal }) =>
      (await weft.call("list-inbound-webhooks", { query: { limit: 1_000 } }, { signal })).results,
  });
  return (
    <Stack gap={4}>
      <Select
        aria-label="Inbound webhook"
        placeholder={data.length === 0 ? "No inbound webhooks yet" : "Select one"}
        data={data.map(({ id, name }) => ({ value: id, label: name }))}
        value={trigger.id === "" ? null : trigger.id}
        onChange={(id) => onChange({ ...trigger, id: id ?? "" })}
      />
      <Text size="xs" c="dimmed">
        <Link to="/inbound-webhooks">Inbound webhooks</Link> are URLs that other systems call.
      </Text>
    </Stack>
  );
}

function ExternalParts({ trigger, onChange }: PartsProps<Extract<Trigger, { type: "external" }>>) {
  return (
    <Group gap="xs" grow>
      <TextInput
        aria-label="Event type"
        value={trigger.eventType}
        onChange={(event) => onChange({ ...trigger, eventType: event.currentTarget.value.replaceAll("|", "") })}
      />
      <TextInput
        aria-label="Action type"
        value={trigger.actionType}
        onChange={(event) => onChange({ ...trigger, actionType: event.currentTarget.value.replaceAll("|", "") })}
      />
    </Group>
  );
}
