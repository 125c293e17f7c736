import { Modal, Select, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueries, useQueryClient } from "@tanstack/react-query";
import { useWeft } from "../session/session.ts";
import { FormEnd } from "../ui/form-end.tsx";
import { optionsMax } from "../ui/options-max.ts";
import { appsQuery, usersQuery } from "./access-queries.ts";
import { findGrantError, type Grant, grantBody } from "./grant.ts";
import { GrantField } from "./grant-field.tsx";
import type { NewSecret } from "./shown-once.tsx";

interface NewAccessTokenProps {
  readonly onClose: () => void;
  readonly onMade: (made: NewSecret) => void;
}

interface TokenDraft {
  /** app:<id> or user:<id>. */
  readonly owner: string | null;
  readonly label: string;
  readonly grant: Grant;
  readonly seconds: string;
}

const lifetimes = [
  { value: "3600", label: "1 hour" },
  { value: "86400", label: "1 day" },
  { value: "604800", label: "1 week" },
  { value: "2592000", label: "30 days" },
  { value: "31536000", label: "1 year" },
];

export function NewAccessToken({ onClose, onMade }: NewAccessTokenProps) {
  const create = useCreateToken(onMade);
  const owners = useOwners();
  const form = useForm<TokenDraft>({
    initialValues: { owner: null, label: "", grant: { kind: "preset", preset: "callback" }, seconds: "3600" },
    validate: {
      owner: (value) => (value === null ? "Select an app or a user." : null),
      label: (value) => (value.trim() === "" ? "Enter a label, such as its purpose." : null),
      grant: (value, { owner }) => (owner?.startsWith("app:") ? (findGrantError(value) ?? null) : null),
    },
  });
  return (
    <Modal opened onClose={onClose} title="New access token" size="lg">
      <form onSubmit={form.onSubmit((draft) => create.mutate(draft))} noValidate>
        <Stack>
          <Select
            label="Owner"
            description="Set permissions for an app. A user's token has the permissions of the user."
            data={owners}
            searchable
            limit={optionsMax}
            data-autofocus
            {...form.getInputProps("owner")}
          />
          <TextInput label="Label" placeholder="one-off import" {...form.getInputProps("label")} />
          {form.values.owner?.startsWith("app:") && (
            <GrantField
              grant={form.values.grant}
              onChange={(grant) => form.setFieldValue("grant", grant)}
              error={typeof form.errors["grant"] === "string" ? form.errors["grant"] : undefined}
            />
          )}
          <Select label="Expires after" data={lifetimes} allowDeselect={false} {...form.getInputProps("seconds")} />
          <FormEnd saving={create} submitLabel="Create token" onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}

function useOwners() {
  const weft = useWeft();
  const [apps, users] = useQueries({ queries: [appsQuery(weft), usersQuery(weft)] });
  return [
    { group: "Apps", items: (apps.data ?? []).map(({ id, name }) => ({ value: `app:${id}`, label: name })) },
    { group: "Users", items: (users.data ?? []).map(({ id, email }) => ({ value: `user:${id}`, label: email })) },
  ];
}

function useCreateToken(onMade: (made: NewSecret) => void) {
  const weft = useWeft();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ owner, label, grant, seconds }: TokenDraft) => {
      const [kind, id = ""] = (owner ?? "").split(":");
      const whose = kind === "app" ? { appId: id, ...grantBody(grant) } : { userId: id };
      return weft.call("create-access-token", {
        body: { ...whose, label: label.trim(), expiresInSeconds: Number(seconds) },
      });
    },
    onSuccess: ({ label, accessToken }) => {
      onMade({ kind: "token", title: `Access token ${label}`, secret: accessToken });
      void queryClient.invalidateQueries({ queryKey: ["tokens"] });
    },
  });
}
