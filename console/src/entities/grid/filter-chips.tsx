import { Button, CloseButton, Group, Popover, SegmentedControl, UnstyledButton } from "@mantine/core";
import { Fragment, type ReactElement, useState } from "react";
import { pluralize } from "../../ui/format.ts";
import {
  comparedAsOf,
  entryOf,
  type Filter,
  type FilterEntry,
  type FilterGroup,
  filtersOf,
  labelOfOperator,
  me,
} from "./filter.ts";
import classes from "./filter-chips.module.css";
import { FilterEditor, toTyped } from "./filter-editor.tsx";
import type { GridColumn } from "./grid-column.ts";
import { type GridTools, useGridTools } from "./grid-tools.ts";

interface FilterChipsProps {
  readonly filters: readonly FilterEntry[];
  /** Whether one entry is enough. */
  readonly isAny: boolean;
  readonly columns: readonly GridColumn[];
  readonly onChange: (filters: readonly FilterEntry[]) => void;
  readonly onAny: (isAny: boolean) => void;
}

/** The filters as text, each editable and removable, alone or in groups. */
export function FilterChips({ filters, isAny, columns, onChange, onAny }: FilterChipsProps) {
  const replaceAt = (place: number, group: FilterGroup) =>
    onChange(filters.map((one, at) => (at === place ? entryOf(group) : one)).filter((one) => one !== undefined));
  return (
    <Group gap={6}>
      {filters.length > 1 && (
        <SegmentedControl
          size="xs"
          aria-label="Filters that must match"
          data={[
            { value: "all", label: "All" },
            { value: "any", label: "Any" },
          ]}
          value={isAny ? "any" : "all"}
          onChange={(value) => onAny(value === "any")}
        />
      )}
      {filters.map((entry, place) => (
        <ChipGroup
          key={JSON.stringify(entry)}
          filters={filtersOf(entry)}
          joint={isAny ? "and" : "or"}
          columns={columns}
          onChange={(group) => replaceAt(place, group)}
        />
      ))}
      {filters.length > 1 && (
        <Button variant="subtle" size="compact-sm" onClick={() => onChange([])}>
          Clear filters
        </Button>
      )}
    </Group>
  );
}

interface ChipGroupProps {
  readonly filters: FilterGroup;
  /** How the filters of the group are combined: the other way than the groups. */
  readonly joint: "and" | "or";
  readonly columns: readonly GridColumn[];
  readonly onChange: (filters: FilterGroup) => void;
}

function ChipGroup({ filters, joint, columns, onChange }: ChipGroupProps) {
  const [field, setField] = useState<string>();
  return (
    <fieldset className={classes["group"]} aria-label="Filter group">
      {filters.map((filter, place) => (
        <Fragment key={JSON.stringify(filter)}>
          {place > 0 && <span>{joint}</span>}
          <Chip
            filter={filter}
            columns={columns}
            onChange={(next) => onChange(filters.map((one, at) => (at === place ? next : one)))}
            onRemove={() => onChange(filters.filter((_, at) => at !== place))}
          />
        </Fragment>
      ))}
      <AddFilter
        button={(toggle) => (
          <Button variant="subtle" size="compact-xs" onClick={toggle}>
            {joint}…
          </Button>
        )}
        columns={columns}
        field={field}
        onField={setField}
        onDone={(filter) => onChange([...filters, filter])}
      />
    </fieldset>
  );
}

interface ChipProps {
  readonly filter: Filter;
  readonly columns: readonly GridColumn[];
  readonly onChange: (filter: Filter) => void;
  readonly onRemove: () => void;
}

function Chip({ filter, columns, onChange, onRemove }: ChipProps) {
  const [isOpen, setOpen] = useState(false);
  const text = describeFilter(filter, columns, useGridTools());
  return (
    <span className={classes["chip"]}>
      <Popover opened={isOpen} onChange={setOpen} {...popover}>
        <Popover.Target>
          <UnstyledButton
            className={classes["text"] ?? ""}
            aria-label={`Edit filter ${text}`}
            onClick={() => setOpen(!isOpen)}
          >
            {text}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown>
          <FilterEditor
            columns={columns}
            initial={filter}
            onCancel={() => setOpen(false)}
            onDone={(next) => {
              setOpen(false);
              onChange(next);
            }}
          />
        </Popover.Dropdown>
      </Popover>
      <CloseButton size="xs" aria-label={`Remove filter ${text}`} onClick={onRemove} />
    </span>
  );
}

interface AddFilterProps {
  /** Opens and closes the form of a new filter. */
  readonly button: (toggle: () => void) => ReactElement;
  readonly columns: readonly GridColumn[];
  /** Open while there is one. */
  readonly field: string | undefined;
  readonly onField: (field: string | undefined) => void;
  readonly onDone: (filter: Filter) => void;
  /** A filter by its words; the form stays open for the next one. */
  readonly onQuick?: (filter: Filter) => void;
}

/** A button, and the form of a new filter below it. */
export function AddFilter({ button, columns, field, onField, onDone, onQuick = onDone }: AddFilterProps) {
  const setOpen = (isOpen: boolean) => onField(isOpen ? "" : undefined);
  return (
    <Popover opened={field !== undefined} onChange={setOpen} {...popover}>
      <Popover.Target>{button(() => setOpen(field === undefined))}</Popover.Target>
      <Popover.Dropdown>
        <FilterEditor
          columns={columns}
          field={field}
          onQuick={onQuick}
          onCancel={() => setOpen(false)}
          onDone={(filter) => {
            setOpen(false);
            onDone(filter);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

/** The form handles Escape itself, because of the lists in it. */
const popover = {
  position: "bottom-start",
  trapFocus: true,
  returnFocus: true,
  closeOnEscape: false,
  shadow: "md",
} as const;

function describeFilter(
  [field, operator, ...values]: Filter,
  columns: readonly GridColumn[],
  tools: GridTools,
): string {
  const column = columns.find((one) => one.field === field);
  if (column === undefined) return [field, operator, values.join(", ")].join(" ").trim();
  const words = values.map((value) => wordOf(column, value, tools));
  if (operator === "last" || operator === "next") {
    return `${column.label} is within the ${operator} ${pluralize(Number(values[0]), "day")}`;
  }
  const shown = operator === "between" ? words.join(" and ") : words.join(", ");
  return `${column.label} ${labelOfOperator(column, operator)} ${shown}`.trim();
}

function wordOf(column: GridColumn, value: string, { words }: GridTools): string {
  const { property } = column;
  if (property.propertyType === "user_list" && value === me) return "me";
  if (comparedAsOf(column) === "number") return toTyped(true)(value);
  if (property.propertyType === "boolean") return value === "true" ? "yes" : "no";
  return words.nameOf(value) ?? words.displayOf(property.optionSetId, value);
}
