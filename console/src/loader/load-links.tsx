import { Anchor, Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { LoaderProcess } from "@weft/client";
import { kindOfType } from "../entities/entity-kind.ts";
import { useWeft } from "../session/session.ts";
import { Icon } from "../ui/icon.tsx";
import { DownloadButton } from "./download-button.tsx";
import { changesOf, isInProgress } from "./format-load.ts";
import { PublishedAssortments } from "./published-assortments.tsx";

/** Links to the changes of a load, and its files. */
export function LoadLinks({ load }: { readonly load: LoaderProcess }) {
  const weft = useWeft();
  const hasChanged = load.dryRun !== true && changesOf(load) > 0;
  const { data: applied } = useQuery({
    queryKey: ["loads", load.id, "applied"],
    enabled: load.dryRun === true && !isInProgress(load),
    queryFn: async ({ signal }) =>
      (await weft.loader.list({ criteria: { applyPlanOf: load.id }, limit: 1, signal })).results[0] ?? null,
  });
  return (
    <Group gap="xs">
      {hasChanged && (
        <Button
          size="xs"
          variant="light"
          leftSection={<Icon name="changes" size={14} />}
          renderRoot={(props) => (
            <Link {...props} to="/changes/$changeSetId" params={{ changeSetId: load.changeSetId }} />
          )}
        >
          View changes
        </Button>
      )}
      {hasChanged &&
        Object.keys(load.counts).map((entityType) => <EntitiesLink key={entityType} entityType={entityType} />)}
      {load.resultFileId !== undefined && <DownloadButton fileId={load.resultFileId} label="Row results" />}
      {load.planFileId !== undefined && <DownloadButton fileId={load.planFileId} label="Plan" />}
      {load.fileLocation !== undefined && <DownloadButton fileId={load.fileLocation} label="Source file" />}
      {load.applyPlanOf !== undefined && <OtherLoad id={load.applyPlanOf} label="Dry run" />}
      {applied?.id !== undefined && <OtherLoad id={applied.id} label="Resulting load" />}
      {hasChanged && load.loadType?.includes("ASSORTMENT") === true && <PublishedAssortments load={load} />}
    </Group>
  );
}

function EntitiesLink({ entityType }: { readonly entityType: string }) {
  const kind = kindOfType(entityType);
  if (kind === undefined) return null;
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Icon name="entities" size={14} />}
      renderRoot={(props) => <Link {...props} to="/entities/$kind" params={{ kind: kind.path }} />}
    >
      {kind.many}
    </Button>
  );
}

function OtherLoad({ id, label }: { readonly id: string; readonly label: string }) {
  return (
    <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/loads/$id" params={{ id }} />}>
      {label}
    </Anchor>
  );
}
