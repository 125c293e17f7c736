import { Select, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import type { PropertyCatalog } from "./property-catalog.ts";
import { slugOfColumn } from "./slug-of-column.ts";

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
export function ColumnUse({ header, catalog, target, onChange }: ColumnUseProps) {
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
