import { Button, Group, Select, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { AuditEntry } from "@weft/client";
import { useState } from "react";
import { formatRange, quickRanges } from "../changes/change-filters.ts";
import { queryKeys } from "../query-keys.ts";
import { ForAdministrators } from "../session/for-right.tsx";
import { useSession, useWeft } from "../session/session.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { pluralize } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { type ListColumn, ListTable } from "../ui/list-table.tsx";
import { notifyDone, notifyError } from "../ui/notify.ts";
import { PageFrame } from "../ui/page-frame.tsx";
import { readChoice } from "../ui/read-search.ts";
import { saveFile } from "../ui/save-file.ts";
import { StatusBadge } from "../ui/status-badge.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { useListing } from "../ui/use-listing.ts";
import { type AuditSearchParams, auditCriteria } from "./access-search.ts";
import { AccessTabs } from "./access-tabs.tsx";
import { AuditEntryDetails } from "./audit-entry-details.tsx";
import { actionLabels, actorName, auditActions, auditOutcomes, targetName } from "./audit-labels.ts";

const route = getRouteApi("/shell/audit");

export function AuditPage() {
  const { isAdministrator } = useSession().who;
  const search = route.useSearch();
  return (
    <PageFrame
      title="Audit log"
      description="Sign-ins, changes of users, keys, roles and settings, exports and denied requests."
      actions={isAdministrator && <AuditExport search={search} />}
    >
      <AccessTabs />
      <ForAdministrators what="the audit log">
        <AuditFilters search={search} />
        <AuditEntries search={search} />
      </ForAdministrators>
    </PageFrame>
  );
}

const pauseMs = 400;
const ranges = quickRanges.map((value) => ({ value, label: formatRange[value] }));

function AuditFilters({ search }: { readonly search: AuditSearchParams }) {
  const navigate = route.useNavigate();
  const change = (part: AuditSearchParams) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  return (
    <Group gap="sm" align="flex-end">
      <Select
        label="Action"
        placeholder="Any action"
        data={auditActions}
        value={search.action ?? null}
        onChange={(action) => change({ action: action ?? undefined })}
        searchable
        clearable
        clearButtonProps={{ "aria-label": "Any action" }}
      />
      <Select
        label="Outcome"
        placeholder="Any outcome"
        data={auditOutcomes}
        value={search.outcome ?? null}
        onChange={(outcome) => change({ outcome: outcome ?? undefined })}
        clearable
        clearButtonProps={{ "aria-label": "Any outcome" }}
        w={150}
      />
      <Select
        label="Time"
        placeholder="All time"
        data={ranges}
        value={search.range ?? null}
        onChange={(range) => change({ range: readChoice(range, quickRanges) })}
        clearable
        clearButtonProps={{ "aria-label": "All time" }}
        w={160}
      />
      <IdFilter label="Actor ID" value={search.actorId} onChange={(actorId) => change({ actorId })} />
      <IdFilter label="Target ID" value={search.targetId} onChange={(targetId) => change({ targetId })} />
      {isFiltered && (
        <Button variant="subtle" onClick={() => void navigate({ search: {}, replace: true })}>
          Clear filters
        </Button>
      )}
    </Group>
  );
}

interface IdFilterProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (id: string | undefined) => void;
}

/** Applied when typing has stopped. */
function IdFilter({ label, value, onChange }: IdFilterProps) {
  const [text, setText] = useState(value ?? "");
  const [applied, setApplied] = useState(value);
  if (applied !== value) {
    setApplied(value);
    setText(value ?? "");
  }
  const apply = useDebouncedCallback((id: string) => onChange(id === "" ? undefined : id), pauseMs);
  return (
    <TextInput
      label={label}
      value={text}
      w={180}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        apply(currentTarget.value.trim());
      }}
    />
  );
}

const refetchMs = 10_000;
/** After scrolling far, refetching would read every page again. */
const rowsFollowed = 200;

function AuditEntries({ search }: { readonly search: AuditSearchParams }) {
  const weft = useWeft();
  const [opened, setOpened] = useState<AuditEntry>();
  const listing = useListing<AuditEntry>({
    queryKey: queryKeys.audit.list(search),
    read: (nextPageKey, signal) =>
      weft.audit.list({ criteria: auditCriteria(search, Date.now()), nextPageKey, signal }),
    refetchMs: (rows) => (rows.length > rowsFollowed ? undefined : refetchMs),
  });
  return (
    <>
      <ListTable
        label="Audit entries"
        listing={listing}
        columns={[{ title: "Action", render: (entry) => <OpenEntry entry={entry} onOpen={setOpened} /> }, ...columns]}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon="filter" title="No matching entries">
            Clear a filter to see more.
          </EmptyState>
        }
        onOpen={setOpened}
        maxHeight="calc(100vh - 320px)"
      />
      {opened !== undefined && <AuditEntryDetails entry={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

const columns: readonly ListColumn<AuditEntry>[] = [
  { title: "Outcome", width: 120, render: ({ outcome }) => <StatusBadge status={outcome} /> },
  { title: "Actor", render: actorName },
  { title: "Target", render: targetName },
  { title: "Address", width: 150, render: ({ origin }) => origin.address },
  { title: "Time", width: 140, render: ({ createdOn }) => <TimeAgo time={createdOn} /> },
];

interface OpenEntryProps {
  readonly entry: AuditEntry;
  readonly onOpen: (entry: AuditEntry) => void;
}

function OpenEntry({ entry, onOpen }: OpenEntryProps) {
  return (
    <Button
      variant="transparent"
      size="compact-sm"
      p={0}
      onClick={(event) => {
        event.stopPropagation();
        onOpen(entry);
      }}
    >
      {actionLabels[entry.action]}
    </Button>
  );
}

/** Downloads all entries that match the filters, oldest first, one line of JSON each. */
export function AuditExport({ search }: { readonly search: AuditSearchParams }) {
  const { weft, who } = useSession();
  const download = useMutation({
    mutationFn: async () => {
      const lines: string[] = [];
      for await (const entry of weft.audit.export({ criteria: auditCriteria(search, Date.now()) })) {
        lines.push(`${JSON.stringify(entry)}\n`);
      }
      return lines;
    },
    onSuccess: (lines) => {
      const file = new Blob(lines, { type: "application/x-ndjson" });
      saveFile(file, `${who.org.slug}-audit-${new Date().toISOString().slice(0, 10)}.ndjson`);
      notifyDone(`Exported ${pluralize(lines.length, "entry", "entries")}.`);
    },
    onError: notifyError,
  });
  return (
    <Button
      variant="default"
      leftSection={<Icon name="download" size={16} />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      Export
    </Button>
  );
}
