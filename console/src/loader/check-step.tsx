import { Alert, Button, Group, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { LoaderProcess } from "@weft/client";
import { useWeft } from "../session/session.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { pluralize } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { CountCards } from "./count-cards.tsx";
import { adviceOn, changesOf, isInProgress, isOfConfiguration } from "./format-load.ts";
import { LiteralMappings } from "./literal-mappings.tsx";
import { LoadIssues } from "./load-issues.tsx";
import { LoadProgress, loadQuery } from "./load-progress.tsx";
import { PlanTable } from "./plan-table.tsx";
import { useDryRun } from "./use-dry-run.ts";
import type { LoadDraft } from "./use-load-draft.ts";

const route = getRouteApi("/shell/loads/new");

/** The dry run of the whole file; then the load. */
export function CheckStep({ draft }: { readonly draft: LoadDraft }) {
  const { dryRun } = route.useSearch();
  return dryRun === undefined ? <BeforeDryRun draft={draft} /> : <FollowedDryRun draft={draft} id={dryRun} />;
}

function BeforeDryRun({ draft }: { readonly draft: LoadDraft }) {
  const { start, isPending, error } = useDryRun(draft);
  return (
    <Stack align="flex-start">
      <Text>The dry run processes the whole file and shows what would change. Nothing is written.</Text>
      {error !== null && <ErrorNote error={error} />}
      <Button loading={isPending} onClick={() => start()} leftSection={<Icon name="play" size={16} />}>
        Start dry run
      </Button>
    </Stack>
  );
}

function FollowedDryRun({ draft, id }: { readonly draft: LoadDraft; readonly id: string }) {
  const weft = useWeft();
  const query = useQuery(loadQuery(weft, id));
  return (
    <Loaded query={query}>
      {(load) => (isInProgress(load) ? <RunningDryRun load={load} /> : <EndedDryRun draft={draft} load={load} />)}
    </Loaded>
  );
}

function RunningDryRun({ load }: { readonly load: LoaderProcess }) {
  const weft = useWeft();
  const cancel = useMutation({ mutationFn: () => weft.loader.cancel({ id: load.id }) });
  return (
    <Stack>
      <Text fw={600}>Dry run in progress. Nothing is written.</Text>
      <LoadProgress load={load} size="md" />
      {cancel.error !== null && <ErrorNote error={cancel.error} />}
      <Group>
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel dry run
        </Button>
      </Group>
    </Stack>
  );
}

function EndedDryRun({ draft, load }: { readonly draft: LoadDraft; readonly load: LoaderProcess }) {
  const weft = useWeft();
  const navigate = route.useNavigate();
  const again = useDryRun(draft);
  const apply = useMutation({
    mutationFn: () => weft.loader.start({ config: { applyPlanOf: load.id } }),
    onSuccess: ({ id }) => navigate({ to: "/loads/$id", params: { id } }),
  });
  const skip = () => {
    const config = { ...draft.configuration, onRowError: "skip" } as const;
    draft.change(config);
    again.start(config);
  };
  const rows = load.progress.rowsTotal - (load.counts[Object.keys(load.counts)[0] ?? ""]?.failed ?? 0);
  return (
    <Stack>
      <DryRunResult load={load} />
      {apply.error !== null && <ErrorNote error={apply.error} />}
      {again.error !== null && <ErrorNote error={again.error} />}
      <Group justify="space-between">
        <Button variant="default" onClick={() => draft.goTo("columns")}>
          Back to columns
        </Button>
        <Group>
          {canSkip(load) && (
            <Button variant="default" loading={again.isPending} onClick={skip}>
              Dry run valid rows only
            </Button>
          )}
          <Button variant="default" loading={again.isPending} onClick={() => again.start()}>
            Dry run again
          </Button>
          {load.status === "completed" && (
            <Button
              loading={apply.isPending}
              onClick={() => apply.mutate()}
              leftSection={<Icon name="play" size={16} />}
            >
              Load {pluralize(rows, "row")}
            </Button>
          )}
        </Group>
      </Group>
    </Stack>
  );
}

/** Whether valid rows may be left after those with errors. */
function canSkip({ status, failureArea, onRowError, issues }: LoaderProcess): boolean {
  const hasBadRows = status === "failed" && failureArea === "VALIDATING_DATA" && !isOfConfiguration(issues);
  return hasBadRows && onRowError !== "skip";
}

/** What a load would do, field by field, and its issues. */
function DryRunResult({ load }: { readonly load: LoaderProcess }) {
  const advice = adviceOn(load);
  const changes = changesOf(load);
  return (
    <Stack>
      {advice !== undefined && (
        <Alert color="red" variant="outline" title={advice.title} icon={<Icon name="warning" />} role="alert">
          {advice.detail}
        </Alert>
      )}
      <LiteralMappings load={load} />
      <CountCards load={load} isPlan />
      {load.status === "completed" && changes === 0 && (
        <Text>Nothing would change. All rows are already up to date.</Text>
      )}
      {load.planFileId !== undefined && changes > 0 && (
        <Stack gap="xs">
          <Title order={2} size="h4">
            Planned changes
          </Title>
          <PlanTable planFileId={load.planFileId} changesCount={changes} />
        </Stack>
      )}
      <LoadIssues load={load} />
    </Stack>
  );
}
