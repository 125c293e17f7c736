import { MultiSelect, Select } from "@mantine/core";
import { type KeyboardEvent, useRef, useState } from "react";
import { type EditEnd, endOf } from "./cell-edit.ts";
import type { Choice } from "./grid-calls.ts";

export interface PickProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly values: readonly string[];
  /** Searches for choices; without it the given choices are filtered here. */
  readonly search?: { readonly text: string; readonly onChange: (text: string) => void } | undefined;
  readonly typed: string | undefined;
  readonly nothingFound: string;
  readonly onSave: (values: readonly string[], by: EditEnd) => void;
  readonly onCancel: () => void;
}

/** One of several: selecting it saves it. */
export function PickOne({ label, choices, values, search, typed, nothingFound, onSave, onCancel }: PickProps) {
  const [own, setOwn] = useState(typed ?? "");
  const isEnded = useRef(false);
  const end = (act: () => void) => {
    if (isEnded.current) return;
    isEnded.current = true;
    act();
  };
  return (
    <Select
      {...plain}
      aria-label={label}
      data={[...choices]}
      defaultValue={values[0] ?? null}
      placeholder={choices.find(({ value }) => value === values[0])?.label ?? ""}
      searchValue={search?.text ?? own}
      onSearchChange={search?.onChange ?? setOwn}
      {...(search === undefined ? {} : { filter: ({ options }) => options })}
      nothingFoundMessage={nothingFound}
      selectFirstOptionOnChange
      onChange={(value) => end(() => onSave(value === null ? [] : [value], "enter"))}
      onBlur={() => end(onCancel)}
      onKeyDown={(event) => {
        if (event.key === "Escape") end(onCancel);
        else if (event.key === "Tab") {
          event.preventDefault();
          end(() => onSave(values, event.shiftKey ? "back" : "tab"));
        }
      }}
    />
  );
}

/** Several: Enter adds and removes, Tab or leaving saves. */
export function PickSeveral({ label, choices, values, search, typed, nothingFound, onSave, onCancel }: PickProps) {
  const [picked, setPicked] = useState<string[]>([...values]);
  const [own, setOwn] = useState(typed ?? "");
  const isEnded = useRef(false);
  const end = (act: () => void) => {
    if (isEnded.current) return;
    isEnded.current = true;
    act();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = endOf(event);
    if (event.key === "Escape") end(onCancel);
    else if (by !== undefined && (by !== "enter" || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      end(() => onSave(picked, by));
    }
  };
  return (
    <MultiSelect
      {...plain}
      w={320}
      aria-label={label}
      data={[...choices]}
      value={picked}
      onChange={setPicked}
      searchValue={search?.text ?? own}
      onSearchChange={search?.onChange ?? setOwn}
      {...(search === undefined ? {} : { filter: ({ options }) => options })}
      nothingFoundMessage={nothingFound}
      hidePickedOptions
      onBlur={() => end(() => onSave(picked, "blur"))}
      onKeyDown={onKeyDown}
    />
  );
}

const plain = {
  size: "sm",
  searchable: true,
  autoFocus: true,
  defaultDropdownOpened: true,
  miw: 200,
  maxDropdownHeight: 260,
} as const;
