import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { EntityProperty } from "../entity-property.ts";
import type { OptionsBySet } from "../entity-queries.ts";
import { FieldControl } from "../form/field-control.tsx";
import type { FieldValue } from "../form/field-value.ts";
import type { PropertyType } from "../property-kinds.ts";

/** How an edit ended: stay here, or continue with another field. */
export type EditEnd = "stay" | "next" | "previous" | "leave";

interface ValueEditorProps {
  readonly field: EntityProperty;
  readonly options: OptionsBySet;
  readonly value: FieldValue;
  readonly error: string | undefined;
  /** Returns an error if the value cannot be parsed. */
  readonly onSave: (value: FieldValue, end: EditEnd) => string | undefined;
  readonly onCancel: () => void;
}

/** Choosing a value saves it. */
const savedAtOnce: ReadonlySet<PropertyType> = new Set([
  ...(["boolean", "choice", "object_reference", "image", "image_list"] as const),
]);
/** Enter is part of the input. */
const withEnter: ReadonlySet<PropertyType> = new Set([
  ...(["json", "multi_select", "object_ref_list", "user_list", "size_range"] as const),
]);

/** The control of one field in the place of its value: Enter or leaving it saves, Escape cancels, Tab continues. */
export function ValueEditor({ field, options, value: initial, error: rejected, onSave, onCancel }: ValueEditorProps) {
  const [value, setValue] = useState(initial);
  const [error, setError] = useState(rejected);
  const place = useRef<HTMLDivElement>(null);
  const isEnded = useRef(false);
  useEffect(() => {
    const control = place.current?.querySelector<HTMLElement>(
      "input:not([type=file]), textarea, [contenteditable=true], button",
    );
    control?.focus();
    if (control instanceof HTMLInputElement && control.type === "text") control.select();
  }, []);
  const save = (held: FieldValue, end: EditEnd) => {
    if (isEnded.current) return;
    const found = onSave(held, end);
    isEnded.current = found === undefined;
    setError(found);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      isEnded.current = true;
      onCancel();
    } else if (event.key === "Tab") {
      event.preventDefault();
      save(value, event.shiftKey ? "previous" : "next");
    } else if (event.key === "Enter" && isSavedBy(event, field.propertyType)) {
      event.preventDefault();
      save(value, "stay");
    }
  };
  const onBlur = (event: FocusEvent) => {
    // Uploading opens a dialog of the browser.
    if (field.propertyType === "image" || field.propertyType === "image_list") return;
    if (!event.currentTarget.contains(event.relatedTarget)) save(value, "leave");
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: The keys belong to the control inside.
    <div ref={place} onKeyDown={onKeyDown} onBlur={onBlur}>
      <FieldControl
        isBare
        field={field}
        options={options}
        value={value}
        error={error}
        description={undefined}
        onChange={(next) => {
          setValue(next);
          setError(undefined);
          if (savedAtOnce.has(field.propertyType)) save(next, "stay");
        }}
      />
    </div>
  );
}

function isSavedBy({ shiftKey, ctrlKey, metaKey }: KeyboardEvent, propertyType: PropertyType): boolean {
  if (savedAtOnce.has(propertyType)) return false;
  if (withEnter.has(propertyType)) return ctrlKey || metaKey;
  return !(propertyType === "text" && shiftKey);
}
