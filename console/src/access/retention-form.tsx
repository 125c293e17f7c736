import { Alert, Button, Group, List, NumberInput, SimpleGrid, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError, type Org } from "@weft/client";
import { useState } from "react";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { dayMs } from "../ui/durations.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { formatTime } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { notifyDone } from "../ui/notify.ts";
import { useLeaveGuard } from "../ui/use-leave-guard.tsx";
import { orgQuery } from "./access-queries.ts";
import { ChangeRetention } from "./change-retention.tsx";
import {
  type ExpiringData,
  effectiveDays,
  findDaysError,
  findExpiring,
  findRetentionError,
  type KeptData,
  type KeptField,
  keptDataOf,
  keptFields,
  keptLabels,
  type RetentionValues,
  retentionUpdate,
  retentionValues,
} from "./retention-rows.ts";

interface RetentionFormProps {
  readonly org: Org;
  readonly results: readonly KeptData[];
}

/** Keeps what was typed until it is saved or discarded, also when someone else saves meanwhile. */
export function RetentionForm({ org, results }: RetentionFormProps) {
  const { form, save, write, discard, overwrite } = useRetentionForm(org, results);
  const [expiring, setExpiring] = useState<readonly ExpiringData[]>([]);
  const question = useLeaveGuard({ mayLeave: () => !form.isDirty(), isKeptOnPage: true });
  const submit = (values: RetentionValues) => {
    const next = findExpiring(results, values, Date.now());
    setExpiring(next);
    if (next.length === 0) void write().catch(() => {});
  };
  const typesError = form.errors["types"];
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate aria-label="Retention">
      {question}
      <Stack>
        <ChangeRetention
          rows={form.values.types}
          onChange={(types) => form.setFieldValue("types", types)}
          error={typeof typesError === "string" ? typesError : undefined}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} maw={720}>
          {keptFields.map((field) => (
            <DaysInput
              key={field}
              field={field}
              row={keptDataOf(field, results)}
              input={form.getInputProps(field)}
              value={form.values[field]}
            />
          ))}
        </SimpleGrid>
        {save.error !== null && expiring.length === 0 && (
          <SaveError error={save.error} onDiscard={discard} onOverwrite={overwrite} />
        )}
        <Group>
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            Save retention
          </Button>
        </Group>
      </Stack>
      <ExpiringDialog expiring={expiring} onClose={() => setExpiring([])} save={() => write().catch(keepConflict)} />
    </form>
  );
}

function useRetentionForm(org: Org, results: readonly KeptData[]) {
  const [before, setBefore] = useState(org);
  const minDaysOf = (field: KeptField) => keptDataOf(field, results)?.minDays ?? 1;
  const daysRules = keptFields.map((field) => [
    field,
    (value: number | string) => findDaysError(value, minDaysOf(field)) ?? null,
  ]);
  const form = useForm<RetentionValues>({
    initialValues: retentionValues(before),
    validate: { types: (value) => findRetentionError(value) ?? null, ...Object.fromEntries(daysRules) },
  });
  const begin = (stored: Org) => {
    setBefore(stored);
    form.setInitialValues(retentionValues(stored));
    form.setValues(retentionValues(stored));
  };
  const { save, readAgain } = useSaveRetention(begin);
  // The rest of the settings has a form of its own, which changes the version of the organization too.
  const isSame = JSON.stringify(retentionValues(org)) === JSON.stringify(retentionValues(before));
  return {
    form,
    save,
    write: () => save.mutateAsync({ before, values: form.values, version: isSame ? org.version : before.version }),
    discard: async () => {
      begin(await readAgain());
      save.reset();
    },
    overwrite: async () => {
      const theirs = await readAgain();
      save.mutate({ before: theirs, values: form.values, version: theirs.version });
    },
  };
}

interface ExpiringDialogProps {
  readonly expiring: readonly ExpiringData[];
  readonly onClose: () => void;
  readonly save: () => Promise<unknown>;
}

