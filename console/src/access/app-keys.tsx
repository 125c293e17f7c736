import { Button, Group, Text, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQueries } from "@tanstack/react-query";
import type { App } from "@weft/client";
import { useState } from "react";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import { ActionItem, ActionMenu } from "../ui/action-menu.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { pluralize } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { type ListColumn, ListTable } from "../ui/list-table.tsx";
import type { ListingState } from "../ui/use-listing.ts";
import { useSave } from "../ui/use-save.ts";
import { appsQuery, keysQuery } from "./access-queries.ts";
import { KeyActions } from "./key-actions.tsx";
import { GrantedSummary, KeyName, KeyStatusBadge, TimeOr } from "./key-columns.tsx";
import { type KeyFilter, type KeyRow, keyRows } from "./key-status.ts";
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

interface AppActionsProps {
  readonly app: App;
  readonly liveKeys: number;
}

function AppActions({ app, liveKeys }: AppActionsProps) {
  const [act, setAct] = useState<"edit" | "delete">();
  const close = () => setAct(undefined);
  return (
    <>
      <ActionMenu label={`Actions for app ${app.name}`}>
        <ActionItem icon="edit" onClick={() => setAct("edit")}>
          Edit
        </ActionItem>
        <ActionItem icon="trash" onClick={() => setAct("delete")}>
          Delete
        </ActionItem>
      </ActionMenu>
      {act === "edit" && <EditApp app={app} onClose={close} />}
      {act === "delete" && <DeleteApp app={app} liveKeys={liveKeys} onClose={close} />}
    </>
  );
}

function DeleteApp({ app, liveKeys, onClose }: AppActionsProps & { readonly onClose: () => void }) {
  const weft = useWeft();
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Delete app ${app.name}`}
      confirmLabel="Delete app"
      act={() => weft.call("delete-app", { params: { id: app.id } })}
      message={`App ${app.name} deleted.`}
      stale={[queryKeys.apps.all(), queryKeys.keys.all()]}
    >
      <Text size="sm">
        {liveKeys === 0
          ? "It has no active keys. Its expired and revoked keys are deleted too. Its changes stay in the history under its name."
          : `It has ${pluralize(liveKeys, "active key")}. Revoke ${liveKeys === 1 ? "it" : "them"} first.`}
      </Text>
    </ConfirmDialog>
  );
}

function EditApp({ app, onClose }: { readonly app: App; readonly onClose: () => void }) {
  const weft = useWeft();
  const form = useForm({
    initialValues: { name: app.name, description: app.description },
    validate: { name: (value) => (value.trim() === "" ? "Enter a name." : null) },
  });
  const save = useSave({
    save: (body: { readonly name: string; readonly description: string }) =>
      weft.call("update-app", { params: { id: app.id }, body }, { ifMatch: app.version }),
    stale: [queryKeys.apps.all()],
    onSaved: onClose,
  });
  return (
    <FormDialog title={`Edit app ${app.name}`} form={form} saving={save} submitLabel="Save" onClose={onClose} centered>
      <TextInput label="Name" data-autofocus {...form.getInputProps("name")} />
      <Textarea label="Description" autosize minRows={2} {...form.getInputProps("description")} />
    </FormDialog>
  );
}
