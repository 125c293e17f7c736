import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { ErrorNote } from "../ui/error-note.tsx";
import { Icon } from "../ui/icon.tsx";
import { SkeletonRows } from "../ui/loaded.tsx";
import { IssueTable } from "./issue-table.tsx";
import { LookNote, useLook } from "./look-note.tsx";
import { sampleSteps } from "./sample-steps.ts";
import { StepSamples } from "./sample-table.tsx";
import { useDryRun } from "./use-dry-run.ts";
import type { LoadDraft } from "./use-load-draft.ts";

/** The first rows, after every step. */
export function PreviewStep({ draft }: { readonly draft: LoadDraft }) {
  const { look } = useLook(draft);
  const dryRun = useDryRun(draft);
  const { samples = [], issues = [] } = look.data ?? {};
  return (
    <Stack>
      <LookNote draft={draft} />
      {look.data === undefined && look.error === null && <SkeletonRows />}
      {samples.length > 0 && <StepSamples steps={sampleSteps(draft.file.preview, samples)} issues={issues} />}
      {look.data !== undefined && samples.length === 0 && (
        <Text size="sm">The rows could not be built. See the issues.</Text>
      )}
      {issues.length > 0 && (
        <Stack gap="xs">
          <Title order={2} size="h4">
            Issues in the first rows
          </Title>
          <IssueTable issues={issues} label="Issues in the first rows" maxHeight="320px" />
        </Stack>
      )}
      {dryRun.error !== null && <ErrorNote error={dryRun.error} />}
      <Group justify="space-between">
        <Button variant="default" onClick={() => draft.goTo("columns")}>
          Back to columns
        </Button>
        <Button
          loading={dryRun.isPending}
          onClick={() => dryRun.start()}
          rightSection={<Icon name="right" size={16} />}
        >
          Start dry run
        </Button>
      </Group>
    </Stack>
  );
}
