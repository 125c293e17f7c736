import { Alert, Autocomplete, Button, Group, List, Radio, Select, Stack, Switch, Title } from "@mantine/core";
import type { LoaderProcessCreate } from "@weft/client";
import { useState } from "react";
import { Icon } from "../ui/icon.tsx";
import { AssortmentSettings, ProjectSetting } from "./assortment-settings.tsx";
import { ColumnTable } from "./column-table.tsx";
import { columnTarget, missingTargets } from "./column-target.ts";
import { ConfigurationPanel } from "./configuration-panel.tsx";
import { guessColumns } from "./guess-configuration.ts";
import { combinationOf, loadCombinations } from "./load-combinations.ts";
import { tidy } from "./load-configuration.ts";
import { LookNote } from "./look-note.tsx";
import { MadeColumnList } from "./made-column-list.tsx";
import { setTypePath } from "./made-columns.ts";
import { isBelow } from "./property-catalog.ts";
import type { LoadDraft } from "./use-load-draft.ts";

/** The content of the file and the target of each column: guessed, and everything can be changed. */
export function ColumnsStep({ draft }: { readonly draft: LoadDraft }) {
  const [isShown, setIsShown] = useState(false);
  const { loadType = [] } = draft.configuration;
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start">
        <WhatIsIt draft={draft} />
        <Switch
          label="Show configuration"
          checked={isShown}
          onChange={({ currentTarget }) => setIsShown(currentTarget.checked)}
        />
      </Group>
      {isShown && <ConfigurationPanel draft={draft} />}
      {loadType.includes("PROJECT_ITEM") && <ProjectSetting draft={draft} />}
      {loadType.includes("ASSORTMENT") && <AssortmentSettings draft={draft} />}
      <Missing draft={draft} />
      <Stack gap="xs">
        <Title order={2} size="h4">
          Column targets
        </Title>
        <ColumnTable draft={draft} />
      </Stack>
      <MadeColumnList draft={draft} />
      <Formats draft={draft} />
      <OnErrors draft={draft} />
      <LookNote draft={draft} />
      <Group justify="space-between">
        <Button variant="default" onClick={() => draft.goTo("file")}>
          Back to file
        </Button>
        <Button onClick={() => draft.goTo("preview")} rightSection={<Icon name="right" size={16} />}>
          Continue to preview
        </Button>
      </Group>
    </Stack>
  );
}

function Missing({ draft: { configuration, mapped } }: { readonly draft: LoadDraft }) {
  const missing = missingTargets(configuration, mapped);
  return (
    missing.length > 0 && (
      <Alert color="yellow" variant="outline" icon={<Icon name="warning" />} title="Required settings are missing">
        <List size="sm">
          {missing.map((one) => (
            <List.Item key={one}>{one}</List.Item>
          ))}
        </List>
      </Alert>
    )
  );
}

const numberFormats = ["1,234.56", "1.234,56", "1 234,56", "1'234.56"] as const satisfies NumberFormat[];
const dateFormats = [
  "YYYY-MM-DD",
  "DD.MM.YYYY",
  "DD/MM/YYYY",
  "MM/DD/YYYY",
  "DD-MM-YYYY",
  "YYYY/MM/DD",
  "YYYYMMDD",
] as const satisfies DateFormat[];
type NumberFormat = NonNullable<LoaderProcessCreate["numberFormat"]>;
type DateFormat = NonNullable<LoaderProcessCreate["dateFormat"]>;

/** How the file writes numbers and dates. */
function Formats({ draft: { configuration, change } }: { readonly draft: LoadDraft }) {
  const { numberFormat, dateFormat, ...rest } = configuration;
  const choose = (numbers: NumberFormat | undefined, dates: DateFormat | undefined) =>
    change({
      ...rest,
      ...(numbers === undefined ? {} : { numberFormat: numbers }),
      ...(dates === undefined ? {} : { dateFormat: dates }),
    });
  return (
    <Group align="flex-start" gap="md">
      <Select
        label="Number format"
        description="How the file writes numbers."
        placeholder="1234.56"
        data={numberFormats}
        value={numberFormat ?? null}
        onChange={(value) =>
          choose(
            numberFormats.find((one) => one === value),
            dateFormat,
          )
        }
        clearable
        w={{ base: "100%", sm: 280 }}
      />
      <Select
        label="Date format"
        description="How the file writes dates."
        placeholder="YYYY-MM-DD"
        data={dateFormats}
        value={dateFormat ?? null}
        onChange={(value) =>
          choose(
            numberFormat,
            dateFormats.find((one) => one === value),
          )
        }
        clearable
        w={{ base: "100%", sm: 280 }}
      />
    </Group>
  );
}

function OnErrors({ draft: { configuration, change } }: { readonly draft: LoadDraft }) {
  const { onRowError, ...rest } = configuration;
  return (
    <Radio.Group
      label="When a row has an error"
      value={onRowError ?? "abort"}
      onChange={(value) => change(tidy(value === "skip" ? { ...rest, onRowError: "skip" } : rest))}
    >
      <Stack gap={6} mt={6}>
        <Radio value="abort" label="Abort: load nothing" />
        <Radio value="skip" label="Skip: load valid rows" />
      </Stack>
    </Radio.Group>
  );
}

/** The content of the file. Another choice guesses the columns again. */
function WhatIsIt({ draft }: { readonly draft: LoadDraft }) {
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
