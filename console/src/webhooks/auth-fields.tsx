import { Button, Group, PasswordInput, Radio, Stack, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { Webhook } from "@weft/client";
import { makeSecret } from "./make-secret.ts";
import { keepsSecret, type WebhookDraft } from "./webhook-draft.ts";

interface AuthFieldsProps {
  readonly form: UseFormReturnType<WebhookDraft>;
  readonly before: Webhook | undefined;
}

/** How the receiver knows that a message is ours. */
export function AuthFields({ form, before }: AuthFieldsProps) {
  const { authType } = form.values;
  return (
    <Stack gap="sm">
      <Radio.Group label="How the receiver knows that it is us" {...form.getInputProps("authType")}>
        <Stack gap="xs" mt="xs">
          <Radio
            value="hmac"
            label="Every message is signed (recommended)"
            description="By the Standard Webhooks scheme, with a secret that both sides know and nobody sends."
          />
          <Radio
            value="header"
            label="A header with a fixed value"
            description="For receivers that expect a token. Whoever sees a message sees it too."
          />
          <Radio value="none" label="Not at all" description="For receivers that let in our addresses only." />
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
        placeholder={keeps ? "The one that it has stays" : before === undefined ? "Left empty, one is made" : "whsec_…"}
        description={
          before === undefined
            ? "whsec_ and 24 to 64 bytes in base64. One that is made is shown once, after saving."
            : "A secret that is typed here takes the place of all before at once. Rotating lets both sign for a while."
        }
        {...form.getInputProps("secret")}
      />
      {before !== undefined && !keeps && (
        <Button variant="default" onClick={() => form.setFieldValue("secret", makeSecret())}>
          Make one
        </Button>
      )}
    </Group>
  );
}

function HeaderFields({ form, before }: AuthFieldsProps) {
  const hint = before?.auth.type === "header" && keepsSecret(form.values, before) ? before.auth.valueHint : undefined;
  return (
    <Group align="flex-start" grow preventGrowOverflow={false} gap="xs">
      <TextInput label="Name of the header" placeholder="X-Token" {...form.getInputProps("headerName")} />
      <PasswordInput
        label="Value"
        autoComplete="off"
        placeholder={hint === undefined ? "" : `The one that ends in ${hint} stays`}
        {...form.getInputProps("headerValue")}
      />
    </Group>
  );
}
