import { ActionIcon, Button, Group, Input, NumberInput, Select, Stack, Text } from "@mantine/core";
import { entityKinds } from "../entities/entity-kind.ts";
import { Icon } from "../ui/icon.tsx";
import type { RetentionRow } from "./retention-rows.ts";

interface ChangeRetentionProps {
  readonly rows: readonly RetentionRow[];
  readonly onChange: (rows: readonly RetentionRow[]) => void;
  readonly error: string | undefined;
}

/** The types whose changes are recorded. */
const recordedTypes = [
  ...entityKinds.map(({ name }) => name),
  "entity-type",
  "option-set",
  "event-workflow",
  "webhook",
  "role",
  "org",
];

/** The retention of change records, by type. */
export function ChangeRetention({ rows, onChange, error }: ChangeRetentionProps) {
  const replace = (place: number, row: RetentionRow) =>
    onChange(rows.map((old, index) => (index === place ? row : old)));
  return (
    <Input.Wrapper
      label="Changes (days)"
      labelElement="div"
      description="Older changes are deleted. Changes of other types are kept forever."
      error={error}
      maw={720}
    >
      <Stack gap="xs" mt={6}>
        {rows.length === 0 && <Text size="sm">All changes are kept forever.</Text>}
        {rows.map((row, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: A row has no other key while its type is being selected.
          <Group key={place} gap="xs" wrap="nowrap">
            <Select
              aria-label={`Type of row ${place + 1}`}
              data={recordedTypes}
              value={row.entityType}
              onChange={(entityType) => replace(place, { ...row, entityType: entityType ?? "" })}
              flex={1}
            />
            <NumberInput
              aria-label={`Days of row ${place + 1}`}
              suffix=" days"
              value={row.days}
              onChange={(days) => replace(place, { ...row, days })}
              flex={1}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove row ${place + 1}`}
              onClick={() => onChange(rows.filter((_row, index) => index !== place))}
            >
              <Icon name="close" size={16} />
            </ActionIcon>
          </Group>
        ))}
        <div>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => onChange([...rows, { entityType: "", days: 365 }])}
          >
            Add type
          </Button>
        </div>
      </Stack>
    </Input.Wrapper>
  );
}
