import { Button, Group, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { EntityType, OptionSet } from "@weft/client";
import { useMemo } from "react";
import { mayDoSome } from "../../access/may-do-some.ts";
import { mayDo, useSession } from "../../session/session.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import { PageFrame } from "../../ui/page-frame.tsx";
import { SkeletonRows } from "../../ui/skeleton-rows.tsx";
import { type EntityKind, wordOf } from "../entity-kind.ts";
import type { EntityRows } from "./entity-rows.ts";
import { columnsOfType, type GridColumn, seenColumns } from "./grid-column.ts";
import classes from "./grid-page.module.css";
import { GridToolbar } from "./grid-toolbar.tsx";
import { GridToolsContext } from "./grid-tools.ts";
import { KindNav } from "./kind-nav.tsx";
import { RowsView } from "./rows-view.tsx";
import { useChosenColumns } from "./use-chosen-columns.ts";
import { useEntityRows } from "./use-entity-rows.ts";
import { useGridSearch, useListing } from "./use-grid-search.ts";
import { useMakeGridTools } from "./use-grid-tools.ts";

interface GridPageProps {
  readonly kind: EntityKind;
  readonly types: readonly EntityType[];
  readonly optionSets: readonly OptionSet[];
}

export function GridPage({ kind, types, optionSets }: GridPageProps) {
  const { search } = useGridSearch();
  const typePath = search.type ?? kind.name;
  const described = useMemo(() => columnsOfType(types, typePath), [types, typePath]);
  const tools = useMakeGridTools(kind, types, optionSets);
  const listing = useListing(kind, search, described);
  const { data: rows, error, refetch, isPlaceholderData } = useEntityRows(kind, listing);
  const all = useAllColumns(rows, described);
  const { columns, choose } = useChosenColumns(all, rows, { kind, types });
  const parts = { kind, types, all, columns, listing };
  return (
    <GridToolsContext value={tools}>
      <div className={classes["page"]}>
        <PageFrame title={kind.many} actions={<Actions kind={kind} typePath={search.type} />}>
          <KindNav />
          <div className={classes["fill"]}>
            <GridToolbar {...parts} onChoose={choose} total={rows?.state().total ?? 0} />
            {rows === undefined ? (
              <Waiting error={error} onRetry={() => void refetch()} />
            ) : (
              <RowsView {...parts} rows={rows} isStale={isPlaceholderData} />
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
