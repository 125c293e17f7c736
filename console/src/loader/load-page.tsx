import { Button, Group, Stack, Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { LoaderProcess } from "@weft/client";
import { ForRight } from "../access/for-right.tsx";
import { mayDo, useSession, useWeft } from "../session/session.ts";
import { Icon } from "../ui/icon.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { ShortId } from "../ui/short-id.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { CancelLoad } from "./cancel-load.tsx";
import { CountCards } from "./count-cards.tsx";
import { changesOf, isInProgress } from "./format-load.ts";
import { LoadAdvice } from "./load-advice.tsx";
import { describeLoadType } from "./load-combinations.ts";
import { LoadConfigurationView } from "./load-configuration-view.tsx";
import { LoadIssues } from "./load-issues.tsx";
import { LoadLinks } from "./load-links.tsx";
import { LoadProgress } from "./load-progress.tsx";
import { loadQuery } from "./load-query.ts";
import { LoadSamples } from "./load-samples.tsx";
import { loadTabs } from "./load-search.ts";
import { LoadTimeline } from "./load-timeline.tsx";
import { UndescribedColumns } from "./undescribed-columns.tsx";
import { UndoLoad } from "./undo-load.tsx";
import { UndoOutcome } from "./undo-outcome.tsx";
import { useFileNames } from "./use-names.ts";

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
          <StatusBadge status={load.status} />
          <span>
            {load.dryRun === true ? "Dry run of " : ""}
            {describeLoadType(load.loadType)}
          </span>
          <ShortId id={load.id} />
        </Group>
      }
      crumbs={[{ title: "Loads", link: { to: "/loads" } }]}
      actions={<LoadActions load={load} />}
    >
      {isMoving && <LoadProgress load={load} size="md" />}
      <LoadAdvice load={load} />
      {load.undo !== undefined && <UndoOutcome undo={load.undo} />}
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
