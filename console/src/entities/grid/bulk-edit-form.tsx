import { Group, SegmentedControl, Select, TextInput } from "@mantine/core";
import { formatNumber } from "../../ui/format.ts";
import { FieldControl } from "../form/field-control.tsx";
import { type FieldValue, isEmptyField, readFieldValue, toFieldValue } from "../form/field-value.ts";
import { type BulkOperationName, bulkOperationsFor } from "./bulk-operation.ts";
import { readCell } from "./cell-text.ts";
import type { GridColumn } from "./grid-column.ts";
import { useGridTools } from "./grid-tools.ts";
import type { BulkEdit } from "./run-bulk-edit.ts";

/** What is typed and chosen so far. */
export interface BulkDraft {
  readonly scope: "selected" | "all";
  readonly field: string;
  readonly name: BulkOperationName;
  readonly value: FieldValue;
  readonly find: string;
  readonly replacement: string;
  readonly by: string;
}

export const emptyDraft: BulkDraft = {
  scope: "all",
  field: "",
  name: "set",
  value: "",
  find: "",
  replacement: "",
  by: "",
};

/** The draft of another column, of which nothing is typed yet. */
export function draftOf(column: GridColumn | undefined): Partial<BulkDraft> {
  const { field, name, find, replacement, by } = emptyDraft;
  const value = column === undefined ? "" : toFieldValue(column.property, undefined);
  return { field: column?.field ?? field, name, value, find, replacement, by };
}

/** The edit of a draft; undefined while it is not complete. */
export function readDraft(draft: BulkDraft, columns: readonly GridColumn[]): BulkEdit | undefined {
  const column = columns.find(({ field }) => field === draft.field);
  if (column === undefined) return undefined;
  const { name, find, replacement } = draft;
  const value = readFieldValue(column.property, draft.value);
  const by = readCell({ ...column, property: { ...column.property, propertyType: "percent" } }, draft.by, noNames);
  const amount = "value" in by && typeof by.value === "number" ? by.value : undefined;
  const operation = { name, find, replacement, value: "value" in value ? value.value : null, by: amount ?? 0 };
  const needsValue = name === "set" || name === "add" || name === "remove";
  const isWhole =
    (!needsValue || (!isEmptyField(draft.value) && "value" in value)) &&
    (name !== "replace" || find !== "") &&
    ((name !== "percent" && name !== "amount") || amount !== undefined);
  return isWhole ? { column, operation } : undefined;
}

const noNames = { options: [], ids: new Map<string, string>() };

interface BulkEditFormProps {
  readonly draft: BulkDraft;
  readonly columns: readonly GridColumn[];
  readonly selectedCount: number;
  readonly total: number;
  /** Whether the column was chosen before. */
  readonly isKnown: boolean;
  readonly onChange: (draft: BulkDraft) => void;
}

/** Which rows, which column, and what to do. */
export function BulkEditForm({ draft, columns, selectedCount, total, isKnown, onChange }: BulkEditFormProps) {
  const column = columns.find(({ field }) => field === draft.field);
  const operations = column === undefined ? [] : bulkOperationsFor(column);
  const set = (next: Partial<BulkDraft>) => onChange({ ...draft, ...next });
  return (
    <>
      {selectedCount > 0 && (
        <SegmentedControl
          aria-label="Rows"
          data={[
            { value: "selected", label: `${formatNumber(selectedCount)} selected` },
            { value: "all", label: `All ${formatNumber(total)} that match` },
          ]}
          value={draft.scope}
          onChange={(scope) => set({ scope: scope === "all" ? "all" : "selected" })}
        />
      )}
      <Group grow align="flex-start">
        <Select
          label="Column"
          placeholder="Select a column"
          data={columns.map(({ field, label }) => ({ value: field, label }))}
          value={draft.field === "" ? null : draft.field}
          onChange={(field) => set(draftOf(columns.find((one) => one.field === field)))}
          searchable
          data-autofocus={isKnown ? undefined : true}
        />
        <Select
          label="Change"
          data={operations.map(({ name, label }) => ({ value: name, label }))}
          value={draft.name}
          onChange={(name) => set({ name: operations.find((one) => one.name === name)?.name ?? draft.name })}
          allowDeselect={false}
          disabled={column === undefined}
          data-autofocus={isKnown ? true : undefined}
        />
      </Group>
      {column !== undefined && <Operands draft={draft} column={column} onChange={set} />}
    </>
  );
}

/** What is chosen last determines what is typed next. */
function focus(input: HTMLInputElement | null): void {
  input?.focus();
}

interface OperandsProps {
  readonly draft: BulkDraft;
  readonly column: GridColumn;
  readonly onChange: (next: Partial<BulkDraft>) => void;
}

function Operands({ draft, column, onChange }: OperandsProps) {
  const { optionsOf } = useGridTools();
  const { property } = column;
  switch (draft.name) {
    case "set":
    case "add":
    case "remove":
      return (
        <FieldControl
          field={{ ...property, label: "Value", isRequired: false }}
          options={new Map([[property.optionSetId ?? "", optionsOf(column)]])}
          value={draft.value}
          error={undefined}
          description={undefined}
          onChange={(value) => onChange({ value })}
        />
      );
    case "replace":
      return (
        <Group grow align="flex-start">
          <TextInput
            label="Find"
            ref={focus}
            description="Case-sensitive."
            inputWrapperOrder={["label", "input", "description"]}
            value={draft.find}
            onChange={(event) => onChange({ find: event.currentTarget.value })}
          />
          <TextInput
            label="Replace with"
            value={draft.replacement}
            onChange={(event) => onChange({ replacement: event.currentTarget.value })}
          />
        </Group>
      );
    case "percent":
    case "amount":
      return (
        <TextInput
          label={draft.name === "percent" ? "Percent" : "Amount"}
          ref={focus}
          description="Negative to decrease."
          inputWrapperOrder={["label", "input", "description"]}
          inputMode="decimal"
          value={draft.by}
          onChange={(event) => onChange({ by: event.currentTarget.value })}
        />
      );
    case "clear":
      return null;
  }
}
