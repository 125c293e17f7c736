import { Anchor, Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { LoaderProcess, Weft } from "@weft/client";
import { kindOfType } from "../entities/entity-kind.ts";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import { formatNumber } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { DownloadButton } from "./download-button.tsx";
import { changesOf, isInProgress } from "./format-load.ts";

/** Links to the changes of a load, and its files. */
export function LoadLinks({ load }: { readonly load: LoaderProcess }) {
  const weft = useWeft();
  const hasChanged = load.dryRun !== true && changesOf(load) > 0;
  const { data: applied } = useQuery({
    queryKey: queryKeys.loads.applied(load.id),
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

const assortmentsMax = 20;

/** The assortments that the load published, with their changes. */
function PublishedAssortments({ load }: { readonly load: LoaderProcess }) {
  const weft = useWeft();
  const { data = [] } = useQuery({
    queryKey: queryKeys.loads.published(load.id),
    queryFn: ({ signal }) => findPublished(weft, load, signal),
  });
  return data.map(({ id, name, adds, updates, deletes }) => (
    <Text key={id} size="sm" className="numbers">
      <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/assortments/$id" params={{ id }} />}>
        {name}
      </Anchor>{" "}
      published: {formatNumber(adds)} added, {formatNumber(updates)} updated, {formatNumber(deletes)} removed
    </Text>
  ));
}

/** The newest publishes of the assortments that the configuration names, as far as they are of this load. */
async function findPublished(weft: Weft, { id, assortmentSplit }: LoaderProcess, signal: AbortSignal) {
  const values = assortmentSplit?.values ?? [];
  const identifiers = values.flatMap(({ assortmentIdentifier }) => assortmentIdentifier ?? []);
  const ids = values.flatMap(({ assortmentId }) => assortmentId ?? []);
  const found = await Promise.all([
    identifiers.length === 0 ? [] : listAssortments(weft, { identifier: { in: identifiers } }, signal),
    ids.length === 0 ? [] : listAssortments(weft, { id: { in: ids } }, signal),
  ]);
  const published = await Promise.all(
    found.flat().map(async (assortment) => {
      const input = { params: { id: assortment.id }, query: { limit: 20 } };
      const { results } = await weft.call("list-assortment-history", input, { signal });
      const own = results.find(({ sourceId }) => sourceId === id);
      return own === undefined ? [] : [{ ...own, id: assortment.id, name: assortment.name ?? assortment.id }];
    }),
  );
  return published.flat();
}

async function listAssortments(weft: Weft, criteria: Readonly<Record<string, { in: string[] }>>, signal: AbortSignal) {
  return (await weft.entities.list({ entityName: "assortment", criteria, limit: assortmentsMax, signal })).results;
}
