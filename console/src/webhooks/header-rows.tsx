import { ActionIcon, Button, Group, Input, Stack, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { Icon } from "../ui/icon.tsx";
import type { WebhookDraft } from "./webhook-draft.ts";

const headersMax = 20;

/** Custom headers, one row each. */
export function HeaderRows({ form }: { readonly form: UseFormReturnType<WebhookDraft> }) {
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
