import { Alert, Button, Group, Select, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { LoaderProcess, LoadIssue } from "@weft/client";
import { useState } from "react";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { formatNumber, pluralize } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { DownloadButton } from "./download-button.tsx";
import { adviceOn, isInProgress, isOfConfiguration, totalCounts } from "./format-load.ts";
import { IssueTable } from "./issue-table.tsx";
import { issuesOfFile } from "./issues-of-file.ts";

interface LoadIssuesProps {
  readonly load: LoaderProcess;
  /** Default: kept here; the page of a load keeps it in its address. */
  readonly filter?: { readonly code: string | undefined; readonly onChange: (code: string | undefined) => void };
}

/** The issues of each row, their fixes, and the issues file. */
export function LoadIssues({ load, filter }: LoadIssuesProps) {
  const [ownCode, setOwnCode] = useState<string>();
  const { code, onChange } = filter ?? { code: ownCode, onChange: setOwnCode };
  const [isWhole, setIsWhole] = useState(false);
  const all = useAllIssues(load, isWhole);
  const issues = all.data ?? load.issues;
  const reported = load.errors + load.warnings;
  if (reported === 0 && issues.length === 0)
    return <Text size="sm">{isInProgress(load) ? "No issues so far." : "No issues."}</Text>;
  const shown = issues.filter(
    ({ issueType, severity }) => code === undefined || code === issueType || code === severity,
  );
  return (
    <Stack gap="xs">
      <Group justify="space-between" align="flex-end">
        <Title order={2} size="h4">
          {pluralize(load.errors, "error")}, {pluralize(load.warnings, "warning")}
        </Title>
        <Group align="flex-end" gap="xs">
          <CodeSelect issues={issues} code={code} onChange={onChange} />
          {load.issuesFileId !== undefined && (
            <DownloadButton fileId={load.issuesFileId} label="Download the issues file" />
          )}
        </Group>
      </Group>
      {reported > issues.length && (
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            Showing the first {formatNumber(issues.length)} of {formatNumber(reported)}.
          </Text>
          {load.issuesFileId !== undefined && (
            <Button size="compact-sm" variant="default" loading={all.isFetching} onClick={() => setIsWhole(true)}>
              Show all {formatNumber(reported)}
            </Button>
          )}
        </Group>
      )}
      {all.error !== null && <ErrorNote error={all.error} />}
      <IssueTable issues={shown} label="Issues" />
    </Stack>
  );
}

function useAllIssues({ issuesFileId }: LoaderProcess, isWanted: boolean) {
  const weft = useWeft();
  return useQuery({
    queryKey: queryKeys.files.issues(issuesFileId),
    enabled: isWanted && issuesFileId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const download = await weft.files.download({ id: issuesFileId ?? "", signal });
      return issuesOfFile(await download.text());
    },
  });
}

interface CodeSelectProps {
  readonly issues: readonly LoadIssue[];
  readonly code: string | undefined;
  readonly onChange: (code: string | undefined) => void;
}

function CodeSelect({ issues, code, onChange }: CodeSelectProps) {
  const counts = new Map<string, number>();
  for (const { severity, issueType } of issues) {
    counts.set(severity, (counts.get(severity) ?? 0) + 1);
    counts.set(issueType, (counts.get(issueType) ?? 0) + 1);
  }
  return (
    <Select
      label="Show"
      size="xs"
      w={240}
      placeholder="All issues"
      clearable
      value={code ?? null}
      onChange={(value) => onChange(value ?? undefined)}
      data={[...counts].map(([value, count]) => ({ value, label: `${value} (${formatNumber(count)})` }))}
    />
  );
}

/** What to do about a load that failed, fully or partly. */
export function LoadAdvice({ load }: { readonly load: LoaderProcess }) {
  const { failed } = totalCounts(load);
  const advice = adviceOn(load) ?? (load.status === "completed" && failed > 0 ? partly(failed) : undefined);
  if (advice === undefined) return null;
  return (
    <Alert
      color={load.status === "failed" ? "red" : "yellow"}
      variant="outline"
      icon={<Icon name="warning" />}
      title={advice.title}
      role="alert"
    >
      <Stack gap="sm">
        <Text size="sm">{advice.detail}</Text>
        {load.issuesFileId !== undefined && !isOfConfiguration(load.issues) && (
          <Group gap="xs">
            <DownloadButton fileId={load.issuesFileId} label="1. Download the issues file" />
            <Button
              size="xs"
              variant="default"
              leftSection={<Icon name="upload" size={14} />}
              renderRoot={(props) => <Link {...props} to="/loads/new" search={{ from: load.id }} />}
            >
              2. Upload the corrected file
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}

function partly(failed: number) {
  return {
    title: `${pluralize(failed, "row")} could not be loaded`,
    detail: "The other rows are loaded. Correct the rows in the issues file and load it with the same configuration.",
  };
}
