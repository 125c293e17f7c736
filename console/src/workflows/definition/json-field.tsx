import { useState } from "react";
import { CodeEditor } from "../../ui/code-editor.tsx";

interface JsonFieldProps {
  readonly label: string;
  readonly help?: string;
  readonly value: unknown;
  /** Undefined when the field is empty. */
  readonly onChange: (value: unknown) => void;
  readonly error?: string | undefined;
  readonly minHeight?: number;
}

/** A value as JSON. Invalid JSON stays in the field and is not reported to the parent. */
export function JsonField({ label, help, value, onChange, error, minHeight = 96 }: JsonFieldProps) {
  const reported = value === undefined ? "" : JSON.stringify(value);
  const [state, setState] = useState({ text: format(value), reported });
  const text = state.reported === reported ? state.text : format(value);
  const change = (next: string) => {
    const read = parse(next);
    if (read === undefined) {
      setState({ text: next, reported });
      return;
    }
    setState({ text: next, reported: read.value === undefined ? "" : JSON.stringify(read.value) });
    onChange(read.value);
  };
  const isBroken = parse(text) === undefined;
  return (
    <CodeEditor
      label={label}
      description={help}
      language="json"
      value={text}
      onChange={change}
      minHeight={minHeight}
      error={isBroken ? "Not valid JSON. The last valid value is used." : error}
    />
  );
}

function format(value: unknown): string {
  return value === undefined ? "" : JSON.stringify(value, null, 2);
}

function parse(text: string): { readonly value: unknown } | undefined {
  if (text.trim() === "") return { value: undefined };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
