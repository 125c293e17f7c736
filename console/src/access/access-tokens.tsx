import { ActionIcon, Button, Group, Select, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQueries, useQuery } from "@tanstack/react-query";
import type { AccessToken } from "@weft/client";
import { useState } from "react";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { type ListColumn, ListTable } from "../ui/list-table.tsx";
import { optionsMax } from "../ui/search-box.tsx";
import { wholeListing } from "../ui/use-listing.ts";
import { useSave } from "../ui/use-save.ts";
import { appsQuery, tokensQuery, usersQuery } from "./access-queries.ts";
import { findGrantError, type Grant, grantBody } from "./grant.ts";
import { GrantedSummary, KeyStatusBadge, TimeOr } from "./key-columns.tsx";
import { type KeyFilter, passesFilter } from "./key-status.ts";
import { GrantField } from "./rights-editor.tsx";
import type { NewSecret } from "./shown-once.tsx";

interface AccessTokensProps {
  readonly filter: KeyFilter;
  readonly words: string;
  readonly onNew: () => void;
}

/** Tokens expire. Tokens of command line sign-ins are listed too. */
export function AccessTokens({ filter, words, onNew }: AccessTokensProps) {
  const listing = wholeListing(useQuery(tokensQuery(useWeft())));
  const ownerOf = useOwnerName();
  const [ending, setEnding] = useState<AccessToken>();
  const lowered = words.trim().toLowerCase();
  const rows = listing.rows.filter(
    (token) =>
      passesFilter(datedOf(token), filter, Date.now()) &&
      `${token.label} ${token.clientName ?? ""} ${ownerOf(token)}`.toLowerCase().includes(lowered),
  );
  return (
    <>
      <ListTable
        isOneLine
        label="Access tokens"
        listing={{ ...listing, rows }}
        columns={columnsOf(ownerOf, setEnding)}
        rowKey={(token) => token.id}
        empty={
          <EmptyState icon="keys" title="No access tokens" action={<Button onClick={onNew}>New access token</Button>}>
            A token is sent as a bearer token and expires. Use it for short tasks, such as completing one task.
          </EmptyState>
        }
      />
      {ending !== undefined && (
        <DeleteToken token={ending} ownerName={ownerOf(ending)} onClose={() => setEnding(undefined)} />
      )}
    </>
  );
}

interface DeleteTokenProps {
  readonly token: AccessToken;
  readonly ownerName: string;
  readonly onClose: () => void;
}

function DeleteToken({ token, ownerName, onClose }: DeleteTokenProps) {
  const weft = useWeft();
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Delete access token ${token.label} of ${ownerName}`}
      confirmLabel="Delete token"
      act={() => weft.call("delete-access-token", { params: { id: token.id } })}
      message={`Access token ${token.label} deleted.`}
      stale={[queryKeys.tokens.all()]}
    >
      <Text size="sm">Requests with it are rejected within a second. This cannot be undone.</Text>
    </ConfirmDialog>
  );
}

function useOwnerName(): (token: AccessToken) => string {
  const weft = useWeft();
  const [apps, users] = useQueries({ queries: [appsQuery(weft), usersQuery(weft)] });
  return ({ appId, userId }) =>
    apps.data?.find(({ id }) => id === appId)?.name ??
    users.data?.find(({ id }) => id === userId)?.name ??
    appId ??
    userId ??
    "";
}

function columnsOf(
  ownerOf: (token: AccessToken) => string,
  onEnd: (token: AccessToken) => void,
): readonly ListColumn<AccessToken>[] {
  return [
    { title: "Label", render: (token) => <TokenLabel token={token} /> },
    { title: "Owner", render: ownerOf },
    {
      title: "Permissions",
      render: (token) =>
        scopeText(token) ?? (token.taskId === null ? <GrantedSummary {...token} /> : "Complete one task"),
    },
    { title: "Last used", render: (token) => <TimeOr time={token.lastUsedOn} otherwise="never" /> },
    {
      title: "Expires",
      render: (token) => <TimeOr time={datedOf(token).expiresOn} otherwise="after 30 days without use" />,
    },
    { title: "Status", render: (token) => <KeyStatusBadge dated={datedOf(token)} /> },
    {
      title: "Actions",
      align: "right",
      render: (token) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Delete access token ${token.label}`}
          onClick={() => onEnd(token)}
        >
          <Icon name="trash" size={16} />
        </ActionIcon>
      ),
    },
  ];
}

function TokenLabel({ token: { label, clientName } }: { readonly token: AccessToken }) {
  if (clientName === null) return label;
  return (
    <Group gap={8} wrap="nowrap">
      <Text size="sm" span>
        {label}
      </Text>
      <Text size="xs" c="dimmed" span style={{ whiteSpace: "nowrap" }}>
        {clientName === label ? "connected application" : `connected application ${clientName}`}
      </Text>
    </Group>
  );
}

/** A connected application renews its token each hour. */
function datedOf(token: AccessToken) {
  return token.scope === null ? token : { ...token, expiresOn: null };
}

function scopeText({ scope }: AccessToken): string | undefined {
  switch (scope) {
    case null:
      return undefined;
    case "read":
      return "Read, as the user";
    case "write":
      return "Read and change, as the user";
  }
}

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
    <FormDialog
      title="New access token"
      form={form}
      saving={create}
      submitLabel="Create token"
      onClose={onClose}
      size="lg"
    >
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
    </FormDialog>
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
  return useSave({
    save: ({ owner, label, grant, seconds }: TokenDraft) => {
      const [kind, id = ""] = (owner ?? "").split(":");
      const whose = kind === "app" ? { appId: id, ...grantBody(grant) } : { userId: id };
      return weft.call("create-access-token", {
        body: { ...whose, label: label.trim(), expiresInSeconds: Number(seconds) },
      });
    },
    stale: [queryKeys.tokens.all()],
    onSaved: ({ label, accessToken }) => onMade({ kind: "token", title: `Access token ${label}`, secret: accessToken }),
  });
}
