import { Button, Group, PasswordInput, Radio, Stack, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { Webhook } from "@weft/client";
import { keepsSecret, type WebhookDraft } from "./webhook-draft.ts";

interface AuthFieldsProps {
  readonly form: UseFormReturnType<WebhookDraft>;
  readonly before: Webhook | undefined;
}

/** How the receiver authenticates a message. */
export function AuthFields({ form, before }: AuthFieldsProps) {
  const { authType } = form.values;
  return (
    <Stack gap="sm">
      <Radio.Group label="Authentication" {...form.getInputProps("authType")}>
        <Stack gap="xs" mt="xs">
          <Radio
            value="hmac"
            label="Signature (recommended)"
            description="Standard Webhooks signature with a shared secret. The secret is never sent."
          />
          <Radio
            value="header"
            label="Header with a fixed value"
            description="For receivers that expect a token. The token is part of every message."
          />
          <Radio value="none" label="None" description="For receivers that allow only our addresses." />
        </Stack>
      </Radio.Group>
      {authType === "hmac" && <SecretField form={form} before={before} />}
      {authType === "header" && <HeaderFields form={form} before={before} />}
    </Stack>
  );
}

function SecretField({ form, before }: AuthFieldsProps) {
  const keeps = keepsSecret(form.values, before);
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <PasswordInput
        label="Secret"
        flex={1}
        autoComplete="off"
        placeholder={keeps ? "Keeps the current secret" : before === undefined ? "Default: generated" : "whsec_…"}
        description={
          before === undefined
            ? "whsec_ and 24 to 64 bytes in base64. A generated secret is shown once, after saving."
            : "A secret entered here replaces all previous ones immediately. Rotate the secret to keep both valid for a while."
        }
        {...form.getInputProps("secret")}
      />
      {before !== undefined && !keeps && (
        <Button variant="default" onClick={() => form.setFieldValue("secret", makeSecret())}>
          Generate
        </Button>
      )}
    </Group>
  );
}

function HeaderFields({ form, before }: AuthFieldsProps) {
  const hint = before?.auth.type === "header" && keepsSecret(form.values, before) ? before.auth.valueHint : undefined;
  return (
    <Group align="flex-start" grow preventGrowOverflow={false} gap="xs">
      <TextInput label="Header name" placeholder="X-Token" {...form.getInputProps("headerName")} />
      <PasswordInput
        label="Value"
        autoComplete="off"
        placeholder={hint === undefined ? "" : `Keeps the value that ends in ${hint}`}
        {...form.getInputProps("headerValue")}
      />
    </Group>
  );
}

const secretBytes = 32;

/** A signing secret in the Standard Webhooks format. */
function makeSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(secretBytes));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}
