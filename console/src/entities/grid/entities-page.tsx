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
import { type BoardShape, boardListing, useBoardShape } from "./board/read-board.ts";
import { titleOfType } from "./catalog-title.tsx";
import type { EntityRows } from "./entity-rows.ts";
import { readOptionSets, readTypes } from "./grid-calls.ts";
import { columnsOfType, type GridColumn, seenColumns } from "./grid-column.ts";
import classes from "./grid-page.module.css";
import type { Layout } from "./grid-search.ts";
import { GridToolbar } from "./grid-toolbar.tsx";
import { type GridTools, GridToolsContext, useMakeGridTools } from "./grid-tools.ts";
import { groupingOf } from "./groups/grouping.ts";
import { useGroupBy } from "./groups/use-group-by.ts";
import type { LayoutViewProps } from "./layout-view.tsx";
import { RowsView, type RowsViewProps } from "./rows-view.tsx";
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

interface OpenedGridProps extends GridPageProps {
  readonly openView: OpenView;
}

function OpenedGrid({ kind, types, optionSets, openView }: OpenedGridProps) {
  const { search, change } = useGridSearch();
  const tools = useMakeGridTools({ kind, types, optionSets, q: search.q });
  const list = useList({ kind, types, optionSets, openView }, tools);
  const { described, viewListing, listing, grouping, board, query } = list;
  const { data: rows, error, refetch, isPlaceholderData } = query;
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
          viewListing={viewListing}
          rows={rows}
          openView={openView}
          filterField={filterField}
          total={rows?.state().total ?? 0}
        />
        <ViewNotes openView={openView} />
        {rows === undefined ? (
          <Waiting error={error} onRetry={() => void refetch()} />
        ) : (
          <Rows
            {...parts}
            layout={search.layout ?? "table"}
            board={board}
            rows={rows}
            isStale={isPlaceholderData}
            isBulkEditing={isBulkEditing}
          />
        )}
      </div>
    </GridToolsContext>
  );
}

/** What is listed: the rows of the view and the address, as the layout shows them. */
function useList({ kind, types, optionSets, openView }: OpenedGridProps, tools: GridTools) {
  const { search } = useGridSearch();
  const typePath = search.type ?? kind.name;
  const described = useMemo(() => columnsOfType(types, typePath), [types, typePath]);
  const viewListing = useListing({ kind, search, columns: described, fixed: openView.arrangement.criteria });
  const board = useBoardShape({ kind, search, columns: described, optionSets });
  const listing = useMemo(() => boardListing(viewListing, board), [viewListing, board]);
  const keyFacts = types.find((type) => type.typePath === typePath)?.effectivePresentation.keyFacts;
  const shape = useRowsShape(kind, search, openView.state.columns ?? keyFacts);
  const group = (search.layout ?? "table") === "table" ? search.group : undefined;
  const grouping = useMemo(() => groupingOf(group, described), [group, described]);
  const asked = openView.isReady ? listing : undefined;
  const query = useEntityRows({ kind, listing: asked, shape, grouping, tools, board });
  return { described, viewListing, listing, grouping, board, query };
}

/** Brings its cards along. */
const GalleryView = lazy(async () => ({ default: (await import("./layout-view.tsx")).GalleryView }));

/** Brings drag and drop along. */
const BoardView = lazy(async () => ({ default: (await import("./board/board-view.tsx")).BoardView }));

interface RowsProps extends RowsViewProps, LayoutViewProps {
  readonly layout: Layout;
  readonly board: BoardShape | undefined;
}

function Rows({ layout, board, ...props }: RowsProps) {
  if (layout === "table") return <RowsView {...props} />;
  return (
    <Suspense fallback={<SkeletonRows rows={12} />}>
      {layout === "board" ? <BoardView {...props} board={board} /> : <GalleryView {...props} />}
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
