import { Group, MultiSelect, Select, type SelectProps, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { queryKeys } from "../../query-keys.ts";
import { useWeft } from "../../session/session.ts";
import { Swatch } from "../../ui/swatch.tsx";
import { type AnyEntity, fullTitleOf } from "../any-entity.ts";
import { type EntityKind, wordOf } from "../entity-kind.ts";
import { EntityPicture } from "../pictures/picture.tsx";
import { useNamed } from "../use-referred.ts";

interface PickerProps {
  readonly kind: EntityKind;
  /** Only this type and its subtypes. Default: the whole kind. */
  readonly typePath?: string | undefined;
  readonly label: string;
  readonly labelProps?: NonNullable<SelectProps["labelProps"]>;
  readonly description?: ReactNode;
  readonly error?: ReactNode;
  readonly isRequired?: boolean;
  readonly isFirst?: boolean;
}

interface OnePickerProps extends PickerProps {
  /** The id; empty for none. */
  readonly value: string;
  readonly onChange: (id: string) => void;
}

/** Selects an entity by typing part of its name. */
export function EntityPicker({ value, onChange, isFirst = false, ...picker }: OnePickerProps) {
  const found = usePicker(picker, value === "" ? [] : [value]);
  return (
    <Select
      {...found.props}
      {...(isFirst ? { "data-autofocus": true } : {})}
      value={value === "" ? null : value}
      onChange={(id) => onChange(id ?? "")}
    />
  );
}

interface ManyPickerProps extends PickerProps {
  readonly value: readonly string[];
  readonly onChange: (ids: string[]) => void;
}

/** Selects several. */
export function EntitiesPicker({ value, onChange, ...picker }: ManyPickerProps) {
  const { props } = usePicker(picker, value);
  return <MultiSelect {...props} value={[...value]} onChange={onChange} />;
}

function usePicker({ kind, typePath, isRequired = false, ...words }: PickerProps, chosen: readonly string[]) {
  const [text, setText] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const named = useNamed(kind, chosen);
  // The selected name in the field is not a search.
  const isChosenText = chosen.some((id) => named.get(id)?.title === text);
  const found = useEntitySearch(kind, isChosenText ? "" : text, typePath ?? kind.name, isOpen);
  const results = found.data ?? [];
  const missing = chosen.filter((id) => !results.some((one) => one.id === id));
  const byId = new Map(results.map((entity) => [entity.id, entity]));
  const props = {
    label: words.label,
    labelProps: words.labelProps ?? {},
    description: words.description,
    error: words.error,
    withAsterisk: isRequired,
    inputWrapperOrder,
    placeholder: chosen.length === 0 ? `Search ${wordOf(kind, 2)}` : "",
    searchable: true,
    clearable: true,
    searchValue: text,
    onSearchChange: setText,
    onDropdownOpen: () => setIsOpen(true),
    // The service has searched already.
    filter: ({ options }: { options: SelectOptions }) => options,
    nothingFoundMessage: found.isFetching ? "Searching…" : "No results.",
    data: [
      ...missing.map((id) => ({ value: id, label: named.get(id)?.title ?? `…${id.slice(-8)}` })),
      ...results.map((entity) => ({ value: entity.id, label: fullTitleOf(entity) })),
    ],
    renderOption: ({ option }: { option: { value: string; label: string } }) => (
      <Found title={option.label} entity={byId.get(option.value)} />
    ),
    comboboxProps: { shadow: "md" },
  };
  return { props };
}

/** As in forms, where descriptions are below, so that adjacent controls are aligned. */
const inputWrapperOrder: NonNullable<SelectProps["inputWrapperOrder"]> = ["label", "input", "description", "error"];

type SelectOptions = Parameters<NonNullable<SelectProps["filter"]>>[0]["options"];

/** Distinguishes entities of the same name. */
function Found({ title, entity }: { readonly title: string; readonly entity: AnyEntity | undefined }) {
  const hex = entity?.["hex"];
  return (
    <Group gap={8} wrap="nowrap">
      {typeof hex === "string" && <Swatch hex={hex} />}
      {entity !== undefined && <EntityPicture entity={entity} width={32} height={32} />}
      <div>
        <Text size="sm">{title}</Text>
        {entity?.federatedId !== undefined && (
          <Text size="xs" c="dimmed">
            {entity.federatedId}
          </Text>
        )}
      </div>
    </Group>
  );
}

const foundMax = 20;
const typingPauseMs = 200;

/** Entities of a kind, and of a type path below it, by the typed words. */
function useEntitySearch(kind: EntityKind, text: string, typePath: string, isOpen: boolean) {
  const weft = useWeft();
  const [words] = useDebouncedValue(text.trim(), typingPauseMs);
  return useQuery({
    queryKey: queryKeys.entities.search(kind.path, words, typePath),
    queryFn: async ({ signal }) => {
      const listing = { entityName: kind.name, criteria: { typePath }, limit: foundMax, signal };
      const wanted = words === "" ? listing : { ...listing, q: words };
      return (await weft.entities.list<AnyEntity>(wanted)).results;
    },
    placeholderData: keepPreviousData,
    enabled: isOpen,
  });
}
