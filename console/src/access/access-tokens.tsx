import { ActionIcon, Button, Text } from "@mantine/core";
import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import type { AccessToken } from "@weft/client";
import { useState } from "react";
import { useWeft } from "../session/session.ts";
import { ConfirmDialog } from "../ui/confirm-act.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Icon } from "../ui/icon.tsx";
import { type ListColumn, ListTable } from "../ui/list-table.tsx";
import { notifyDone } from "../ui/notify.ts";
import { wholeListing } from "../ui/whole-listing.ts";
import { appsQuery, tokensQuery, usersQuery } from "./access-queries.ts";
import { GrantedSummary } from "./granted-summary.tsx";
import { KeyStatusBadge, TimeOr } from "./key-columns.tsx";
import { type KeyFilter, passesFilter } from "./key-status.ts";

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
      passesFilter(token, filter, Date.now()) && `${token.label} ${ownerOf(token)}`.toLowerCase().includes(lowered),
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
  const queryClient = useQueryClient();
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Delete access token ${token.label} of ${ownerName}`}
      confirmLabel="Delete token"
      act={() => weft.call("delete-access-token", { params: { id: token.id } })}
      onDone={() => {
        notifyDone(`Access token ${token.label} deleted.`);
        void queryClient.invalidateQueries({ queryKey: ["tokens"] });
      }}
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
    { title: "Label", render: (token) => token.label },
    { title: "Owner", render: ownerOf },
    {
      title: "Permissions",
      render: (token) => (token.taskId === null ? <GrantedSummary {...token} /> : "Complete one task"),
    },
    { title: "Last used", render: (token) => <TimeOr time={token.lastUsedOn} otherwise="never" /> },
    { title: "Expires", render: (token) => <TimeOr time={token.expiresOn} otherwise="never" /> },
    { title: "Status", render: (token) => <KeyStatusBadge dated={token} /> },
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
