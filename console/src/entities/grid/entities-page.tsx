import { Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { EntityType, OptionSet } from "@weft/client";
import { useMemo, useState } from "react";
import { queryKeys } from "../../query-keys.ts";
import { ForRight } from "../../session/for-right.tsx";
import { mayDo, mayDoSome, useSession, useWeft } from "../../session/session.ts";
import { NotFoundPage } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-note.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Loaded, SkeletonRows } from "../../ui/loaded.tsx";
import { PageFrame } from "../../ui/page-frame.tsx";
import { type EntityKind, entityKinds, kindOfPath, wordOf } from "../entity-kind.ts";
import type { EntityRows } from "./entity-rows.ts";
import { readOptionSets, readTypes } from "./grid-calls.ts";
import { columnsOfType, type GridColumn, seenColumns } from "./grid-column.ts";
import classes from "./grid-page.module.css";
import { GridToolbar } from "./grid-toolbar.tsx";
import { GridToolsContext, useMakeGridTools } from "./grid-tools.ts";
import navClasses from "./kind-nav.module.css";
import { RowsView } from "./rows-view.tsx";
import { useColumnSet } from "./use-column-set.ts";
import { useEntityRows } from "./use-entity-rows.ts";
import { useGridSearch, useListing, useRowsShape } from "./use-grid-search.ts";

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

interface GridPageProps {
  readonly kind: EntityKind;
  readonly types: readonly EntityType[];
  readonly optionSets: readonly OptionSet[];
}

export function GridPage({ kind, types, optionSets }: GridPageProps) {
  const { search } = useGridSearch();
  const typePath = search.type ?? kind.name;
  const described = useMemo(() => columnsOfType(types, typePath), [types, typePath]);
  const tools = useMakeGridTools({ kind, types, optionSets, q: search.q });
  const listing = useListing(kind, search, described);
  const { data: rows, error, refetch, isPlaceholderData } = useEntityRows(kind, listing, useRowsShape(kind, search));
  const all = useAllColumns(rows, described);
  const columnSet = useColumnSet(all, rows, { kind, types });
  const [filterField, setFilterField] = useState<string>();
  const [isBulkEditing, setBulkEditing] = useState(false);
  const parts = { kind, all, columnSet, listing, onFilter: setFilterField, onBulkEdit: setBulkEditing };
  return (
    <GridToolsContext value={tools}>
      <div className={classes["page"]}>
        <PageFrame title={kind.many} actions={<Actions kind={kind} typePath={search.type} />}>
          <KindNav />
          <div className={classes["fill"]}>
            <GridToolbar {...parts} types={types} filterField={filterField} total={rows?.state().total ?? 0} />
            {rows === undefined ? (
              <Waiting error={error} onRetry={() => void refetch()} />
            ) : (
              <RowsView {...parts} rows={rows} isStale={isPlaceholderData} isBulkEditing={isBulkEditing} />
            )}
          </div>
        </PageFrame>
      </div>
    </GridToolsContext>
  );
}

/** The columns that the types define, and those on the first page: more would make columns appear and disappear. */
function useAllColumns(rows: EntityRows | undefined, described: readonly GridColumn[]): readonly GridColumn[] {
  return useMemo(() => [...described, ...seenColumns(described, rows?.seen ?? new Map())], [rows, described]);
}

function Waiting({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  return error === null ? <SkeletonRows rows={12} /> : <ErrorState error={error} onRetry={onRetry} />;
}

function Actions({ kind, typePath }: { readonly kind: EntityKind; readonly typePath: string | undefined }) {
  const { who } = useSession();
  if (!mayDoSome(who, "create", kind.name)) return <Text size="sm">Read only</Text>;
  return (
    <Group gap="xs">
      {mayDo(who, "create", "loader-process") && (
        <Button
          variant="default"
          leftSection={<Icon name="loads" size={16} />}
          renderRoot={(props) => <Link {...props} to="/loads/new" />}
        >
          Load a CSV
        </Button>
      )}
      <Button
        leftSection={<Icon name="plus" size={16} />}
        renderRoot={(props) => (
          <Link {...props} to="/entities/$kind/$id" params={{ kind: kind.path, id: "new" }} search={{ typePath }} />
        )}
      >
        New {wordOf(kind)}
      </Button>
    </Group>
  );
}

/** Links to the other kinds of product data. */
export function KindNav() {
  return (
    <nav className={navClasses["kinds"]} aria-label="Entity types">
      {inOrder.map(({ path, many }) => (
        <Link
          key={path}
          to="/entities/$kind"
          params={{ kind: path }}
          className={navClasses["kind"]}
          activeOptions={{ includeSearch: false }}
        >
          {many}
        </Link>
      ))}
    </nav>
  );
}

/** The most used come first. */
const first = ["items", "colors", "custom-entities", "size-range-templates"];
const inOrder = [
  ...first.flatMap((path) => entityKinds.filter((kind) => kind.path === path)),
  ...entityKinds.filter(({ path }) => !first.includes(path)),
];
