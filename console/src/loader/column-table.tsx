import { Badge, Select, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { columnTarget, setColumnTarget } from "./column-target.ts";
import { GridBox } from "./csv-grid.tsx";
import classes from "./grid.module.css";
import { guessColumnKind, slugOfColumn } from "./guess-configuration.ts";
import type { PropertyCatalog } from "./property-catalog.ts";
import type { LoadDraft } from "./use-load-draft.ts";

const examplesShown = 3;

/** Every column of the file: its detected type, and its target. */
export function ColumnTable({ draft }: { readonly draft: LoadDraft }) {
  const { configuration, mapped, file, change } = draft;
  return (
    <GridBox label="Columns of the file">
      <table className={classes["table"]}>
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">Target</th>
            <th scope="col">Detected type</th>
            <th scope="col">Examples</th>
          </tr>
        </thead>
        <tbody>
          {mapped.headers.map((header, index) => {
            const values = file.preview.rows.map(({ cells }) => cells[index] ?? "");
            return (
              <tr key={header}>
                <th scope="row" style={{ fontWeight: 600 }}>
                  {header}
                </th>
                <td>
                  <ColumnUse
                    header={header}
                    catalog={mapped.catalog}
                    target={columnTarget(configuration, header, mapped)}
                    onChange={(target) => change(setColumnTarget(configuration, header, target, mapped))}
                  />
                </td>
                <td>
                  <Badge variant="outline" color="gray" radius="sm" tt="none">
                    {guessColumnKind(values)}
                  </Badge>
                </td>
                <td>
                  <Text size="sm" c="dimmed" truncate maw={260}>
                    {examplesOf(values)}
                  </Text>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </GridBox>
  );
}

function examplesOf(values: readonly string[]): string {
  return [...new Set(values.filter((value) => value !== ""))].slice(0, examplesShown).join(" · ");
}

interface ColumnUseProps {
  readonly header: string;
  readonly catalog: PropertyCatalog;
  readonly target: string | undefined;
  readonly onChange: (target: string | undefined) => void;
}

/** Cannot be slugs. */
const leaveOut = " skip";
const newProperty = " new";

/** A column of the load, a property, a new property, or nothing. */
function ColumnUse({ header, catalog, target, onChange }: ColumnUseProps) {
  const isKnown = [...catalog.identifying, ...catalog.properties].some(({ slug }) => slug === target);
  const value = target === undefined ? leaveOut : isKnown ? target : newProperty;
  const choose = (choice: string | null) => {
    if (choice === leaveOut) onChange(undefined);
    else if (choice === newProperty) onChange(slugOfColumn(header));
    else if (choice !== null) onChange(choice);
  };
  return (
    <Stack gap={6}>
      <Select
        aria-label={`Target of ${header}`}
        data={choicesOf(catalog)}
        value={value}
        onChange={choose}
        searchable
        allowDeselect={false}
        size="xs"
        w={{ base: 210, sm: 300 }}
        maxDropdownHeight={320}
      />
      {value === newProperty && target !== undefined && (
        <NewName key={target} header={header} name={target} onChange={onChange} />
      )}
    </Stack>
  );
}

function choicesOf({ identifying, properties }: PropertyCatalog) {
  return [
    {
      group: "Load columns",
      items: identifying.map(({ slug, label, isRequired }) => ({
        value: slug,
        label: `${label} (${slug})${isRequired ? ", required" : ""}`,
      })),
    },
    {
      group: "Properties",
      items: properties.map(({ slug, label, propertyType }) => ({ value: slug, label: `${label} (${propertyType})` })),
    },
    {
      group: "Other",
      items: [
        { value: newProperty, label: "New property" },
        { value: leaveOut, label: "Skip column" },
      ],
    },
  ];
}

interface NewNameProps {
  readonly header: string;
  readonly name: string;
  readonly onChange: (name: string) => void;
}

/** Applied on blur, because every change starts a dry run of the first rows. */
function NewName({ header, name, onChange }: NewNameProps) {
  const [typed, setTyped] = useState(name);
  const take = () => {
    const slug = typed.trim();
    if (slug === "") setTyped(name);
    else if (slug !== name) onChange(slug);
  };
  return (
    <TextInput
      aria-label={`Name of the new property for ${header}`}
      description="Stored as text. You can define the property after the load."
      size="xs"
      w={{ base: 210, sm: 300 }}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={take}
      onKeyDown={({ key }) => key === "Enter" && take()}
    />
  );
}
