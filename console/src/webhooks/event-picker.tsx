import { Badge, Checkbox, Group, Input, SimpleGrid, Stack, Table, TagsInput, Text, Tooltip } from "@mantine/core";
import { entityKinds } from "../entities/entity-kind.ts";
import {
  coversKey,
  describeKey,
  eventActions,
  everything,
  isCoveredByOther,
  namedEvents,
  suggestKeys,
  toggleKey,
} from "./event-keys.ts";

interface EventPickerProps {
  readonly value: readonly string[];
  readonly onChange: (events: string[]) => void;
  readonly error?: string | undefined;
}

/** Events as checkboxes; patterns and custom keys as text. */
export function EventPicker({ value, onChange, error }: EventPickerProps) {
  return (
    <Input.Wrapper
      label="Events"
      labelElement="div"
      description="Events to send. Select types and actions, or enter trigger keys below."
    >
      <Stack gap="xs" mt={6}>
        <EventCheckbox label="All events" eventKey={everything} events={value} onChange={onChange} />
        <KindTable value={value} onChange={onChange} />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" verticalSpacing={6}>
          {namedEvents.map(({ key, label }) => (
            <EventCheckbox key={key} label={label} eventKey={key} events={value} onChange={onChange} />
          ))}
        </SimpleGrid>
        <TagsInput
          label="Selected trigger keys"
          description="* matches a part or the whole key: item|*, *|delete. Custom events are eventType|actionType."
          value={[...value]}
          onChange={onChange}
          data={suggestKeys(value)}
          maxTags={50}
          clearable
          clearButtonProps={{ "aria-label": "Clear selection" }}
          error={error}
        />
      </Stack>
    </Input.Wrapper>
  );
}

function KindTable({ value, onChange }: EventPickerProps) {
  return (
    <Table.ScrollContainer minWidth={320}>
      <Table verticalSpacing={4} aria-label="Events by entity type">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Entity type</Table.Th>
            {eventActions.map((action) => (
              <Table.Th key={action} tt="capitalize">
                {action}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entityKinds.map(({ name, many: label }) => (
            <Table.Tr key={name}>
              <Table.Td>{label}</Table.Td>
              {eventActions.map((action) => (
                <Table.Td key={action}>
                  <EventCheckbox
                    hiddenLabel={`${label}: ${action}`}
                    eventKey={`${name}|${action}`}
                    events={value}
                    onChange={onChange}
                  />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

interface EventCheckboxProps {
  readonly label?: string;
  readonly hiddenLabel?: string;
  readonly eventKey: string;
  readonly events: readonly string[];
  readonly onChange: (events: string[]) => void;
}

function EventCheckbox({ label, hiddenLabel, eventKey, events, onChange }: EventCheckboxProps) {
  return (
    <Group>
      <Checkbox
        {...(label === undefined ? { "aria-label": hiddenLabel } : { label })}
        checked={coversKey(events, eventKey)}
        disabled={isCoveredByOther(events, eventKey)}
        onChange={() => onChange(toggleKey(events, eventKey))}
      />
    </Group>
  );
}

/** Events as text; the keys as a tooltip. */
export function EventList({
  events,
  shownMax = 50,
}: {
  readonly events: readonly string[];
  readonly shownMax?: number;
}) {
  const shown = events.slice(0, shownMax);
  return (
    <Group gap={6} wrap={shown.length < events.length ? "nowrap" : "wrap"}>
      {shown.map((key) => (
        <Tooltip key={key} label={key}>
          <Badge variant="default" radius="sm" tt="none" fw={500} style={{ flexShrink: 0 }}>
            {describeKey(key)}
          </Badge>
        </Tooltip>
      ))}
      {events.length > shown.length && (
        <Text size="xs" c="dimmed" style={{ whiteSpace: "nowrap" }}>
          and {events.length - shown.length} more
        </Text>
      )}
    </Group>
  );
}
