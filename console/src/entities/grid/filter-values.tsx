import { Group, MultiSelect, SegmentedControl, TextInput } from "@mantine/core";
import { useState } from "react";
import { comparedAsOf, type OperatorName, valuesOf } from "./filter.ts";
import type { Choice } from "./grid-calls.ts";
import { referredKind } from "./grid-calls.ts";
import type { GridColumn } from "./grid-column.ts";
import { useGridTools } from "./grid-tools.ts";
import { useReferenceChoices } from "./use-reference-choices.ts";

interface FilterValuesProps {
  readonly column: GridColumn;
  readonly operator: OperatorName;
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}

/** The controls for the values of a filter. */
export function FilterValues(props: FilterValuesProps) {
  const { column, operator, values, onChange } = props;
  const count = valuesOf(operator);
  if (count === 0) return null;
  if (comparedAsOf(column) === "boolean") return <Truth values={values} onChange={onChange} />;
  if (count === "some") {
    return referredKind(column) === undefined ? <PickOptions {...props} /> : <PickReferences {...props} />;
  }
  if (count === 1) return <One {...props} label="Value" place={0} />;
  return (
    <Group grow gap="xs">
      <One {...props} label="From" place={0} />
      <One {...props} label="To" place={1} />
    </Group>
  );
}

function One({
  column,
  operator,
  values,
  onChange,
  label,
  place,
}: FilterValuesProps & { label: string; place: number }) {
  const as = comparedAsOf(column);
  const isDay = as === "date" || as === "time";
  const isText = operator === "contains" || operator === "startsWith";
  return (
    <TextInput
      label={label}
      type={isDay ? "date" : "text"}
      {...(as === "number" ? { inputMode: "decimal" as const } : {})}
      {...(isText ? { description: "Case-sensitive." } : {})}
      value={values[place] ?? ""}
      onChange={(event) => {
        const next = [...values];
        next[place] = event.currentTarget.value;
        onChange(Array.from(next, (value) => value ?? ""));
      }}
    />
  );
}

function Truth({ values, onChange }: Pick<FilterValuesProps, "values" | "onChange">) {
  return (
    <SegmentedControl
      aria-label="Value"
      data={[
        { value: "true", label: "Yes" },
        { value: "false", label: "No" },
      ]}
      value={values[0] ?? ""}
      onChange={(value) => onChange([value])}
    />
  );
}

function PickOptions({ column, values, onChange }: FilterValuesProps) {
  const { optionsOf } = useGridTools();
  const choices = optionsOf(column).map(({ value, display }) => ({ value, label: display }));
  return <Several choices={choices} values={values} onChange={onChange} />;
}

function PickReferences({ column, values, onChange }: FilterValuesProps) {
  const [words, setSearch] = useState("");
  const { choices } = useReferenceChoices(column, words, values);
  return (
    <Several choices={choices} values={values} onChange={onChange} search={{ text: words, onChange: setSearch }} />
  );
}

interface SeveralProps extends Pick<FilterValuesProps, "values" | "onChange"> {
  readonly choices: readonly Choice[];
  readonly search?: { readonly text: string; readonly onChange: (text: string) => void };
}

function Several({ choices, values, onChange, search }: SeveralProps) {
  return (
    <MultiSelect
      label="Values"
      data={[...choices]}
      value={[...values]}
      onChange={onChange}
      searchable
      hidePickedOptions
      comboboxProps={{ withinPortal: false }}
      {...(search === undefined
        ? {}
        : { searchValue: search.text, onSearchChange: search.onChange, filter: ({ options }) => options })}
    />
  );
}
