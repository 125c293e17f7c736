import { TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useState } from "react";
import { Icon } from "./icon.tsx";

interface SearchBoxProps {
  readonly label: string;
  readonly words: string;
  readonly onChange: (words: string | undefined) => void;
  readonly isFirst?: boolean;
}

/** Searches once the user has stopped typing. */
export function SearchBox({ label, words, onChange, isFirst = false }: SearchBoxProps) {
  const [typed, setTyped] = useState(words);
  const report = useDebouncedCallback((text: string) => onChange(text.trim() === "" ? undefined : text.trim()), 250);
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      leftSection={<Icon name="search" size={16} />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        report(event.currentTarget.value);
      }}
      w="100%"
      maw={{ base: "100%", sm: 300 }}
      {...(isFirst ? { "data-autofocus": true } : {})}
    />
  );
}

/** The number of options of a long list in the page at once; a search finds the others. */
export const optionsMax = 100;
