import { Button, Group, Select, Stack } from "@mantine/core";
import { type SubmitEvent, useState } from "react";
import { type Filter, isWholeFilter, type OperatorName, operatorsFor, valuesOf } from "./filter.ts";
import { FilterValues } from "./filter-values.tsx";
import type { GridColumn } from "./grid-column.ts";

interface FilterEditorProps {
  readonly columns: readonly GridColumn[];
  readonly initial?: Filter;
  readonly onDone: (filter: Filter) => void;
  readonly onCancel: () => void;
}

/** A filter: a column, an operator for its data type, and the values. */
export function FilterEditor({ columns, initial, onDone, onCancel }: FilterEditorProps) {
  // The type has its own select, which includes subtypes.
  const filtered = columns.filter((one) => one.field !== "typePath");
  const [field, setField] = useState(initial?.[0] ?? "");
  const column = filtered.find((one) => one.field === field);
  const operators = column === undefined ? [] : operatorsFor(column);
  const [operator, setOperator] = useState<OperatorName>(initial?.[1] ?? "contains");
  const [values, setValues] = useState<readonly string[]>(initial?.slice(2) ?? []);
  const filter: Filter = [field, operator, ...values.slice(0, countOf(operator, values))];
  const choose = (name: string | null) => {
    const chosen = filtered.find((one) => one.field === name);
    setField(name ?? "");
    setValues([]);
    const [first] = chosen === undefined ? [] : operatorsFor(chosen);
    if (first !== undefined) setOperator(first.name);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (column !== undefined && isWholeFilter(filter)) onDone(filter);
  };
  return (
    <form
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !isOpenList(event.target)) onCancel();
      }}
    >
      <Stack gap="xs" w={280}>
        <Select
          label="Column"
          placeholder="Select a column"
          data={filtered.map((one) => ({ value: one.field, label: one.label }))}
          value={field === "" ? null : field}
          onChange={choose}
          searchable
          data-autofocus
          comboboxProps={inPlace}
        />
        {column !== undefined && (
          <>
            <Select
              label="Condition"
              data={operators.map(({ name, label }) => ({ value: name, label }))}
              value={operator}
              onChange={(name) => setOperator(operators.find((one) => one.name === name)?.name ?? operator)}
              allowDeselect={false}
              comboboxProps={inPlace}
            />
            <FilterValues column={column} operator={operator} values={values} onChange={setValues} />
          </>
        )}
        <Group justify="flex-end">
          <Button type="submit" disabled={column === undefined || !isWholeFilter(filter)}>
            Apply
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Escape closes an open list first. */
function isOpenList(target: EventTarget): boolean {
  return target instanceof Element && target.getAttribute("aria-expanded") === "true";
}

/** Rendered in the popover: a click into a list outside of it would close it. */
const inPlace = { withinPortal: false } as const;

function countOf(operator: OperatorName, values: readonly string[]): number {
  const count = valuesOf(operator);
  return count === "some" ? values.length : count;
}
