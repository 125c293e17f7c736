import { Button, Group, PasswordInput, Stack, Switch, TagsInput, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Org } from "@weft/client";
import { useState } from "react";
import { useSession, useWeft } from "../session/session.ts";
import { ConfirmDialog } from "../ui/confirm-act.tsx";
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
        /^https?:\/\/\S+$/.test(value.trim()) ? null : "The provider's address, such as https://login.example.com.",
      clientId: (value) => (value.trim() === "" ? "The id that the provider has given to Weft." : null),
    },
  });
  const isOwner = useSession().who.role === "owner";
  const isSameClient = form.values.issuer === sso?.issuer && form.values.clientId === sso.clientId;
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate autoComplete="off">
      <Stack>
        <TextInput
          label="Issuer"
          description="Weft reads all else from its /.well-known/openid-configuration."
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
          label="Role of newcomers"
          description="Who signs on for the first time gets it. With none, only users that exist are let in."
          placeholder="None: nobody new is let in"
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
            {sso === null ? "Turn on" : "Save"}
          </Button>
          {sso !== null && (
            <Button variant="default" onClick={() => setEnding(true)} disabled={!isOwner}>
              Turn off
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
    ? "One is stored, and never shown. Left empty, it stays."
    : "Stored sealed, and never shown again. Left empty where the provider has given none.";
}

interface TurnOffProps {
  readonly org: Org;
  readonly opened: boolean;
  readonly onClose: () => void;
}

function TurnOff({ org, opened, onClose }: TurnOffProps) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Turn off the single sign-on of ${org.slug}`}
      confirmLabel="Turn it off"
      act={() => weft.call("update-org", { body: { sso: null } }, { ifMatch: org.version })}
      onDone={() => {
        notifyDone("Single sign-on is off.");
        void queryClient.invalidateQueries({ queryKey: ["org"] });
      }}
    >
      <Text size="sm">
        Users without a password cannot sign in any more. Who is signed in stays so until the session ends. The issuer,
        the client id and the secret are forgotten.
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
      notifyDone("Single sign-on is saved.");
      await queryClient.invalidateQueries({ queryKey: ["org"] });
    },
  });
}
