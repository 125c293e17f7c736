import { ActionIcon, Button, CloseButton, Menu, Text, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import type { EntityType } from "@weft/client";
import { useEffect, useState } from "react";
import { mayDo, mayDoSome, useSession } from "../../session/session.ts";
import { Icon } from "../../ui/icon.tsx";
import { type EntityKind, entityKinds, wordOf } from "../entity-kind.ts";
import { BoardChoice } from "./board/board-choice.tsx";
import { boardColumnOf, boardColumnsOf } from "./board/board-columns.ts";
import { CatalogTitle } from "./catalog-title.tsx";
import { ColumnChooser } from "./column-chooser.tsx";
import type { EntityRows } from "./entity-rows.ts";
import { ExportButton } from "./export-button.tsx";
import type { Filter } from "./filter.ts";
import { AddFilter, FilterChips } from "./filter-chips.tsx";
import type { GridListing } from "./grid-calls.ts";
import { completenessField, type GridColumn } from "./grid-column.ts";
import classes from "./grid-page.module.css";
import type { Layout } from "./grid-search.ts";
import { GroupMenu } from "./groups/group-menu.tsx";
import type { Grouping } from "./groups/grouping.ts";
import { FamilyToggle, LayoutSwitch } from "./layout-switch.tsx";
import { addQuickFilter } from "./quick-filters.ts";
import { SortMenu } from "./sort-menu.tsx";
import { ToolButton } from "./tool-button.tsx";
import type { ColumnSet } from "./use-column-set.ts";
import { useGridSearch } from "./use-grid-search.ts";
import { contentOf } from "./views/arrangement.ts";
import type { OpenView } from "./views/use-open-view.ts";
import { ViewMenu } from "./views/view-menu.tsx";

interface GridToolbarProps {
  readonly kind: EntityKind;
  readonly types: readonly EntityType[];
  /** All columns, the name first. */
  readonly all: readonly GridColumn[];
  readonly columnSet: ColumnSet;
  /** The column of a filter to add, chosen in the menu of its heading. */
  readonly filterField: string | undefined;
  readonly onFilter: (field: string | undefined) => void;
  readonly listing: GridListing;
  /** Without what the layout adds. */
  readonly viewListing: GridListing;
  readonly grouping: Grouping | undefined;
  /** Groups by a column. */
  readonly onGroup: (column: GridColumn) => void;
  readonly rows: EntityRows | undefined;
  readonly openView: OpenView;
  readonly total: number;
  /** Opens the dialog that edits all rows that match. */
  readonly onBulkEdit: (isOpen: boolean) => void;
}

/** The title, the view, and everything that changes it, in one line. It stays visible on an error, to correct it. */
export function GridToolbar(props: GridToolbarProps) {
  const { kind, types, all, columnSet, listing, viewListing, openView, total } = props;
  const { search, change } = useGridSearch();
  const typePath = search.type ?? kind.name;
  const layout = search.layout ?? "table";
  const boardColumns = boardColumnsOf(all);
  const board = boardColumnOf(all, search.group);
  const content = () =>
    contentOf({
      search: layout === "board" ? { ...search, group: board?.field } : search,
      columns: columnSet.columns,
      state: openView.state,
      criteria: withoutType(viewListing.criteria),
      isFiltersOnly: openView.arrangement.criteria === undefined,
    });
  return (
    <>
      <div className={classes["line"]}>
        <CatalogTitle
          kind={kind}
          types={types}
          typePath={typePath}
          onType={(type) => change({ type, columns: undefined, view: undefined, peek: undefined })}
        />
        <ViewMenu typePath={typePath} openView={openView} content={content} />
        <LayoutSwitch
          layout={layout}
          hasBoard={boardColumns.length > 0}
          onChange={(next) => change({ layout: next === "table" ? undefined : next })}
        />
        {layout === "board" && (
          <BoardChoice columns={boardColumns} chosen={board} onChange={(group) => change({ group })} />
        )}
        {kind.name === "item" && hasFamilies(layout, board) && (
          <FamilyToggle
            isFlat={search.flat === true}
            onFlat={(isFlat) => change({ flat: isFlat ? true : undefined })}
          />
        )}
        {layout === "table" && (
          <GroupMenu
            columns={all}
            types={types}
            typePath={typePath}
            grouping={props.grouping}
            rows={props.rows}
            onColumn={props.onGroup}
            onGroup={(group) => change({ group })}
          />
        )}
        <FilterButton {...props} />
        <SortMenu columns={columnSet.columns} order={search.order} onOrder={(order) => change({ order })} />
        <ColumnChooser columns={all.slice(1)} chosen={columnSet.columns.slice(1)} onChange={columnSet.choose} />
        <EditAll {...props} />
        <ExportButton kind={kind} columns={columnSet.columns} listing={listing} total={total} />
        <span className={classes["end"]}>
          <SearchField q={search.q} onChange={(q) => change({ q })} />
          <MoreMenu kind={kind} />
          <NewButton kind={kind} typePath={search.type} />
        </span>
      </div>
      {search.filters !== undefined && (
        <FilterChips
          filters={search.filters}
          isAny={search.match === "any"}
          onAny={(isAny) => change({ match: isAny ? "any" : undefined })}
          columns={all}
          onChange={(filters) => change({ filters: filters.length === 0 ? undefined : filters })}
        />
      )}
    </>
  );
}

/** A board of a choice that only options have shows only options. */
function hasFamilies(layout: Layout, board: GridColumn | undefined): boolean {
  return layout === "table" || (layout === "board" && board !== undefined && board.property.level !== "option");
}

/** A view lists its type anyway. */
function withoutType({ typePath: _type, ...criteria }: Readonly<Record<string, unknown>> = {}) {
  return criteria;
}

function FilterButton({ all, columnSet, filterField, onFilter }: GridToolbarProps) {
  const { search, change } = useGridSearch();
  const { filters = [] } = search;
  const shown = columnSet.columns.slice(1).map(({ field }) => field);
  /** The column says what is missing. */
  const columnsWith = ([field]: Filter) =>
    field === completenessField && !shown.includes(field) ? { columns: [...shown, field] } : {};
  return (
    <AddFilter
      button={(toggle) => (
        <ToolButton icon="filter" count={filters.length} onClick={toggle}>
          Filter
        </ToolButton>
      )}
      columns={all}
      field={filterField}
      onField={onFilter}
      onDone={(filter) => change({ filters: [...filters, filter], ...columnsWith(filter) })}
      onQuick={(filter) => change({ filters: addQuickFilter(filters, filter) })}
    />
  );
}

function EditAll({ kind, total, onBulkEdit }: GridToolbarProps) {
  const { who } = useSession();
  if (!mayDoSome(who, "update", kind.name)) return null;
  return (
    <ToolButton icon="edit" isShort disabled={total === 0} onClick={() => onBulkEdit(true)}>
      Edit all…
    </ToolButton>
  );
}

/** What is used less often: imports, and the lists of kinds that are not in the menu of the console. */
function MoreMenu({ kind }: { readonly kind: EntityKind }) {
  const { who } = useSession();
  const mayLoad = mayDo(who, "create", "loader-process") && mayDoSome(who, "create", kind.name);
  const others = entityKinds.filter(({ name }) => name !== kind.name && mayDoSome(who, "read", name));
  return (
    <Menu position="bottom-end" width={220} shadow="md">
      <Menu.Target>
        <ActionIcon variant="default" size={30} aria-label="More actions" title="More actions">
          <Icon name="more" size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {mayLoad && (
          <Menu.Item
            leftSection={<Icon name="loads" size={16} />}
            renderRoot={(props) => <Link {...props} to="/loads/new" />}
          >
            Load a CSV
          </Menu.Item>
        )}
        <Menu.Label>Other lists</Menu.Label>
        {others.map(({ path, many }) => (
          <Menu.Item
            key={path}
            renderRoot={(props) => <Link {...props} to="/entities/$kind" params={{ kind: path }} />}
          >
            {many}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function NewButton({ kind, typePath }: { readonly kind: EntityKind; readonly typePath: string | undefined }) {
  const { who } = useSession();
  if (!mayDoSome(who, "create", kind.name)) return <Text size="sm">Read only</Text>;
  return (
    <Button
      size="xs"
      leftSection={<Icon name="plus" size={16} />}
      aria-label={`New ${wordOf(kind)}`}
      renderRoot={(props) => (
        <Link {...props} to="/entities/$kind/$id" params={{ kind: kind.path, id: "new" }} search={{ typePath }} />
      )}
    >
      New
    </Button>
  );
}

interface SearchFieldProps {
  readonly q: string | undefined;
  readonly onChange: (q: string | undefined) => void;
}

const typingMs = 250;

/** The search. The list follows when typing has stopped for a moment. */
function SearchField({ q, onChange }: SearchFieldProps) {
  const [text, setText] = useState(q ?? "");
  const report = useDebouncedCallback(
    (words: string) => onChange(words.trim() === "" ? undefined : words.trim()),
    typingMs,
  );
  // The address may also change by going back, or by "Clear filters".
  useEffect(() => setText((now) => (now.trim() === (q ?? "") ? now : (q ?? ""))), [q]);
  return (
    <TextInput
      aria-label="Search"
      placeholder="Search names and keys"
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        report(event.currentTarget.value);
      }}
      leftSection={<Icon name="search" size={16} />}
      rightSection={
        text === "" ? null : (
          <CloseButton
            size="sm"
            aria-label="Clear search"
            onClick={() => {
              setText("");
              onChange(undefined);
            }}
          />
        )
      }
      className={classes["search"] ?? ""}
      size="xs"
    />
  );
}
