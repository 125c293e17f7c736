import { Button, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ApiKey } from "@weft/client";
import { useSession } from "../session/session.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { type ListColumn, ListTable } from "../ui/list-table.tsx";
import { wholeListing } from "../ui/whole-listing.ts";
import { keysQuery, usersQuery } from "./access-queries.ts";
import { GrantedSummary } from "./granted-summary.tsx";
import { KeyActions } from "./key-actions.tsx";
import { KeyName, KeyStatusBadge, TimeOr } from "./key-columns.tsx";
import { matches } from "./key-rows.ts";
import { type KeyFilter, passesFilter } from "./key-status.ts";
import type { NewSecret } from "./shown-once.tsx";

interface UserKeysProps {
  readonly filter: KeyFilter;
  readonly words: string;
  readonly onNew: () => void;
  readonly onMade: (made: NewSecret) => void;
}

/** Administrators see the keys of all users, others their own. */
export function UserKeys({ filter, words, onNew, onMade }: UserKeysProps) {
  const { weft } = useSession();
  const nameOf = useUserName();
  const listing = wholeListing(useQuery(keysQuery(weft)));
  const lowered = words.trim().toLowerCase();
  const rows = listing.rows.filter(
    (key) =>
      key.userId !== null &&
      passesFilter(key, filter, Date.now()) &&
      (matches(key, lowered) || nameOf(key).toLowerCase().includes(lowered)),
  );
  return (
    <ListTable
      isOneLine
      label="User keys"
      listing={{ ...listing, rows }}
      columns={columnsOf(nameOf, onMade)}
      rowKey={(key) => key.id}
      empty={
        <EmptyState icon="keys" title="No user keys" action={<Button onClick={onNew}>New personal key</Button>}>
          A user key has the permissions of its user, and suits experiments. For an integration, create an app key.
        </EmptyState>
      }
    />
  );
}

function useUserName(): (key: ApiKey) => string {
  const { who, weft } = useSession();
  const { data: users = [] } = useQuery({ ...usersQuery(weft), enabled: who.isAdministrator });
  return ({ userId }) =>
    userId === who.actor.id
      ? `${who.actor.name} (you)`
      : (users.find((user) => user.id === userId)?.name ?? userId ?? "");
}

function columnsOf(nameOf: (key: ApiKey) => string, onMade: UserKeysProps["onMade"]): readonly ListColumn<ApiKey>[] {
  return [
    { title: "Key", render: (key) => <KeyName apiKey={key} /> },
    { title: "User", render: (key) => <Text size="sm">{nameOf(key)}</Text> },
    { title: "Permissions", render: (key) => <GrantedSummary {...key} /> },
    { title: "Last used", render: (key) => <TimeOr time={key.lastUsedOn} otherwise="never" /> },
    { title: "Expires", render: (key) => <TimeOr time={key.expiresOn} otherwise="never" /> },
    { title: "Status", render: (key) => <KeyStatusBadge dated={key} /> },
    {
      title: "Actions",
      align: "right",
      render: (key) => <KeyActions apiKey={key} ownerName={nameOf(key)} onMade={onMade} />,
    },
  ];
}
