import { Anchor, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { LoaderProcess, Weft } from "@weft/client";
import { useWeft } from "../session/session.ts";
import { formatNumber } from "./format-load.ts";

const assortmentsMax = 20;

/** The assortments that the load published, with their changes. */
export function PublishedAssortments({ load }: { readonly load: LoaderProcess }) {
  const weft = useWeft();
  const { data = [] } = useQuery({
    queryKey: ["loads", load.id, "published"],
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
