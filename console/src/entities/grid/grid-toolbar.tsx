import { Button, CloseButton, Group, Select, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import type { EntityType } from "@weft/client";
import { useEffect, useState } from "react";
import { mayDoSome, useSession } from "../../session/session.ts";
import { Icon } from "../../ui/icon.tsx";
import type { EntityKind } from "../entity-kind.ts";
import { ColumnChooser } from "./column-chooser.tsx";
import { ExportButton } from "./export-button.tsx";
import { FamilyToggle } from "./family-toggle.tsx";
import { FilterChips } from "./filter-chips.tsx";
import type { GridListing } from "./grid-calls.ts";
import { type GridColumn, isAtOrBelow } from "./grid-column.ts";
import type { ColumnSet } from "./use-column-set.ts";
import { useGridSearch } from "./use-grid-search.ts";

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
  readonly total: number;
  /** Opens the dialog that edits all rows that match. */
  readonly onBulkEdit: (isOpen: boolean) => void;
}

/** The search and filters of the list. They stay visible on an error, so that they can be corrected. */
export function GridToolbar(props: GridToolbarProps) {
  const { kind, types, all, columnSet, filterField, onFilter, listing, total, onBulkEdit } = props;
  const { who } = useSession();
  const { columns, choose } = columnSet;
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
        isAny={search.match === "any"}
        onAny={(isAny) => change({ match: isAny ? "any" : undefined })}
        columns={all}
        added={filterField}
        onAdd={onFilter}
        onChange={(filters) => change({ filters: filters.length === 0 ? undefined : filters })}
      />
      <Group gap="xs" ml={{ base: 0, sm: "auto" }}>
        {kind.name === "item" && (
          <FamilyToggle
            isFlat={search.flat === true}
            onFlat={(isFlat) => change({ flat: isFlat ? true : undefined })}
          />
        )}
        {mayDoSome(who, "update", kind.name) && (
          <Button
            variant="default"
            size="sm"
            leftSection={<Icon name="edit" size={16} />}
            disabled={total === 0}
            onClick={() => onBulkEdit(true)}
          >
            Edit all…
          </Button>
        )}
        <ColumnChooser columns={all.slice(1)} chosen={columns.slice(1)} onChange={choose} />
        <ExportButton kind={kind} columns={columns} listing={listing} total={total} />
      </Group>
    </Group>
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
      w={{ base: "100%", xs: 240 }}
      size="sm"
    />
  );
}

interface TypeSelectProps {
  readonly kind: EntityKind;
  readonly types: readonly EntityType[];
  readonly typePath: string;
  readonly onChange: (typePath: string | undefined) => void;
}

/** The types of the kind, as a tree. */
function TypeSelect({ kind, types, typePath, onChange }: TypeSelectProps) {
  const below = types.filter((type) => isAtOrBelow(type.typePath, kind.name));
  if (below.length < 2) return null;
  const data = below.map((type) => ({ value: type.typePath, label: labelOf(type, kind) }));
  return (
    <Select
      aria-label="Type"
      title="Type"
      data={below.some((type) => type.typePath === typePath) ? data : [...data, { value: typePath, label: typePath }]}
      value={typePath}
      onChange={(value) => onChange(value === null || value === kind.name ? undefined : value)}
      renderOption={({ option }) => <span style={{ paddingLeft: indentOf(option.value) }}>{option.label}</span>}
      allowDeselect={false}
      searchable
      w={{ base: "100%", xs: 220 }}
      size="sm"
    />
  );
}

function labelOf({ typePath, label, isDescribed }: EntityType, kind: EntityKind): string {
  if (typePath === kind.name) return `All ${kind.many.toLowerCase()}`;
  return isDescribed ? label : `${label} (not defined)`;
}

const indent = 14;

function indentOf(typePath: string): number {
  return indent * (typePath.split(":").length - 1);
}
