import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { ForRight } from "../access/for-right.tsx";
import { useWeft } from "../session/session.ts";
import { Loaded } from "../ui/loaded.tsx";
import { NotFoundPage } from "../ui/not-found-page.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { SkeletonRows } from "../ui/skeleton-rows.tsx";
import { kindOfPath, wordOf } from "./entity-kind.ts";
import { readOptionSets, readTypes } from "./grid/grid-calls.ts";
import { GridPage } from "./grid/grid-page.tsx";
import { KindNav } from "./grid/kind-nav.tsx";

const route = getRouteApi("/shell/entities/$kind");

/** The entities of a kind, to browse and edit like a spreadsheet. */
export function EntitiesPage() {
  const weft = useWeft();
  const kind = kindOfPath(route.useParams().kind);
  const types = useQuery({
    queryKey: ["types", "of the grid"],
    queryFn: async ({ signal }) => {
      const [entityTypes, optionSets] = await Promise.all([readTypes(weft, signal), readOptionSets(weft, signal)]);
      return { entityTypes, optionSets };
    },
    staleTime: 30_000,
  });
  if (kind === undefined) return <NotFoundPage />;
  return (
    <ForRight verb="read" kind={kind.name} what={wordOf(kind, 2)} tabs={<KindNav />}>
      <Loaded query={types} skeleton={<WaitingGrid title={kind.many} />}>
        {({ entityTypes, optionSets }) => (
          <GridPage key={kind.path} kind={kind} types={entityTypes} optionSets={optionSets} />
        )}
      </Loaded>
    </ForRight>
  );
}

function WaitingGrid({ title }: { readonly title: string }) {
  return (
    <PageFrame title={title}>
      <KindNav />
      <SkeletonRows rows={12} />
    </PageFrame>
  );
}
