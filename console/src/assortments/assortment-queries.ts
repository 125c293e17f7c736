import { type QueryKey, queryOptions } from "@tanstack/react-query";
import type { Assortment, Weft } from "@weft/client";
import { queryKeys } from "../query-keys.ts";
import { collect } from "../ui/read-whole-list.ts";
import { compareMembers, type MemberState, readBaseline } from "./compare-members.ts";
import { type NamedDetail, nameDetails } from "./item-names.ts";
import { readSummary } from "./read-related.ts";

export const assortmentQuery = (weft: Weft, id: string) =>
  queryOptions({
    queryKey: queryKeys.assortments.one(id),
    queryFn: ({ signal }) =>
      weft.entities.get({ entityName: "assortment", id, relations: ["project", "workspace"], signal }),
  });

/** Whether a publish would record changes. By a dry run, because only the service knows what was published. */
export const unpublishedQuery = (weft: Weft, id: string) =>
  queryOptions({
    queryKey: queryKeys.assortments.unpublished(id),
    queryFn: async ({ signal }) => {
      const { isPublished } = await weft.call(
        "publish-assortment",
        { params: { id }, query: { dryRun: true } },
        { signal },
      );
      return isPublished;
    },
  });

/** A publish changes the assortment, its members, its history, and those composed from it. */
export function staleAfterPublish(): readonly QueryKey[] {
  return [queryKeys.assortments.all(), queryKeys.assortments.allMembers()];
}

/** More members than a browser compares at once. */
const comparedMax = 20_000;

/** The changes since the last publish: the published members compared with the current ones. */
export const unpublishedChangesQuery = (weft: Weft, assortment: Assortment) =>
  queryOptions({
    queryKey: queryKeys.assortments.unpublishedDetails(assortment.id),
    queryFn: async ({ signal }): Promise<readonly NamedDetail[] | "not-compared"> => {
      const isComposed = (assortment.composedFromAssortmentIds ?? []).length > 0;
      const count = readSummary(assortment.summary)?.itemCount ?? 0;
      if (isComposed || count > comparedMax) return "not-compared";
      const criteria = { assortmentId: assortment.id };
      const [published, current] = await Promise.all([
        readPublished(weft, assortment.id, signal),
        collect(weft.entities.all({ entityName: "assortment-item", criteria, limit: 1000, signal })),
      ]);
      return nameDetails(weft, compareMembers(published, current), signal);
    },
  });

async function readPublished(weft: Weft, id: string, signal: AbortSignal): Promise<readonly MemberState[]> {
  const { results } = await weft.call("list-assortment-history", { params: { id }, query: { limit: 1 } }, { signal });
  const last = results[0];
  if (last === undefined) return [];
  const path = `/assortments/${encodeURIComponent(id)}/history/${encodeURIComponent(last.id)}/baseline`;
  const answer = await weft.send({ method: "GET", path }, { signal });
  return readBaseline(await answer.text());
}
