import { Autocomplete, Group, Select } from "@mantine/core";
import { columnTarget } from "./column-target.ts";
import { guessColumns } from "./guess-configuration.ts";
import { combinationOf, loadCombinations } from "./load-combinations.ts";
import { setTypePath } from "./made-columns.ts";
import { isBelow } from "./property-catalog.ts";
import type { LoadDraft } from "./use-load-draft.ts";

/** The content of the file. Another choice guesses the columns again. */
export function WhatIsIt({ draft }: { readonly draft: LoadDraft }) {
  const { configuration, guessed, change } = draft;
  const chosen = combinationOf(configuration.loadType ?? []);
  const choose = (key: string | null) => {
    const found = loadCombinations.find((one) => one.key === key);
    if (found === undefined) return;
    // Items stay items: existing mappings are kept.
    const isSameKind = found.types[0] === configuration.loadType?.[0];
    change(isSameKind ? { ...configuration, loadType: [...found.types] } : guessColumns(guessed, found.types));
  };
  return (
    <Group align="flex-start" gap="md" style={{ flexGrow: 1 }}>
      <Select
        label="File content"
        description={chosen?.help ?? "Select what its rows are."}
        data={loadCombinations.map(({ key, label }) => ({ value: key, label }))}
        value={chosen?.key ?? null}
        onChange={choose}
        allowDeselect={false}
        w={{ base: "100%", sm: 340 }}
      />
      <TypeOfAll draft={draft} />
    </Group>
  );
}

/** Items and custom entities have types of their own. */
function TypeOfAll({ draft: { configuration, mapped, types, typePath, change } }: { readonly draft: LoadDraft }) {
  const [first] = configuration.loadType ?? [];
  if (first !== "ITEM" && first !== "CUSTOM_ENTITY") return null;
  const root = first === "ITEM" ? "item" : "custom-entity";
  const column = mapped.headers.find((header) => columnTarget(configuration, header, mapped) === "typePath");
  const paths = types.map((type) => type.typePath).filter((path) => isBelow(path, root) && path !== "custom-entity");
  return (
    <Autocomplete
      label="Type of all rows"
      description={
        column === undefined
          ? "Determines the available properties."
          : `The column ${column} sets the type of each row.`
      }
      placeholder={first === "ITEM" ? "item" : "custom-entity:…"}
      data={paths}
      value={typePath ?? ""}
      disabled={column !== undefined}
      onChange={(value) =>
        change(setTypePath(configuration, value.trim() === "" ? undefined : value.trim(), mapped.headers))
      }
      w={{ base: "100%", sm: 280 }}
    />
  );
}
