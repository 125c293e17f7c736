import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { EntityType, OptionSet } from "@weft/client";
import { lazy, Suspense, useMemo, useState } from "react";
import { queryKeys } from "../../query-keys.ts";
import { ForRight } from "../../session/for-right.tsx";
import { useWeft } from "../../session/session.ts";
import { NotFoundPage } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-note.tsx";
import { Loaded, SkeletonRows } from "../../ui/loaded.tsx";
import { PageFrame } from "../../ui/page-frame.tsx";
import { type EntityKind, kindOfPath, wordOf } from "../entity-kind.ts";
import { titleOfType } from "./catalog-title.tsx";
import type { EntityRows } from "./entity-rows.ts";
import { readOptionSets, readTypes } from "./grid-calls.ts";
import { columnsOfType, type GridColumn, seenColumns } from "./grid-column.ts";
import classes from "./grid-page.module.css";
import type { Layout } from "./grid-search.ts";
import { GridToolbar } from "./grid-toolbar.tsx";
import { GridToolsContext, useMakeGridTools } from "./grid-tools.ts";
import { groupingOf } from "./groups/grouping.ts";
import { useGroupBy } from "./groups/use-group-by.ts";
import type { LayoutViewProps } from "./layout-view.tsx";
import { RowsView } from "./rows-view.tsx";
import { useColumnSet } from "./use-column-set.ts";
import { useEntityRows } from "./use-entity-rows.ts";
import { useGridSearch, useListing, useRowsShape } from "./use-grid-search.ts";
import { type OpenView, useOpenView } from "./views/use-open-view.ts";
import { ViewNotes } from "./views/view-notes.tsx";

const route = getRouteApi("/shell/entities/$kind");

/** The entities of a kind, to browse and edit like a spreadsheet. */
export function EntitiesPage() {
  const weft = useWeft();
  const kind = kindOfPath(route.useParams().kind);
  const types = useQuery({
    queryKey: queryKeys.types.ofGrid(),
    queryFn: async ({ signal }) => {
      const [entityTypes, optionSets] = await Promise.all([readTypes(weft, signal), readOptionSets(weft, signal)]);
      return { entityTypes, optionSets };
    },
    staleTime: 30_000,
  });
  if (kind === undefined) return <NotFoundPage />;
  return (
    <ForRight verb="read" kind={kind.name} what={wordOf(kind, 2)}>
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
      <SkeletonRows rows={12} />
    </PageFrame>
  );
}

interface GridPageProps {
  readonly kind: EntityKind;
  readonly types: readonly EntityType[];
  readonly optionSets: readonly OptionSet[];
}

export function GridPage({ kind, types, optionSets }: GridPageProps) {
  const { search } = useGridSearch();
  const typePath = search.type ?? kind.name;
  const openView = useOpenView(typePath);
  const title = titleOfType(types, typePath, kind);
  if (!openView.hasOpened) return <WaitingGrid title={title} />;
  return (
    <div className={classes["page"]}>
      <title>{`${title} · Weft`}</title>
      <OpenedGrid kind={kind} types={types} optionSets={optionSets} openView={openView} />
    </div>
  );
}

function OpenedGrid({ kind, types, optionSets, openView }: GridPageProps & { readonly openView: OpenView }) {
  const { search, change } = useGridSearch();
  const typePath = search.type ?? kind.name;
  const described = useMemo(() => columnsOfType(types, typePath), [types, typePath]);
  const tools = useMakeGridTools({ kind, types, optionSets, q: search.q });
  const fixed = openView.arrangement.criteria;
  const listing = useListing({ kind, search, columns: described, fixed });
  const layout = search.layout ?? "table";
  const keyFacts = types.find((type) => type.typePath === typePath)?.effectivePresentation.keyFacts;
  const shape = useRowsShape(kind, search, openView.state.columns ?? keyFacts);
  const grouping = useMemo(
    () => groupingOf(layout === "table" ? search.group : undefined, described),
    [layout, search.group, described],
  );
  const asked = openView.isReady ? listing : undefined;
  const {
    data: rows,
    error,
    refetch,
    isPlaceholderData,
  } = useEntityRows({
    kind,
    listing: asked,
    shape,
    grouping,
    tools,
  });
  const all = useAllColumns(rows, described);
  const columnSet = useColumnSet(all, rows, { kind, types, view: openView.state, remember: openView.remember });
  const [filterField, setFilterField] = useState<string>();
  const [isBulkEditing, setBulkEditing] = useState(false);
  const onGroup = useGroupBy(kind, listing, (group) => change({ group }));
  const parts = {
    ...{ kind, types, all, columnSet, listing, grouping, onGroup },
    ...{ onFilter: setFilterField, onBulkEdit: setBulkEditing },
  };
  return (
    <GridToolsContext value={tools}>
      <div className={classes["fill"]}>
        <GridToolbar
          {...parts}
          rows={rows}
          openView={openView}
          filterField={filterField}
          total={rows?.state().total ?? 0}
        />
        <ViewNotes openView={openView} />
        {rows === undefined ? (
          <Waiting error={error} onRetry={() => void refetch()} />
        ) : (
          <Rows {...parts} layout={layout} rows={rows} isStale={isPlaceholderData} isBulkEditing={isBulkEditing} />
        )}
      </div>
    </GridToolsContext>
  );
}

/** Brings its cards along. */
const GalleryView = lazy(async () => ({ default: (await import("./layout-view.tsx")).GalleryView }));

type RowsProps = Parameters<typeof RowsView>[0] & LayoutViewProps & { readonly layout: Layout };

function Rows({ layout, ...props }: RowsProps) {
  if (layout === "table") return <RowsView {...props} />;
  return (
    <Suspense fallback={<SkeletonRows rows={12} />}>
      <GalleryView {...props} />
    </Suspense>
  );
}

/** The columns that the types define, and those on the first page: more would make columns appear and disappear. */
function useAllColumns(rows: EntityRows | undefined, described: readonly GridColumn[]): readonly GridColumn[] {
  return useMemo(() => [...described, ...seenColumns(described, rows?.seen ?? new Map())], [rows, described]);
}

function Waiting({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  return error === null ? <SkeletonRows rows={12} /> : <ErrorState error={error} onRetry={onRetry} />;
}
