import { Button, Group, MultiSelect, SegmentedControl, Select, Stack, TextInput } from "@mantine/core";
import { type SubmitEvent, useState } from "react";
import { parseNumber, typedNumber } from "../../ui/local-format.ts";
import { ColumnOrFilter } from "./column-or-filter.tsx";
import { comparedAsOf, type Filter, isWholeFilter, me, type OperatorName, operatorsFor, valuesOf } from "./filter.ts";
import { type Choice, referredKind } from "./grid-calls.ts";
import { completenessField, type GridColumn, isCompleteness } from "./grid-column.ts";
import { useGridTools } from "./grid-tools.ts";
import { useReferenceChoices } from "./pick-editor.tsx";

interface FilterEditorProps {
  readonly columns: readonly GridColumn[];
  readonly initial?: Filter;
  /** The column of a new filter, if it is known. */
  readonly field?: string | undefined;
  readonly onDone: (filter: Filter) => void;
  /** Adds a filter that was typed instead of a column. Undefined while one is edited. */
  readonly onQuick?: ((filter: Filter) => void) | undefined;
  readonly onCancel: () => void;
}

/** A filter: a column, an operator for its data type, and the values. */
export function FilterEditor({ columns, initial, field: known, onDone, onQuick, onCancel }: FilterEditorProps) {
  // The type has its own select, which includes subtypes.
  const filtered = columns.filter((one) => one.field !== "typePath");
  const [field, setField] = useState(initial?.[0] ?? known ?? "");
  const column = filtered.find((one) => one.field === field);
  const operators = column === undefined ? [] : operatorsFor(column);
  const [operator, setOperator] = useState<OperatorName>(initial?.[1] ?? operators[0]?.name ?? "contains");
  const isNumber = column !== undefined && comparedAsOf(column) === "number";
  const [values, setValues] = useState<readonly string[]>(() => (initial?.slice(2) ?? []).map(toTyped(isNumber)));
  const filter: Filter = [field, operator, ...values.slice(0, countOf(operator, values)).map(fromTyped(isNumber))];
  const choose = (name: string) => {
    const chosen = filtered.find((one) => one.field === name);
    setField(name);
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
        {initial === undefined && field === "" && filtered.some(isCompleteness) && (
          <Button variant="default" onClick={() => onDone([completenessField, "incomplete"])}>
            Only incomplete
          </Button>
        )}
        <ColumnOrFilter columns={filtered} field={field} onField={choose} onQuick={onQuick} />
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

/** The address has numbers as 1234.5, whatever the format of the person is. */
function fromTyped(isNumber: boolean) {
  return (text: string) => (isNumber ? String(parseNumber(text) ?? text) : text);
}

export function toTyped(isNumber: boolean) {
  return (text: string) => {
    const value = Number(text);
    return isNumber && text.trim() !== "" && Number.isFinite(value) ? typedNumber(value) : text;
  };
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

interface FilterValuesProps {
  readonly column: GridColumn;
  readonly operator: OperatorName;
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}

/** The controls for the values of a filter. */
function FilterValues(props: FilterValuesProps) {
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
  const isCount = operator === "last" || operator === "next";
  const isDay = !isCount && (as === "date" || as === "time");
  const isExact = operator === "startsWith" || (operator === "contains" && as !== "text");
  return (
    <TextInput
      label={label}
      type={isDay ? "date" : "text"}
      {...(as === "number" || isCount ? { inputMode: "decimal" as const } : {})}
      {...(isExact ? { description: "Case-sensitive." } : {})}
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
  const isMeant = column.property.propertyType === "user_list" && "me".startsWith(words.toLowerCase());
  const chosen = values.filter((value) => value !== me || column.property.propertyType !== "user_list");
  const { choices: found } = useReferenceChoices(column, words, chosen);
  const choices = isMeant || values.includes(me) ? [{ value: me, label: "Me" }, ...found] : found;
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
