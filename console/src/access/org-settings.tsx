import {
  ActionIcon,
  Button,
  Group,
  Input,
  NumberInput,
  Paper,
  Select,
  Stack,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Org } from "@weft/client";
import { entityKinds } from "../entities/entity-kind.ts";
import { queryKeys } from "../query-keys.ts";
import { useSession, useWeft } from "../session/session.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { Icon } from "../ui/icon.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { notifyDone } from "../ui/notify.ts";
import { orgQuery } from "./access-queries.ts";
import { findRetentionError, type RetentionRow, retentionChange, retentionRows } from "./retention-rows.ts";

export function OrgSettings() {
  const org = useQuery(orgQuery(useWeft()));
  return (
    <Paper withBorder p="md" component="section" aria-label="Organization">
      <Stack>
        <Title order={2} fz="md">
          Organization
        </Title>
        <Loaded query={org}>{(found) => <SettingsForm key={found.version} org={found} />}</Loaded>
      </Stack>
    </Paper>
  );
}

const auditDaysMin = 90;

interface Settings {
  readonly name: string;
  readonly timeZone: string;
  readonly retention: readonly RetentionRow[];
  /** An empty text means the operator's default. */
  readonly auditRetentionDays: number | string;
  /** An empty text means no limit. */
  readonly keyLifetimeDays: number | string;
}

function SettingsForm({ org }: { readonly org: Org }) {
  const { isAdministrator } = useSession().who;
  const save = useSaveSettings(org);
  const form = useForm<Settings>({
    initialValues: {
      name: org.name,
      timeZone: org.timeZone,
      retention: retentionRows(org.retention),
      auditRetentionDays: org.auditRetentionDays ?? "",
      keyLifetimeDays: org.keyLifetimeDays ?? "",
    },
    validate: {
      name: (value) => (value.trim() === "" ? "Enter a name." : null),
      retention: (value) => findRetentionError(value) ?? null,
      auditRetentionDays: (value) =>
        value === "" || Number(value) >= auditDaysMin ? null : `Enter at least ${auditDaysMin} days for audit entries.`,
    },
  });
  const retentionError = form.errors["retention"];
  return (
    <form onSubmit={form.onSubmit((settings) => save.mutate(settings))} noValidate>
      <Stack maw={560}>
        {!isAdministrator && (
          <Text size="sm" c="dimmed">
            An administrator can change these settings.
          </Text>
        )}
        <TextInput label="Short name" description="For sign-ins and keys. Read-only." value={org.slug} readOnly />
        <TextInput label="Name" readOnly={!isAdministrator} {...form.getInputProps("name")} />
        <Select
          label="Time zone"
          description="Used for days in charts and dates in filters."
          data={timeZones(org.timeZone)}
          searchable
          allowDeselect={false}
          readOnly={!isAdministrator}
          {...form.getInputProps("timeZone")}
        />
        <RetentionField
          rows={form.values.retention}
          onChange={(rows) => form.setFieldValue("retention", rows)}
          isReadOnly={!isAdministrator}
          error={typeof retentionError === "string" ? retentionError : undefined}
        />
        <NumberInput
          label="Audit log retention (days)"
          description={`At least ${auditDaysMin}. Default: set by the operator.`}
          readOnly={!isAdministrator}
          allowDecimal={false}
          {...form.getInputProps("auditRetentionDays")}
        />
        <NumberInput
          label="API key lifetime (days)"
          description="The maximum and default lifetime of a new key. Default: no limit."
          readOnly={!isAdministrator}
          allowDecimal={false}
          min={1}
          max={3650}
          {...form.getInputProps("keyLifetimeDays")}
        />
        <Text size="sm" c="dimmed">
          {org.egressAddresses.length === 0
            ? "Outbound calls have no fixed address."
            : `Outbound calls come from ${org.egressAddresses.join(", ")}.`}
        </Text>
        {save.error !== null && <ErrorNote error={save.error} />}
        {isAdministrator && (
          <Group>
            <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
              Save settings
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

function useSaveSettings(org: Org) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ name, timeZone, retention, auditRetentionDays, keyLifetimeDays }: Settings) => {
      const body = {
        name: name.trim(),
        timeZone,
        retention: retentionChange(org.retention, retention),
        auditRetentionDays: auditRetentionDays === "" ? null : Number(auditRetentionDays),
        keyLifetimeDays: keyLifetimeDays === "" ? null : Number(keyLifetimeDays),
      };
      return weft.call("update-org", { body }, { ifMatch: org.version });
    },
    onSuccess: async () => {
      notifyDone("Settings saved.");
      await queryClient.invalidateQueries({ queryKey: queryKeys.org.all() });
      await queryClient.invalidateQueries({ queryKey: queryKeys.session.all() });
    },
  });
}

function timeZones(current: string): string[] {
  return [...new Set(["UTC", current, ...Intl.supportedValuesOf("timeZone")])];
}

interface RetentionFieldProps {
  readonly rows: readonly RetentionRow[];
  readonly onChange: (rows: readonly RetentionRow[]) => void;
  readonly isReadOnly: boolean;
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

function RetentionField({ rows, onChange, isReadOnly, error }: RetentionFieldProps) {
  const replace = (place: number, row: RetentionRow) =>
    onChange(rows.map((old, index) => (index === place ? row : old)));
  return (
    <Input.Wrapper
      label="Change retention (days)"
      labelElement="div"
      description="Older changes are deleted. Changes of other types are kept forever."
      error={error}
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
              readOnly={isReadOnly}
              flex={1}
            />
            <NumberInput
              aria-label={`Days of row ${place + 1}`}
              suffix=" days"
              value={row.days}
              onChange={(days) => replace(place, { ...row, days })}
              readOnly={isReadOnly}
              flex={1}
            />
            {!isReadOnly && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove row ${place + 1}`}
                onClick={() => onChange(rows.filter((_row, index) => index !== place))}
              >
                <Icon name="close" size={16} />
              </ActionIcon>
            )}
          </Group>
        ))}
        {!isReadOnly && (
          <div>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => onChange([...rows, { entityType: "", days: 365 }])}
            >
              Add type
            </Button>
          </div>
        )}
      </Stack>
    </Input.Wrapper>
  );
}
