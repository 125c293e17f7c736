import { Combobox, Group, Text, TextInput, useCombobox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Weft } from "@weft/client";
import { type ClipboardEvent, type KeyboardEvent, useState } from "react";
import { queryKeys } from "../../query-keys.ts";
import { mayDoSome, useSession } from "../../session/session.ts";
import { Icon } from "../../ui/icon.tsx";
import { notifyError } from "../../ui/notify.ts";
import { Swatch } from "../../ui/swatch.tsx";
import { type AnyEntity, titleOf } from "../any-entity.ts";
import { isSameColor, namesIn, type PickedColor } from "./colorway-draft.ts";

interface PickColorsProps {
  /** Those that cannot be picked again. */
  readonly picked: readonly PickedColor[];
  readonly onPick: (colors: readonly PickedColor[]) => void;
  readonly isFirst?: boolean;
}

/** Adds colors by their name: color entities, or names without one. A pasted list adds all of them. */
export function PickColors({ picked, onPick, isFirst = false }: PickColorsProps) {
  const [text, setText] = useState("");
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const { found, isSettled, resolve } = useColors(text, combobox.dropdownOpened);
  const isUnknown = text.trim() !== "" && !found.some((color) => isSameColor(color, typedColor(text)));
  const free = found.filter((color) => !picked.some((one) => isSameColor(one, color)));
  const clear = () => {
    setText("");
    // The matrix below shows what was added.
    combobox.closeDropdown();
  };
  const pickNames = (names: readonly string[]) => {
    clear();
    void resolve(names).catch(giveUp(names)).then(onPick);
  };
  const submit = (value: string) => {
    const color = free.find(({ colorId }) => colorId === value);
    if (color === undefined) return pickNames(namesIn(text));
    clear();
    onPick([color]);
  };
  const keys = useNameKeys(text, combobox, isSettled, pickNames);
  return (
    <Combobox store={combobox} shadow="md" onOptionSubmit={submit}>
      <Combobox.Target>
        <TextInput
          label="Add colors"
          description="Search, or type names. A pasted list adds all of them."
          inputWrapperOrder={["label", "input", "description", "error"]}
          placeholder="Search colors"
          leftSection={<Icon name="search" size={16} />}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
          onFocus={() => combobox.openDropdown()}
          onClick={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          {...keys}
          {...(isFirst ? { "data-autofocus": true } : {})}
        />
      </Combobox.Target>
      <ColorOptions colors={free} name={isUnknown ? text.trim() : undefined} />
    </Combobox>
  );
}

/** Enter adds the chosen color or what was typed; a pasted list adds all its names. */
function useNameKeys(
  text: string,
  combobox: ReturnType<typeof useCombobox>,
  isSettled: boolean,
  pickNames: (names: readonly string[]) => void,
) {
  return {
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "Enter") return;
      // Enter would submit the form around it.
      event.preventDefault();
      const isChosen = combobox.dropdownOpened && combobox.getSelectedOptionIndex() >= 0 && isSettled;
      // The target of the combobox submits the chosen one.
      if (!isChosen && text.trim() !== "") pickNames(namesIn(text));
    },
    onPaste: (event: ClipboardEvent) => {
      const names = namesIn(event.clipboardData.getData("text"));
      if (names.length < 2) return;
      event.preventDefault();
      pickNames(names);
    },
  };
}

interface ColorOptionsProps {
  readonly colors: readonly PickedColor[];
  /** What was typed, if no color has this name. */
  readonly name: string | undefined;
}

function ColorOptions({ colors, name }: ColorOptionsProps) {
  return (
    <Combobox.Dropdown hidden={colors.length === 0 && name === undefined}>
      <Combobox.Options mah={280} style={{ overflowY: "auto" }} aria-label="Colors">
        {colors.map((color) => (
          <Combobox.Option key={color.colorId ?? color.name} value={color.colorId ?? color.name}>
            <Group gap={8} wrap="nowrap">
              <Swatch hex={color.hex} />
              <Text size="sm">{color.name}</Text>
            </Group>
          </Combobox.Option>
        ))}
        {name !== undefined && (
          <Combobox.Option value="">
            <Text size="sm">Add “{name}” as a name</Text>
          </Combobox.Option>
        )}
      </Combobox.Options>
    </Combobox.Dropdown>
  );
}

function giveUp(names: readonly string[]) {
  return (error: unknown) => {
    notifyError(error);
    return names.map(typedColor);
  };
}

function typedColor(name: string): PickedColor {
  return { name: name.trim(), colorId: undefined, hex: undefined };
}

const foundMax = 20;
const typingPauseMs = 200;

/** The colors that match, and those of given names. Users who may not read colors pick names. */
function useColors(text: string, isOpen: boolean) {
  const { who, weft } = useSession();
  const mayRead = mayDoSome(who, "read", "color");
  const [words] = useDebouncedValue(text.trim(), typingPauseMs);
  const { data = [], isFetching } = useQuery({
    queryKey: queryKeys.entities.search("colors", words, "color"),
    queryFn: async ({ signal }) => {
      const listing = { entityName: "color", limit: foundMax, signal, ...(words === "" ? {} : { q: words }) } as const;
      return (await weft.entities.list<AnyEntity>(listing)).results;
    },
    placeholderData: keepPreviousData,
    enabled: isOpen && mayRead,
  });
  return {
    found: data.map(pickedOf),
    isSettled: words === text.trim() && !isFetching,
    resolve: async (names: readonly string[]) => {
      const named = mayRead ? await readColorsNamed(weft, names) : [];
      return names.map((name) => named.find((color) => isSameColor(color, typedColor(name))) ?? typedColor(name));
    },
  };
}

const namesAtATime = 100;

async function readColorsNamed(weft: Weft, names: readonly string[]): Promise<PickedColor[]> {
  const found: AnyEntity[] = [];
  for (let from = 0; from < names.length; from += namesAtATime) {
    const or = names.slice(from, from + namesAtATime).map((name) => ({ name: { matches: name } }));
    const listing = { entityName: "color", criteria: { or }, limit: 1000 } as const;
    found.push(...(await weft.entities.list<AnyEntity>(listing)).results);
  }
  return found.map(pickedOf);
}

function pickedOf(entity: AnyEntity): PickedColor {
  const { hex } = entity;
  return { name: titleOf(entity), colorId: entity.id, hex: typeof hex === "string" ? hex : undefined };
}
