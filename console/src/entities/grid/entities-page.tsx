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
import { GridToolsContext, useMakeGridTools } from "./grid-tools.ts";
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

function OpenedGrid({ kind, types, optionSets, openView }: GridPageProps & { readonly openView: OpenView }) {
  const { search } = useGridSearch();
  const typePath = search.type ?? kind.name;
  const described = useMemo(() => columnsOfType(types, typePath), [types, typePath]);
  const tools = useMakeGridTools({ kind, types, optionSets, q: search.q });
  const fixed = openView.arrangement.criteria;
  const viewListing = useListing({ kind, search, columns: described, fixed });
  const board = useBoardShape({ kind, search, columns: described, optionSets });
  const listing = useMemo(() => boardListing(viewListing, board), [viewListing, board]);
  const layout = search.layout ?? "table";
  const shape = useRowsShape(kind, search);
  const asked = openView.isReady ? listing : undefined;
  const { data: rows, error, refetch, isPlaceholderData } = useEntityRows(kind, asked, shape, board);
  const all = useAllColumns(rows, described);
  const columnSet = useColumnSet(all, rows, { kind, types, view: openView.state, remember: openView.remember });
  const [filterField, setFilterField] = useState<string>();
  const [isBulkEditing, setBulkEditing] = useState(false);
  const parts = { kind, all, columnSet, listing, onFilter: setFilterField, onBulkEdit: setBulkEditing };
  return (
    <GridToolsContext value={tools}>
      <div className={classes["fill"]}>
        <GridToolbar
          {...parts}
          types={types}
          viewListing={viewListing}
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
            types={types}
            layout={layout}
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

/** Brings its cards along. */
const GalleryView = lazy(async () => ({ default: (await import("./layout-view.tsx")).GalleryView }));

/** Brings drag and drop along. */
const BoardView = lazy(async () => ({ default: (await import("./board/board-view.tsx")).BoardView }));

interface RowsProps extends RowsViewProps, LayoutViewProps {
  readonly layout: Layout;
  readonly board: BoardShape | undefined;
}

function Rows({ layout, types, board, ...props }: RowsProps) {
  if (layout === "table") return <RowsView {...props} />;
  return (
    <Suspense fallback={<SkeletonRows rows={12} />}>
      {layout === "board" ? (
        <BoardView {...props} types={types} board={board} />
      ) : (
        <GalleryView {...props} types={types} />
      )}
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
