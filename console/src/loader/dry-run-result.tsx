import { Alert, Stack, Text, Title } from "@mantine/core";
import type { LoaderProcess } from "@weft/client";
import { Icon } from "../ui/icon.tsx";
import { CountCards } from "./count-cards.tsx";
import { adviceOn, changesOf } from "./format-load.ts";
import { LoadIssues } from "./load-issues.tsx";
import { PlanTable } from "./plan-table.tsx";

/** What a load would do, field by field, and its issues. */
export function DryRunResult({ load }: { readonly load: LoaderProcess }) {
  const advice = adviceOn(load);
  const changes = changesOf(load);
  return (
    <Stack>
      {advice !== undefined && (
        <Alert color="red" variant="outline" title={advice.title} icon={<Icon name="warning" />} role="alert">
          {advice.detail}
        </Alert>
      )}
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
