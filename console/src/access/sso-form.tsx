import { Button, Group, PasswordInput, Stack, Switch, TagsInput, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Org } from "@weft/client";
import { useState } from "react";
import { queryKeys } from "../query-keys.ts";
import { useSession, useWeft } from "../session/session.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { notifyDone } from "../ui/notify.ts";
import { RoleField } from "./role-field.tsx";

interface SsoValues {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly defaultRole: string | null;
  readonly emailDomains: string[];
  readonly isRequired: boolean;
}

export function SsoForm({ org }: { readonly org: Org }) {
  const save = useSaveSso(org);
  const [isEnding, setEnding] = useState(false);
  const { sso } = org;
  const form = useForm<SsoValues>({
    initialValues: {
      issuer: sso?.issuer ?? "",
      clientId: sso?.clientId ?? "",
      clientSecret: "",
      defaultRole: sso?.defaultRole ?? null,
      emailDomains: sso?.emailDomains ?? [],
      isRequired: sso?.isRequired ?? false,
    },
    validate: {
      issuer: (value) =>
        /^https?:\/\/\S+$/.test(value.trim()) ? null : "Enter the issuer URL, such as https://login.example.com.",
      clientId: (value) => (value.trim() === "" ? "Enter the client id that the provider assigned." : null),
    },
  });
  const isOwner = useSession().who.role === "owner";
  const isSameClient = form.values.issuer === sso?.issuer && form.values.clientId === sso.clientId;
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate autoComplete="off">
      <Stack>
        <TextInput
          label="Issuer"
          description="Weft reads the other settings from /.well-known/openid-configuration."
          {...form.getInputProps("issuer")}
        />
        <TextInput label="Client id" {...form.getInputProps("clientId")} />
        <PasswordInput
          label="Client secret"
          description={describeSecret(isSameClient && sso?.hasClientSecret === true)}
          autoComplete="new-password"
          {...form.getInputProps("clientSecret")}
        />
        <RoleField
          label="Default role"
          description="Role of users who sign in for the first time. With none, only existing users are admitted."
          placeholder="None (existing users only)"
          value={form.values.defaultRole}
          onChange={(role) => form.setFieldValue("defaultRole", role)}
          withOwner={false}
          isClearable
        />
        <TagsInput
          label="Email domains"
          description="Only accounts with a verified email in one of these domains are admitted. Default: all domains."
          placeholder={form.values.emailDomains.length === 0 ? "example.com" : ""}
          splitChars={[",", " ", ";"]}
          acceptValueOnBlur
          {...form.getInputProps("emailDomains")}
        />
        <Switch
          label="Require single sign-on"
          description="Reject passwords for all users of the organization. Sessions, API keys and tokens stay valid. An operator can allow passwords again with weft admin orgs allow-passwords."
          {...form.getInputProps("isRequired", { type: "checkbox" })}
        />
        {save.error !== null && <ErrorNote error={save.error} />}
        {!isOwner && (
          <Text size="sm" c="dimmed">
            Only owners can change single sign-on.
          </Text>
        )}
        <Group>
          <Button type="submit" loading={save.isPending} disabled={!isOwner}>
            {sso === null ? "Enable" : "Save"}
          </Button>
          {sso !== null && (
            <Button variant="default" onClick={() => setEnding(true)} disabled={!isOwner}>
              Disable
            </Button>
          )}
        </Group>
      </Stack>
      <TurnOff org={org} opened={isEnding} onClose={() => setEnding(false)} />
    </form>
  );
}

function describeSecret(isStored: boolean): string {
  return isStored
    ? "Stored, and never shown. Leave empty to keep it."
    : "Stored encrypted, and never shown again. Optional if the provider does not require one.";
}

interface TurnOffProps {
  readonly org: Org;
  readonly opened: boolean;
  readonly onClose: () => void;
}

function TurnOff({ org, opened, onClose }: TurnOffProps) {
  const weft = useWeft();
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Disable single sign-on for ${org.slug}`}
      confirmLabel="Disable single sign-on"
      act={() => weft.call("update-org", { body: { sso: null } }, { ifMatch: org.version })}
      message="Single sign-on disabled."
      stale={[queryKeys.org.all()]}
    >
      <Text size="sm">
        Users without a password can no longer sign in. Existing sessions stay valid until they end. The issuer, the
        client id and the secret are deleted.
      </Text>
    </ConfirmDialog>
  );
}

function useSaveSso(org: Org) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ issuer, clientId, clientSecret, ...rules }: SsoValues) => {
      const sso = {
        issuer: issuer.trim(),
        clientId: clientId.trim(),
        ...rules,
        ...(clientSecret === "" ? {} : { clientSecret }),
      };
      return weft.call("update-org", { body: { sso } }, { ifMatch: org.version });
    },
    onSuccess: async () => {
      notifyDone("Single sign-on saved.");
      await queryClient.invalidateQueries({ queryKey: queryKeys.org.all() });
    },
  });
}
