import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { type CellEditorProps, type EditEnd, endOf } from "./cell-edit.ts";
import { exactText } from "./cell-text.ts";
import classes from "./entity-grid.module.css";
import { readCell } from "./read-cell.ts";

const noNames = { options: [], ids: new Map<string, string>() };

/** For everything written as text. An invalid text shows its error, and stays to be corrected. */
export function TextEditor({ column, row, typed, onSave, onCancel }: CellEditorProps) {
  const [text, setText] = useState(typed ?? exactText(row[column.field]));
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
  date: "2026-12-31",
  datetime: "2026-12-31 12:00",
  size_range: "S, M, L",
  url: "https://…",
};
