import type { ChangeRecord, ChangeSet, Weft } from "@weft/client";
import { queryKeys } from "../../query-keys.ts";
import { useWeft } from "../../session/session.ts";
import { type ListingState, useListing } from "../../ui/use-listing.ts";
import type { AnyEntity } from "../any-entity.ts";

/** What one user or program did at once, with its changes to one entity, newest first. */
export interface Act {
  readonly set: ChangeSet;
  readonly changes: readonly ChangeRecord[];
}

const pageSize = 20;
const changesMax = 1000;

/** The acts that changed an entity, newest first. */
export function useActivity({ entityType, id }: Pick<AnyEntity, "entityType" | "id">): ListingState<Act> {
  const weft = useWeft();
  const reference = `${entityType}:${id}`;
  return useListing<Act>({
    queryKey: queryKeys.changes.actsOf(reference),
    read: (nextPageKey, signal) => readActivity(weft, reference, nextPageKey, signal),
  });
}

async function readActivity(weft: Weft, entityReference: string, nextPageKey: string | undefined, signal: AbortSignal) {
  const query = { criteria: { entityReference }, limit: pageSize, nextPageKey };
  const page = await weft.call("list-change-sets", { query }, { signal });
  const sets = page.results;
  if (sets.length === 0) return { results: [], nextPageKey: page.nextPageKey };
  const from = sets.map(({ createdOn }) => createdOn).sort()[0];
  const to = sets
    .map(({ lastChangedOn }) => lastChangedOn)
    .sort()
    .at(-1);
  const criteria = { entityReference, createdOn: `BETWEEN ${from} and ${to}` };
  const { results: changes } = await weft.call("list-changes", { query: { criteria, limit: changesMax } }, { signal });
  const results = sets.map((set) => ({ set, changes: changes.filter(({ changeSetId }) => changeSetId === set.id) }));
  return { results, nextPageKey: page.nextPageKey };
}
