import { Button, CloseButton, Group, Popover, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { Icon } from "../../ui/icon.tsx";
import { type Filter, labelOfOperator } from "./filter.ts";
import classes from "./filter-chips.module.css";
import { FilterEditor } from "./filter-editor.tsx";
import type { GridColumn } from "./grid-column.ts";
import { type GridTools, useGridTools } from "./grid-tools.ts";

interface FilterChipsProps {
  readonly filters: readonly Filter[];
  readonly columns: readonly GridColumn[];
  /** The column of the filter that is being added; empty before one is chosen. */
  readonly added: string | undefined;
  readonly onAdd: (field: string | undefined) => void;
  readonly onChange: (filters: readonly Filter[]) => void;
}

/** The filters as text, each editable and removable, and a button to add one. */
export function FilterChips({ filters, columns, added, onAdd, onChange }: FilterChipsProps) {
  const replaceAt = (place: number, filter: Filter) =>
    onChange(filters.map((one, at) => (at === place ? filter : one)));
  return (
    <Group gap={6}>
      {filters.map((filter, place) => (
        <Chip
          key={JSON.stringify(filter)}
          filter={filter}
          columns={columns}
          onChange={(next) => replaceAt(place, next)}
          onRemove={() => onChange(filters.filter((_, at) => at !== place))}
        />
      ))}
      <AddFilter columns={columns} field={added} onField={onAdd} onDone={(filter) => onChange([...filters, filter])} />
      {filters.length > 1 && (
        <Button variant="subtle" size="compact-sm" onClick={() => onChange([])}>
          Clear filters
        </Button>
      )}
    </Group>
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
  readonly columns: readonly GridColumn[];
  /** Open while there is one. */
  readonly field: string | undefined;
  readonly onField: (field: string | undefined) => void;
  readonly onDone: (filter: Filter) => void;
}

function AddFilter({ columns, field, onField, onDone }: AddFilterProps) {
  const setOpen = (isOpen: boolean) => onField(isOpen ? "" : undefined);
  return (
    <Popover opened={field !== undefined} onChange={setOpen} {...popover}>
      <Popover.Target>
        <Button
          variant="default"
          size="sm"
          leftSection={<Icon name="filter" size={16} />}
          onClick={() => setOpen(field === undefined)}
        >
          Filter
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <FilterEditor
          columns={columns}
          field={field}
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
  const shown = operator === "between" ? words.join(" and ") : words.join(", ");
  return `${column.label} ${labelOfOperator(column, operator)} ${shown}`.trim();
}

function wordOf({ property }: GridColumn, value: string, { words }: GridTools): string {
  if (property.propertyType === "boolean") return value === "true" ? "yes" : "no";
  return words.nameOf(value) ?? words.displayOf(property.optionSetId, value);
}
