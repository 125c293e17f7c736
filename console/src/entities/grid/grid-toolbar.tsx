import { Group } from "@mantine/core";
import type { EntityType } from "@weft/client";
import type { EntityKind } from "../entity-kind.ts";
import { ColumnChooser } from "./column-chooser.tsx";
import { ExportButton } from "./export-button.tsx";
import { FilterChips } from "./filter-chips.tsx";
import type { GridListing } from "./grid-calls.ts";
import type { GridColumn } from "./grid-column.ts";
import { SearchField } from "./search-field.tsx";
import { TypeSelect } from "./type-select.tsx";
import { useGridSearch } from "./use-grid-search.ts";

interface GridToolbarProps {
  readonly kind: EntityKind;
  readonly types: readonly EntityType[];
  /** All columns, the name first. */
  readonly all: readonly GridColumn[];
  /** The visible columns, the name first. */
  readonly columns: readonly GridColumn[];
  readonly onChoose: (fields: readonly string[] | undefined) => void;
  readonly listing: GridListing;
  readonly total: number;
}

/** The search and filters of the list. They stay visible on an error, so that they can be corrected. */
export function GridToolbar({ kind, types, all, columns, onChoose, listing, total }: GridToolbarProps) {
  const { search, change } = useGridSearch();
  return (
    <Group gap="xs">
      <TypeSelect
        kind={kind}
        types={types}
        typePath={search.type ?? kind.name}
        onChange={(type) => change({ type, columns: undefined })}
      />
      <SearchField q={search.q} onChange={(q) => change({ q })} />
      <FilterChips
        filters={search.filters ?? []}
        columns={all}
        onChange={(filters) => change({ filters: filters.length === 0 ? undefined : filters })}
      />
      <Group gap="xs" ml={{ base: 0, sm: "auto" }}>
        <ColumnChooser columns={all.slice(1)} chosen={columns.slice(1)} onChange={onChoose} />
        <ExportButton kind={kind} columns={columns} listing={listing} total={total} />
      </Group>
    </Group>
  );
}