function ExpiringDialog({ expiring, onClose, save }: ExpiringDialogProps) {
  return (
    <ConfirmDialog
      opened={expiring.length > 0}
      onClose={onClose}
      title="Delete expired data"
      confirmLabel="Save and delete"
      act={save}
    >
      <Text size="sm">With these days, the following data expires. Its deletion cannot be undone.</Text>
      <List size="sm">
        {expiring.map((data) => (
          <List.Item key={data.label}>{describeExpiring(data)}</List.Item>
        ))}
      </List>
    </ConfirmDialog>
  );
}

/** The form shows a conflict itself, with what can be done about it. */
function keepConflict(error: unknown): void {
  if (!isConflict(error)) throw error;
}

function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === 412;
}

function describeExpiring({ label, expiresBefore, nextRunOn }: ExpiringData): string {
  const what =
    expiresBefore === undefined
      ? "older than the operator's default"
      : `before ${formatTime(expiresBefore.toISOString())}`;
  const when = nextRunOn === null ? "by the next run" : `by the run of ${formatTime(nextRunOn)}`;
  return `${label}: ${what}, ${when}.`;
}

interface DaysInputProps {
  readonly field: KeptField;
  readonly row: KeptData | undefined;
  readonly input: object;
  readonly value: number | string;
}

function DaysInput({ field, row, input, value }: DaysInputProps) {
  const days = effectiveDays(field, value, row);
  return (
    <NumberInput
      label={`${keptLabels[field]} (days)`}
      description={`${limitsOf(field, row)} ${describeDays(days, row)}`}
      placeholder="Default"
      allowDecimal={false}
      {...input}
    />
  );
}

function limitsOf(field: KeptField, row: KeptData | undefined): string {
  const minimum = row === undefined || row.minDays <= 1 ? "" : `At least ${row.minDays}. `;
  const ownDefault = effectiveDays(field, "", row);
  const text = ownDefault === undefined ? "set by the operator" : ownDefault === null ? "kept" : String(ownDefault);
  return `${minimum}Default: ${text}.`;
}

function describeDays(days: number | null | undefined, row: KeptData | undefined): string {
  if (days === undefined) return "";
  if (days === null) return "Nothing is deleted.";
  if (!Number.isFinite(days)) return "";
  const run = row?.nextRunOn == null ? "" : `; next run ${formatTime(row.nextRunOn)}`;
  return `Deletes what is older than ${formatTime(new Date(Date.now() - days * dayMs).toISOString())}${run}.`;
}

interface SaveErrorProps {
  readonly error: unknown;
  readonly onDiscard: () => Promise<void>;
  readonly onOverwrite: () => Promise<void>;
}

function SaveError({ error, onDiscard, onOverwrite }: SaveErrorProps) {
  if (!isConflict(error)) return <ErrorNote error={error} />;
  return (
    <Alert
      variant="outline"
      color="yellow"
      icon={<Icon name="warning" />}
      title="Someone else saved first"
      role="alert"
    >
      <Stack gap="xs">
        <Text size="sm" c="var(--weft-text)">
          Your changes are not saved: the settings of the organization were changed since you opened them.
        </Text>
        <Group>
          <Button size="compact-sm" variant="default" onClick={() => void onDiscard()}>
            Discard my changes
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => void onOverwrite()}>
            Overwrite theirs
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

interface Write {
  readonly before: Org;
  readonly values: RetentionValues;
  readonly version: number;
}

function useSaveRetention(onSaved: (stored: Org) => void) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: ({ before, values, version }: Write) =>
      weft.call("update-org", { body: retentionUpdate(before, values) }, { ifMatch: version }),
    onSuccess: async (stored) => {
      notifyDone("Retention saved.");
      onSaved(stored);
      await queryClient.invalidateQueries({ queryKey: queryKeys.org.all() });
    },
  });
  const readAgain = () => queryClient.fetchQuery({ ...orgQuery(weft), staleTime: 0 });
  return { save, readAgain };
}
