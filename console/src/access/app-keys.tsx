import { Button, Group, Text } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { useWeft } from "../session/session.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Icon } from "../ui/icon.tsx";
import { type ListColumn, ListTable } from "../ui/list-table.tsx";
import type { ListingState } from "../ui/use-listing.ts";
import { appsQuery, keysQuery } from "./access-queries.ts";
import { AppActions } from "./app-actions.tsx";
import { GrantedSummary } from "./granted-summary.tsx";
import { KeyActions } from "./key-actions.tsx";
import { KeyName, KeyStatusBadge, TimeOr } from "./key-columns.tsx";
import { type KeyRow, keyRows } from "./key-rows.ts";
import type { KeyFilter } from "./key-status.ts";
import type { NewSecret } from "./shown-once.tsx";

interface AppKeysProps {
  readonly filter: KeyFilter;
  readonly words: string;
  readonly onNew: (appName: string | undefined) => void;
  readonly onMade: (made: NewSecret) => void;
}

export function AppKeys({ filter, words, onNew, onMade }: AppKeysProps) {
  const listing = useKeyListing(filter, words);
  const isNarrowed = words !== "" || filter !== "live";
  return (
    <ListTable
      isOneLine
      label="Apps and keys"
      listing={listing}
      columns={columnsOf(onNew, onMade)}
      rowKey={(row) => (row.kind === "app" ? row.app.id : row.apiKey.id)}
      empty={isNarrowed ? <NothingFound /> : <NoApps onNew={() => onNew(undefined)} />}
    />
  );
}

function useKeyListing(filter: KeyFilter, words: string): ListingState<KeyRow> {
  const weft = useWeft();
  const [apps, keys] = useQueries({ queries: [appsQuery(weft), keysQuery(weft)] });
  const rows = keyRows(apps.data ?? [], keys.data ?? [], { filter, words, nowMs: Date.now() });
  return {
    rows,
    total: rows.length,
    isPending: apps.isPending || keys.isPending,
    error: apps.error ?? keys.error,
    hasMore: false,
    isFetchingMore: false,
    isFetching: apps.isFetching || keys.isFetching,
    fetchMore: () => {},
    refetch: () => {
      void apps.refetch();
      void keys.refetch();
    },
  };
}

function columnsOf(onNew: AppKeysProps["onNew"], onMade: AppKeysProps["onMade"]): readonly ListColumn<KeyRow>[] {
  return [
    { title: "App and key", render: (row) => (row.kind === "app" ? <AppName row={row} /> : <IndentedKey row={row} />) },
    { title: "Permissions", render: (row) => row.kind === "key" && <GrantedSummary {...row.apiKey} /> },
    {
      title: "Last used",
      render: (row) => row.kind === "key" && <TimeOr time={row.apiKey.lastUsedOn} otherwise="never" />,
    },
    {
      title: "Expires",
      render: (row) => row.kind === "key" && <TimeOr time={row.apiKey.expiresOn} otherwise="never" />,
    },
    { title: "Status", render: (row) => row.kind === "key" && <KeyStatusBadge dated={row.apiKey} /> },
    {
      title: "Actions",
      align: "right",
      render: (row) =>
        row.kind === "key" ? (
          <KeyActions apiKey={row.apiKey} ownerName={row.app.name} onMade={onMade} />
        ) : (
          <Group gap={4} justify="flex-end" wrap="nowrap">
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => onNew(row.app.name)}
              aria-label={`New key for ${row.app.name}`}
            >
              New key
            </Button>
            <AppActions app={row.app} liveKeys={row.liveKeys} />
          </Group>
        ),
    },
  ];
}

function AppName({ row }: { readonly row: Extract<KeyRow, { kind: "app" }> }) {
  return (
    <Group gap={8} wrap="nowrap">
      <Icon name="keys" size={16} />
      <Text size="sm" fw={650} span style={{ whiteSpace: "nowrap" }}>
        {row.app.name}
      </Text>
      <Text size="xs" c="dimmed" span truncate maw={220}>
        {row.app.description}
      </Text>
    </Group>
  );
}

function IndentedKey({ row }: { readonly row: Extract<KeyRow, { kind: "key" }> }) {
  return (
    <div style={{ paddingInlineStart: 24 }}>
      <KeyName apiKey={row.apiKey} />
    </div>
  );
}

function NothingFound() {
  return (
    <EmptyState icon="keys" title="No matching keys">
      Try a different filter or search.
    </EmptyState>
  );
}

function NoApps({ onNew }: { readonly onNew: () => void }) {
  return (
    <EmptyState icon="keys" title="No apps yet" action={<Button onClick={onNew}>New key</Button>}>
      An app is an integration, such as your ERP or shop. Create one key for each place where it runs.
    </EmptyState>
  );
}
