import { useMemo, useState } from "react";
import type { CellEditorProps } from "./cell-edit.ts";
import { PickOne, PickSeveral } from "./pick-editor.tsx";
import { useReferenceChoices } from "./use-reference-choices.ts";

/** For references to entities or users: searched by name and key. */
export function ReferencesEditor({ column, row, typed, onSave, onCancel }: CellEditorProps) {
  const value = row[column.field];
  const values = useMemo(
    () => (Array.isArray(value) ? value : [value]).filter((id) => typeof id === "string"),
    [value],
  );
  const [words, setSearch] = useState(typed ?? "");
  const { choices, isPending } = useReferenceChoices(column, words, values);
  const common = {
    label: column.label,
    choices,
    values,
    typed,
    search: { text: words, onChange: setSearch },
    nothingFound: isPending ? "Searching…" : "No results.",
    onCancel,
  };
  return column.property.propertyType === "object_reference" ? (
    <PickOne {...common} onSave={([picked], by) => onSave(picked ?? null, by)} />
  ) : (
    <PickSeveral {...common} onSave={(picked, by) => onSave(picked.length === 0 ? null : picked, by)} />
  );
}
