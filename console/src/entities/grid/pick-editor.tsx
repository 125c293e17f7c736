import { MultiSelect, Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { queryKeys } from "../../query-keys.ts";
import { type Choice, searchReferences } from "./grid-calls.ts";
import type { GridColumn } from "./grid-column.ts";
import { useGridTools } from "./grid-tools.ts";
import { type CellEditorProps, type EditEnd, endOf } from "./move-cell.ts";

interface PickProps {
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
function PickOne({ label, choices, values, search, typed, nothingFound, onSave, onCancel }: PickProps) {
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
function PickSeveral({ label, choices, values, search, typed, nothingFound, onSave, onCancel }: PickProps) {
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

/** For one or several of a fixed set. */
export function OptionsEditor({ choices, ...props }: CellEditorProps & { readonly choices: readonly Choice[] }) {
  const { column, row, typed, onSave, onCancel } = props;
  const value = row[column.field];
  const common = { label: column.label, choices, typed, nothingFound: "No matching options.", onCancel };
  if (column.property.propertyType === "multi_select") {
    const values = Array.isArray(value) ? value.map(String) : [];
    const save = (picked: readonly string[]) => (picked.length === 0 ? null : picked);
    return <PickSeveral {...common} values={values} onSave={(picked, by) => onSave(save(picked), by)} />;
  }
  const isTruth = column.property.propertyType === "boolean";
  const values = value === undefined || value === null ? [] : [String(value)];
  const read = (picked: string | undefined) => (isTruth && picked !== undefined ? picked === "true" : (picked ?? null));
  return <PickOne {...common} values={values} onSave={([picked], by) => onSave(read(picked), by)} />;
}

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

const typingMs = 150;

/** The possible references for the typed words; those already selected are included. */
export function useReferenceChoices(column: GridColumn, words: string, chosen: readonly string[]) {
  const { weft, names } = useGridTools();
  const [asked] = useDebouncedValue(words, typingMs);
  const { referenceType, propertyType } = column.property;
  const { data, isPending } = useQuery({
    queryKey: queryKeys.entities.references(referenceType ?? propertyType, asked),
    queryFn: ({ signal }) => searchReferences(weft, column, asked, signal),
    placeholderData: keepPreviousData,
  });
  useEffect(() => {
    if (data !== undefined) names.learn(new Map(data.map(({ value, name }) => [value, name])));
  }, [data, names]);
  const choices = useMemo(() => {
    const found = (data ?? []).map(({ value, label }): Choice => ({ value, label }));
    const missing = chosen.filter((id) => !found.some(({ value }) => value === id));
    return [...missing.map((value): Choice => ({ value, label: names.nameOf(value) ?? value })), ...found];
  }, [data, chosen, names]);
  return { choices, isPending };
}
