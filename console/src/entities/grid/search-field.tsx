import { CloseButton, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { Icon } from "../../ui/icon.tsx";

interface SearchFieldProps {
  readonly q: string | undefined;
  readonly onChange: (q: string | undefined) => void;
}

const typingMs = 250;

/** The search. The list follows when typing has stopped for a moment. */
export function SearchField({ q, onChange }: SearchFieldProps) {
  const [text, setText] = useState(q ?? "");
  const report = useDebouncedCallback(
    (words: string) => onChange(words.trim() === "" ? undefined : words.trim()),
    typingMs,
  );
  // The address may also change by going back, or by "Clear filters".
  useEffect(() => setText((now) => (now.trim() === (q ?? "") ? now : (q ?? ""))), [q]);
  return (
    <TextInput
      aria-label="Search"
      placeholder="Search names and keys"
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        report(event.currentTarget.value);
      }}
      leftSection={<Icon name="search" size={16} />}
      rightSection={
        text === "" ? null : (
          <CloseButton
            size="sm"
            aria-label="Clear search"
            onClick={() => {
              setText("");
              onChange(undefined);
            }}
          />
        )
      }
      w={{ base: "100%", xs: 240 }}
      size="sm"
    />
  );
}
