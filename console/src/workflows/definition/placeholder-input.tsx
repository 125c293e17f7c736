import { TextInput, type TextInputProps } from "@mantine/core";
import { useRef } from "react";
import { PlaceholderMenu } from "./placeholder-menu.tsx";
import type { Placeholder } from "./placeholders.ts";

interface PlaceholderInputProps extends Omit<TextInputProps, "onChange" | "value" | "label"> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholders: readonly Placeholder[];
  /** Shown above it; without one, name is the accessible name. */
  readonly label?: string;
  readonly name: string;
}

/** A text field that accepts placeholders, with a menu of them. */
export function PlaceholderInput({ value, onChange, placeholders, label, name, ...props }: PlaceholderInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const insert = (text: string) => {
    const start = input.current?.selectionStart ?? value.length;
    const end = input.current?.selectionEnd ?? start;
    onChange(value.slice(0, start) + text + value.slice(end));
  };
  return (
    <TextInput
      {...props}
      ref={input}
      {...(label === undefined ? { "aria-label": name } : { label })}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      rightSection={<PlaceholderMenu placeholders={placeholders} label={name} onInsert={insert} />}
    />
  );
}
