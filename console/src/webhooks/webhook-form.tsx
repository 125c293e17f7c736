import { ActionIcon, Button, Drawer, Group, Input, NumberInput, Stack, Textarea, TextInput } from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { useDebouncedValue } from "@mantine/hooks";
import { useMutation, useQuery } from "@tanstack/react-query";
import { ApiError, type CreatedWebhook, type Webhook } from "@weft/client";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { Icon } from "../ui/icon.tsx";
import { AuthFields } from "./auth-fields.tsx";
import { EventPicker } from "./event-picker.tsx";
import {
  createBody,
  draftOf,
  emptyDraft,
  errorsByField,
  isShownByFields,
  updateBody,
  validateDraft,
  type WebhookDraft,
} from "./webhook-draft.ts";

interface WebhookFormProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Undefined to create one. */
  readonly before?: Webhook;
  /** Set when the service generated a secret. */
  readonly onSaved: (saved: CreatedWebhook) => void;
}

/** Creates or updates a webhook. */
export function WebhookForm({ opened, onClose, before, onSaved }: WebhookFormProps) {
  const title = before === undefined ? "New webhook" : "Edit webhook";
  return (
    <Drawer opened={opened} onClose={onClose} title={title} position="right" size="lg" padding="lg">
      <Fields onClose={onClose} before={before} onSaved={onSaved} />
    </Drawer>
  );
}

interface FieldsProps {
  readonly onClose: () => void;
  readonly before: Webhook | undefined;
  readonly onSaved: (saved: CreatedWebhook) => void;
}

function Fields({ onClose, before, onSaved }: FieldsProps) {
  const form = useForm<WebhookDraft>({
    initialValues: before === undefined ? emptyDraft : draftOf(before),
    validate: (draft) => validateDraft(draft, before),
  });
  const save = useSave(before);
  const advice = useAdvice(form.values, before);
  const submit = (draft: WebhookDraft) =>
    save.mutate(draft, { onSuccess: onSaved, onError: (error) => form.setErrors(errorsByField(error)) });
  const errorOf = (field: keyof WebhookDraft) => form.errors[field] ?? advice[field];
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack gap="lg">
        <TextInput
          label="URL"
          placeholder="https://shop.example/weft"
          description="The service posts messages to it. The operator must allow private addresses."
          inputMode="url"
          data-autofocus
          {...form.getInputProps("url")}
          error={errorOf("url")}
        />
        <TextInput
          label="Description"
          placeholder="Shop"
          description="Its purpose. The first line is shown as its name."
          {...form.getInputProps("description")}
          error={errorOf("description")}
        />
        <EventPicker
          value={form.values.events}
          onChange={(events) => form.setFieldValue("events", events)}
          error={asText(errorOf("events"))}
        />
        <Textarea
          label="Filter"
          placeholder="{newData.status} === 'approved'"
          description="An expression over the event. Events for which it is false are not sent. Default: all are sent."
          autosize
          minRows={1}
          classNames={{ input: "mono" }}
          {...form.getInputProps("filter")}
          error={errorOf("filter")}
        />
        <AuthFields form={form} before={before} />
        <HeaderRows form={form} />
        <NumberInput
          label="Timeout (seconds)"
          description="Until the last byte of the response, 1 to 30 seconds."
          suffix=" s"
          min={1}
          max={30}
          maw={200}
          {...form.getInputProps("timeoutSeconds")}
        />
        {save.error !== null && !isShownByFields(save.error) && <ErrorNote error={save.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            {before === undefined ? "Create webhook" : "Save"}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function asText(error: unknown): string | undefined {
  return typeof error === "string" ? error : undefined;
}

function useSave(before: Webhook | undefined) {
  const write = useWrite(before);
  return useMutation({ mutationFn: (draft: WebhookDraft): Promise<CreatedWebhook> => write(draft, { dryRun: false }) });
}

function useWrite(before: Webhook | undefined) {
  const weft = useWeft();
  return (draft: WebhookDraft, { dryRun, signal }: { readonly dryRun: boolean; readonly signal?: AbortSignal }) => {
    const query = dryRun ? { dryRun } : {};
    return before === undefined
      ? weft.call("create-webhook", { query, body: createBody(draft) }, { signal })
      : weft.call(
          "update-webhook",
          { params: { id: before.id }, query, body: updateBody(draft) },
          { signal, ifMatch: before.version },
        );
  };
}

const pauseMs = 600;

/** While the user types, the service validates the URL and the keys. */
function useAdvice(draft: WebhookDraft, before: Webhook | undefined): Record<string, string> {
  const write = useWrite(before);
  const [settled] = useDebouncedValue(draft, pauseMs);
  const advice = useQuery({
    queryKey: queryKeys.webhooks.advice(before?.id, settled),
    queryFn: async ({ signal }) => {
      try {
        await write(settled, { dryRun: true, signal });
        return {};
      } catch (error) {
        if (error instanceof ApiError && error.status === 400) return errorsByField(error);
        throw error;
      }
    },
    enabled: Object.keys(validateDraft(settled, before)).length === 0,
    gcTime: 0,
  });
  return settled === draft ? (advice.data ?? {}) : {};
}

const headersMax = 20;

/** Custom headers, one row each. */
function HeaderRows({ form }: { readonly form: UseFormReturnType<WebhookDraft> }) {
  const { headers } = form.values;
  const change = (next: WebhookDraft["headers"]) => form.setFieldValue("headers", [...next]);
  return (
    <Input.Wrapper
      label="Headers"
      labelElement="div"
      description="Sent with every message. Do not put secrets here: every user who can see the webhook can read them."
      error={form.errors["headers"]}
    >
      <Stack gap="xs" mt={6} align="flex-start">
        {headers.map((header, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: Rows have no id, and are only added at the end.
          <Group key={row} gap="xs" wrap="nowrap" w="100%">
            <TextInput
              flex={1}
              aria-label={`Name of header ${row + 1}`}
              placeholder="X-Shop"
              value={header.name}
              onChange={({ currentTarget: { value } }) => change(headers.with(row, { ...header, name: value }))}
            />
            <TextInput
              flex={1}
              aria-label={`Value of header ${row + 1}`}
              placeholder="eu"
              value={header.value}
              onChange={({ currentTarget: { value } }) => change(headers.with(row, { ...header, value }))}
            />
            <ActionIcon
              variant="default"
              size="lg"
              aria-label={`Remove header ${row + 1}`}
              onClick={() => change(headers.toSpliced(row, 1))}
            >
              <Icon name="close" size={16} />
            </ActionIcon>
          </Group>
        ))}
        {headers.length < headersMax && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => change([...headers, { name: "", value: "" }])}
          >
            Add header
          </Button>
        )}
      </Stack>
    </Input.Wrapper>
  );
}
