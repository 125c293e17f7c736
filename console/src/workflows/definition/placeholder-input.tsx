import { ActionIcon, Menu, ScrollArea, Text, TextInput, type TextInputProps, Tooltip } from "@mantine/core";
import { useRef, useState } from "react";
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

interface PlaceholderMenuProps {
  readonly placeholders: readonly Placeholder[];
  /** Of the field, for the accessible name of the button. */
  readonly label: string;
  readonly onInsert: (text: string) => void;
}

const shownMax = 60;

/** Suggests what a text may read from the event, earlier tasks and the run. */
function PlaceholderMenu({ placeholders, label, onInsert }: PlaceholderMenuProps) {
  const [words, setSearch] = useState("");
  const wanted = words.toLowerCase();
  const found = placeholders
    .filter((placeholder) => `${placeholder.text} ${placeholder.words}`.toLowerCase().includes(wanted))
    .slice(0, shownMax);
  const groups = [...new Set(found.map(({ group }) => group))];
  return (
    <Menu position="bottom-end" width={320} onClose={() => setSearch("")} trapFocus>
      <Menu.Target>
        <Tooltip label="Insert placeholder">
          <ActionIcon variant="subtle" color="gray" aria-label={`Insert placeholder into ${label}`}>
            <span className="mono" aria-hidden="true">
              {"{}"}
            </span>
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <TextInput
          size="xs"
          m={4}
          placeholder="Search fields"
          aria-label="Search placeholders"
          value={words}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <ScrollArea.Autosize mah={280}>
          {groups.map((group) => (
            <div key={group}>
              <Menu.Label>{group}</Menu.Label>
              {found
                .filter((placeholder) => placeholder.group === group)
                .map(({ text, words: meaning }) => (
                  <Menu.Item key={text} onClick={() => onInsert(text)}>
                    <span className="mono">{text}</span>
                    <Text size="xs" c="dimmed">
                      {meaning}
                    </Text>
                  </Menu.Item>
                ))}
            </div>
          ))}
        </ScrollArea.Autosize>
      </Menu.Dropdown>
    </Menu>
  );
}
