import { Combobox, TextInput, useCombobox } from "@mantine/core";
import { useEffect, useState } from "react";
import type { Filter } from "./filter.ts";
import type { GridColumn } from "./grid-column.ts";
import { useGridTools } from "./grid-tools.ts";
import { quickFiltersOf } from "./quick-filters.ts";

interface ColumnOrFilterProps {
  readonly columns: readonly GridColumn[];
  readonly field: string;
  readonly onField: (field: string) => void;
  /** Adds a filter that was typed instead of a column. Undefined if only a column can be chosen. */
  readonly onQuick?: ((filter: Filter) => void) | undefined;
}

/**
 * The column of the filter, or a whole filter by its words: "women", "price < 150".
 * A combobox of its own, because a select forgets its first option a moment after it opens: Enter of a fast typist
 * would choose nothing.
 */
export function ColumnOrFilter({ columns, field, onField, onQuick }: ColumnOrFilterProps) {
  const { optionsOf } = useGridTools();
  const chosen = columns.find((one) => one.field === field)?.label ?? "";
  const [typed, setTyped] = useState<string>();
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const words = (typed ?? "").trim().toLowerCase();
  const found = columns.filter(({ label }) => label.toLowerCase().includes(words));
  const quick = words !== "" && onQuick !== undefined ? quickFiltersOf(words, columns, optionsOf) : [];
  const shown = [...found.map((one) => one.field), ...quick.map(({ label }) => label)].join("\n");
  const { dropdownOpened, selectFirstOption, selectActiveOption } = combobox;
  const select = typed === undefined ? selectActiveOption : selectFirstOption;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other options have another first one.
  useEffect(() => {
    if (dropdownOpened) select();
  }, [dropdownOpened, select, shown]);
  const end = () => {
    setTyped(undefined);
    combobox.closeDropdown();
  };
  const submit = (value: string) => {
    end();
    const picked = quick.find(({ label }) => quickKey(label) === value);
    if (picked !== undefined) onQuick?.(picked.filter);
    else if (value !== field) onField(value);
  };
  const columnOptions = found.map((one) => (
    <Combobox.Option key={one.field} value={one.field} active={one.field === field}>
      {one.label}
    </Combobox.Option>
  ));
  return (
    <Combobox store={combobox} withinPortal={false} onOptionSubmit={submit}>
      <Combobox.Target withExpandedAttribute>
        <TextInput
          label="Column"
          placeholder={onQuick === undefined ? "Select a column" : "Column, value, or price < 100"}
          rightSection={<Combobox.Chevron />}
          rightSectionPointerEvents="none"
          autoComplete="off"
          data-autofocus
          value={typed ?? chosen}
          onFocus={() => combobox.openDropdown()}
          onClick={() => combobox.openDropdown()}
          onBlur={end}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            combobox.openDropdown();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options mah={220} style={{ overflowY: "auto" }}>
          {quick.length === 0
            ? columnOptions
            : found.length > 0 && <Combobox.Group label="Columns">{columnOptions}</Combobox.Group>}
          {quick.length > 0 && (
            <Combobox.Group label="Filters">
              {quick.map(({ label }) => (
                <Combobox.Option key={quickKey(label)} value={quickKey(label)}>
                  {label}
                </Combobox.Option>
              ))}
            </Combobox.Group>
          )}
          {shown === "" && <Combobox.Empty>No matching columns or values.</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** Not the name of a column. */
function quickKey(label: string): string {
  return `filter ${label}`;
}
