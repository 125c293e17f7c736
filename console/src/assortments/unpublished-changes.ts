import { queryOptions } from "@tanstack/react-query";
import type { Assortment, Weft } from "@weft/client";
import { collect } from "../ui/collect.ts";
import { compareMembers, type MemberState, readBaseline } from "./compare-members.ts";
import { type NamedDetail, nameDetails } from "./named-detail.ts";
import { readSummary } from "./read-related.ts";

/** More members than a browser compares at once. */
const comparedMax = 20_000;

/** The changes since the last publish: the published members compared with the current ones. */
export const unpublishedChangesQuery = (weft: Weft, assortment: Assortment) =>
  queryOptions({
    queryKey: ["entities", "assortments", assortment.id, "unpublished", "details"],
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
