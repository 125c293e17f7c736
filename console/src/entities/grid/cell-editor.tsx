import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { localizeDate } from "../../ui/local-format.ts";
import { readCell, typedText } from "./cell-text.ts";
import classes from "./entity-grid.module.css";
import { useGridTools } from "./grid-tools.ts";
import { type CellEditorProps, type EditEnd, endOf } from "./move-cell.ts";
import { OptionsEditor, ReferencesEditor } from "./pick-editor.tsx";

/** The control for a cell, by the data type of its column. */
export function CellEditor(props: CellEditorProps) {
  return (
    <div className={classes["editor"]}>
      <Control {...props} />
    </div>
  );
}

function Control(props: CellEditorProps) {
  const { optionsOf } = useGridTools();
  const { column } = props;
  switch (column.property.propertyType) {
    case "boolean":
      return <OptionsEditor {...props} choices={truths} />;
    case "choice":
    case "multi_select":
      return (
        <OptionsEditor
          {...props}
          choices={optionsOf(column).map(({ value, display }) => ({ value, label: display }))}
        />
      );
    case "object_reference":
    case "object_ref_list":
    case "user_list":
      return <ReferencesEditor {...props} />;
    default:
      return <TextEditor {...props} />;
  }
}

const truths = [
  { value: "true", label: "Yes" },
  { value: "false", label: "No" },
] as const;

const noNames = { options: [], ids: new Map<string, string>() };

/** For everything written as text. An invalid text shows its error, and stays to be corrected. */
function TextEditor({ column, row, typed, onSave, onCancel }: CellEditorProps) {
  const [text, setText] = useState(typed ?? typedText(column, row[column.field]));
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const isEnded = useRef(false);
  const { propertyType } = column.property;
  const isLong = propertyType === "text" || propertyType === "json";

  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    // Typing replaces the value; editing starts with all of it selected.
    if (typed === undefined) field.current?.select();
  }, [typed]);

  const cancel = () => {
    isEnded.current = true;
    onCancel();
  };
  const save = (by: EditEnd) => {
    if (isEnded.current) return;
    const reading = readCell(column, text, noNames);
    if ("error" in reading) {
      setError(`"${text}" ${reading.error}.`);
      return;
    }
    isEnded.current = true;
    onSave(reading.value, by);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const end = endOf(event);
    if (event.key === "Escape") {
      event.preventDefault();
      cancel();
    } else if (end !== undefined && !(isLong && event.key === "Enter" && (event.shiftKey || event.altKey))) {
      event.preventDefault();
      save(end);
    }
  };
  const common = {
    ref: field,
    value: text,
    "aria-label": column.label,
    "aria-invalid": error !== undefined,
    placeholder: placeholders[propertyType] ?? "",
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => setText(event.currentTarget.value),
    onBlur: () => save("blur"),
    onKeyDown,
  };
  return (
    <>
      {isLong ? (
        <textarea {...common} className={`${classes["input"]} ${classes["area"]}`} spellCheck={false} />
      ) : (
        <input {...common} className={classes["input"]} spellCheck={false} autoComplete="off" />
      )}
      {error !== undefined && (
        <div role="alert" className={classes["note"]}>
          {error}
        </div>
      )}
    </>
  );
}

const placeholders: Readonly<Record<string, string>> = {
  date: localizeDate("2026-12-31"),
  datetime: "2026-12-31 12:00",
  size_range: "S, M, L",
  url: "https://…",
};
