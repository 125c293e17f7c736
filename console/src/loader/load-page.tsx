import { Button, Group, Stack, Table, Tabs, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { LoaderProcess } from "@weft/client";
import type { ReactNode } from "react";
import { ForRight } from "../session/for-right.tsx";
import { mayDo, useSession, useWeft } from "../session/session.ts";
import { ShortId } from "../ui/copy-text.tsx";
import { formatRoughDuration, pluralize } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { JsonView } from "../ui/json-view.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { CountCards } from "./count-cards.tsx";
import { changesOf, isInProgress, shownStatus } from "./format-load.ts";
import { LiteralMappings } from "./literal-mappings.tsx";
import { describeLoadType } from "./load-combinations.ts";
import { configurationOf } from "./load-configuration.ts";
import { LoadAdvice, LoadIssues } from "./load-issues.tsx";
import { LoadLinks } from "./load-links.tsx";
import { LoadProgress, loadQuery } from "./load-progress.tsx";
import { loadTabs } from "./load-search.ts";
import { LoadSamples } from "./sample-table.tsx";
import { UndescribedColumns } from "./undescribed-columns.tsx";
import { CancelLoad, UndoLoad, UndoOutcome } from "./undo-load.tsx";
import { useActorNames, useFileNames } from "./use-names.ts";

const route = getRouteApi("/shell/loads/$id");

/** One load: its progress or result, its changes, its issues, and what to do next. */
export function LoadPage() {
  return (
    <ForRight verb="read" kind="loader-process" what="loads">
      <OneLoad />
    </ForRight>
  );
}

function OneLoad() {
  const { id } = route.useParams();
  const weft = useWeft();
  const query = useQuery(loadQuery(weft, id));
  return <Loaded query={query}>{(load) => <LoadView load={load} />}</Loaded>;
}

function LoadView({ load }: { readonly load: LoaderProcess }) {
  const fileId = load.fileLocation ?? "";
  const fileName = useFileNames([fileId]).get(fileId);
  const isMoving = isInProgress(load);
  return (
    <PageFrame
      title={fileName ?? "Load"}
      description={
        <Group gap="xs">
          <StatusBadge status={shownStatus(load)} />
          <span>
            {load.dryRun === true ? "Dry run of " : ""}
            {describeLoadType(load.loadType)}
          </span>
          <ShortId id={load.id} />
        </Group>
      }
      crumbs={[{ title: "Imports", link: { to: "/loads" } }]}
      actions={<LoadActions load={load} />}
    >
      {isMoving && <LoadProgress load={load} size="md" />}
      <LoadAdvice load={load} />
      {load.undo !== undefined && <UndoOutcome undo={load.undo} />}
      <LiteralMappings load={load} />
      {!isMoving && <CountCards load={load} isPlan={load.dryRun === true} />}
      <LoadLinks load={load} />
      {load.status === "completed" && load.dryRun !== true && <UndescribedColumns load={load} />}
      <LoadTimeline load={load} />
      <LoadTabs load={load} />
    </PageFrame>
  );
}

function LoadActions({ load }: { readonly load: LoaderProcess }) {
  const { who } = useSession();
  const mayChange = mayDo(who, "update", "loader-process");
  const canUndo = mayChange && load.dryRun !== true && !isInProgress(load) && changesOf(load) > 0;
  const canCancel = mayChange && (load.status === "pending" || load.status === "running");
  const isUndone = load.undo?.status === "completed" && load.undo.notReverted === 0;
  return (
    <>
      {canCancel && <CancelLoad load={load} />}
      {canUndo && !isUndone && <UndoLoad load={load} />}
      {mayDo(who, "create", "loader-process") && (
        <Button
          variant="default"
          leftSection={<Icon name="refresh" size={16} />}
          renderRoot={(props) => <Link {...props} to="/loads/new" search={{ from: load.id }} />}
        >
          Load again with this configuration
        </Button>
      )}
    </>
  );
}

/** The longer parts, one at a time, named in the address. */
function LoadTabs({ load }: { readonly load: LoaderProcess }) {
  const { tab = "issues", code } = route.useSearch();
  const navigate = route.useNavigate();
  const choose = (value: string | null) =>
    void navigate({ search: (before) => ({ ...before, tab: loadTabs.find((one) => one === value) }), replace: true });
  return (
    <Tabs value={tab} onChange={choose} keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="issues">Issues</Tabs.Tab>
        <Tabs.Tab value="rows">First rows</Tabs.Tab>
        <Tabs.Tab value="configuration">Configuration</Tabs.Tab>
      </Tabs.List>
      <Stack pt="md">
        <Tabs.Panel value="issues">
          <LoadIssues
            load={load}
            filter={{
              code,
              onChange: (next) => void navigate({ search: (before) => ({ ...before, code: next }), replace: true }),
            }}
          />
        </Tabs.Panel>
        <Tabs.Panel value="rows">
          <LoadSamples load={load} />
        </Tabs.Panel>
        <Tabs.Panel value="configuration">
          <LoadConfigurationView load={load} />
        </Tabs.Panel>
      </Stack>
    </Tabs>
  );
}

/** When it was requested, started and ended, and its speed. */
export function LoadTimeline({ load }: { readonly load: LoaderProcess }) {
  const actors = useActorNames();
  const { createdOn, createdById, startedOn, endedOn, progress } = load;
  const seconds = startedOn === undefined || endedOn === undefined ? undefined : secondsBetween(startedOn, endedOn);
  const waited = startedOn === undefined ? 0 : secondsBetween(createdOn, startedOn);
  return (
    <Group gap="lg" component="dl" m={0}>
      <Fact name="Requested">
        <TimeAgo time={createdOn} />
        {createdById !== undefined && actors.has(createdById) && ` by ${actors.get(createdById)}`}
      </Fact>
      {waited >= 1 && <Fact name="Queued for">{formatRoughDuration(waited)}</Fact>}
      {seconds !== undefined && <Fact name="Duration">{formatRoughDuration(seconds)}</Fact>}
      {progress.rowsTotal > 0 && <Fact name="Rows">{pluralize(progress.rowsTotal, "row")}</Fact>}
      {seconds !== undefined && seconds > 0 && progress.rowsTotal > 0 && (
        <Fact name="Speed">{pluralize(Math.round(progress.rowsTotal / seconds), "row")} per second</Fact>
      )}
    </Group>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <Text component="dt" size="xs" c="dimmed">
        {name}
      </Text>
      <Text component="dd" size="sm" m={0} className="numbers">
        {children}
      </Text>
    </div>
  );
}

function secondsBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 1_000;
}

/** The configuration of the load, and how its expressions were parsed. */
export function LoadConfigurationView({ load }: { readonly load: LoaderProcess }) {
  const { expressionReadings = [] } = load;
  return (
    <Stack>
      <JsonView value={configurationOf(load)} />
      {expressionReadings.length > 0 && (
        <Table.ScrollContainer minWidth={420}>
          <Table aria-label="Parsed expressions">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Property</Table.Th>
                <Table.Th>Input</Table.Th>
                <Table.Th>Parsed as</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {expressionReadings.map(({ toProperty, place, source, reading }) => (
                <Table.Tr key={place}>
                  <Table.Td>{toProperty}</Table.Td>
                  <Table.Td>
                    <Text size="sm" className="mono">
                      {typeof source === "string" ? source : JSON.stringify(source)}
                    </Text>
                  </Table.Td>
                  <Table.Td>{reading}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Stack>
  );
}
