import type { CellEditorProps } from "./cell-edit.ts";
import type { Choice } from "./grid-calls.ts";
import { PickOne, PickSeveral } from "./pick-editor.tsx";

/** For one or several of a fixed set. */
export function OptionsEditor({ choices, ...props }: CellEditorProps & { readonly choices: readonly Choice[] }) {
  const { column, row, typed, onSave, onCancel } = props;
  const value = row[column.field];
  const common = { label: column.label, choices, typed, nothingFound: "No matching options.", onCancel };
  if (column.property.propertyType === "multi_select") {
    const values = Array.isArray(value) ? value.map(String) : [];
    const save = (picked: readonly string[]) => (picked.length === 0 ? null : picked);
    return <PickSeveral {...common} values={values} onSave={(picked, by) => onSave(save(picked), by)} />;
  }
  const isTruth = column.property.propertyType === "boolean";
  const values = value === undefined || value === null ? [] : [String(value)];
  const read = (picked: string | undefined) => (isTruth && picked !== undefined ? picked === "true" : (picked ?? null));
  return <PickOne {...common} values={values} onSave={([picked], by) => onSave(read(picked), by)} />;
}
