import type { ChangeRecord, LoaderProcess, Weft } from "@weft/client";

const changesMax = 1_000;

interface ChangedSince {
  /** Later changes of entities that the load changed. */
  readonly count: number;
  /** There are more changes than were checked. */
  readonly isPart: boolean;
}

/** The API has no dry run of an undo, so the history is read: what of the load was changed after it. */
export async function changedSince(weft: Weft, load: LoaderProcess, signal: AbortSignal): Promise<ChangedSince> {
  const until = new Date(Date.now() + 60_000).toISOString();
  const [own, later] = await Promise.all([
    weft.changes.list({ criteria: { changeSetId: load.changeSetId }, limit: changesMax, signal }),
    weft.changes.list({
      criteria: { createdOn: `BETWEEN ${load.endedOn ?? load.createdOn} and ${until}` },
      limit: changesMax,
      signal,
    }),
  ]);
  const isPart = [own, later].some(({ nextPageKey }) => nextPageKey !== undefined);
  return { count: countOverlap(own.results, later.results), isPart };
}

type Touch = Pick<ChangeRecord, "entityReference" | "changeSetId">;

export function countOverlap(own: readonly Touch[], later: readonly Touch[]): number {
  const touched = new Map(own.map(({ entityReference, changeSetId }) => [entityReference, changeSetId]));
  return later.filter((change) => {
    const changeSetId = touched.get(change.entityReference);
    return changeSetId !== undefined && changeSetId !== change.changeSetId;
  }).length;
}
