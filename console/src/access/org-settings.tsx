import { Button, Group, NumberInput, Paper, Select, Stack, Text, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Org } from "@weft/client";
import { queryKeys } from "../query-keys.ts";
import { useSession, useWeft } from "../session/session.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { notifyDone } from "../ui/notify.ts";
import { orgQuery } from "./access-queries.ts";

export function OrgSettings() {
  const org = useQuery(orgQuery(useWeft()));
  return (
    <Paper withBorder p="md" component="section" aria-label="Organization">
      <Stack>
        <Title order={2} fz="md">
          Organization
        </Title>
        <Loaded query={org}>{(found) => <SettingsForm key={keyOf(found)} org={found} />}</Loaded>
      </Stack>
    </Paper>
  );
}

/** Other forms change the organization too, and must not discard what was typed into this one. */
function keyOf({ name, timeZone, keyLifetimeDays }: Org): string {
  return JSON.stringify([name, timeZone, keyLifetimeDays]);
}

interface Settings {
  readonly name: string;
  readonly timeZone: string;
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
      keyLifetimeDays: org.keyLifetimeDays ?? "",
    },
    validate: {
      name: (value) => (value.trim() === "" ? "Enter a name." : null),
    },
  });
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
    mutationFn: ({ name, timeZone, keyLifetimeDays }: Settings) => {
      const body = {
        name: name.trim(),
        timeZone,
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
