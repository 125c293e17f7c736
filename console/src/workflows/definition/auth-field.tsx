import { Button, Fieldset, PasswordInput, Select, Stack, TextInput } from "@mantine/core";
import { isObject } from "./draft.ts";

interface AuthFieldProps {
  readonly label: string;
  readonly help: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly error: string | undefined;
  /** Whether it was saved before, and so may have a secret that is never shown. */
  readonly isSaved: boolean;
}

const types = [
  { value: "none", label: "None" },
  { value: "header", label: "Header with a secret value" },
  { value: "hmac", label: "Signature (Standard Webhooks)" },
];

/** How a call is authenticated. Secrets are write-only. */
export function AuthField({ label, help, value, onChange, error, isSaved }: AuthFieldProps) {
  const auth = isObject(value) ? value : {};
  const type = typeof auth["type"] === "string" ? auth["type"] : "none";
  const kept = isSaved ? "Stored. Type to replace it" : "";
  return (
    <Stack gap="xs">
      <Select
        label={label}
        description={help}
        data={types}
        value={type}
        allowDeselect={false}
        error={error}
        onChange={(next) => onChange(startOf(next ?? "none"))}
      />
      {type === "header" && (
        <Fieldset p="sm" legend="Header">
          <TextInput
            label="Header name"
            value={textOf(auth["name"])}
            onChange={(event) => onChange({ ...auth, name: event.currentTarget.value })}
          />
          <PasswordInput
            mt="xs"
            label="Secret value"
            placeholder={kept}
            value={textOf(auth["value"])}
            onChange={(event) => onChange(withSecret(auth, "value", event.currentTarget.value))}
          />
        </Fieldset>
      )}
      {type === "hmac" && (
        <Fieldset p="sm" legend="Signature">
          <PasswordInput
            label="Signing secret"
            description="Starts with whsec_. The receiver needs the same secret."
            placeholder={kept}
            value={textOf(auth["secret"])}
            onChange={(event) => onChange(withSecret(auth, "secret", event.currentTarget.value))}
          />
          <Button mt="xs" size="compact-sm" variant="default" onClick={() => onChange({ type, secret: newSecret() })}>
            Generate
          </Button>
        </Fieldset>
      )}
    </Stack>
  );
}

function startOf(type: string): unknown {
  if (type === "none") return undefined;
  return type === "header" ? { type, name: "Authorization" } : { type };
}

/** Omitted rather than empty: an omitted secret keeps its stored value. */
function withSecret(
  { value: _value, secret: _secret, ...auth }: Record<string, unknown>,
  member: string,
  text: string,
) {
  return text === "" ? auth : { ...auth, [member]: text };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}
