import { Group, NumberInput, Select, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useEntityTypes } from "../entities/entity-queries.ts";
import { kindFields } from "../entities/property-kinds.ts";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import type { PropertyDraft } from "./property-draft.ts";

interface KindFieldsProps {
  readonly form: UseFormReturnType<PropertyDraft>;
}

/** The settings of only some data types. */
export function KindFields({ form }: KindFieldsProps) {
  const fields = kindFields(form.values.propertyType);
  return (
    <>
      {fields.includes("optionSetId") && <OptionSetField form={form} />}
      {fields.includes("referenceType") && <ReferenceField form={form} />}
      {fields.includes("currency") && (
        <TextInput label="Currency" placeholder="EUR" maw={160} {...form.getInputProps("currency")} />
      )}
      {fields.includes("bounds") && (
        <Group grow>
          <NumberInput label="Minimum" {...form.getInputProps("min")} />
          <NumberInput label="Maximum" {...form.getInputProps("max")} />
        </Group>
      )}
      {fields.includes("templateProperty") && (
        <TextInput
          label="Template property"
          description="The slug of the property that contains the size range template."
          {...form.getInputProps("templateProperty")}
        />
      )}
      {fields.includes("formula") && <FormulaFields form={form} />}
      {fields.includes("sequence") && (
        <Group grow>
          <TextInput label="Prefix" placeholder="STY-" {...form.getInputProps("prefix")} />
          <NumberInput label="Digits" placeholder="6" min={1} max={12} {...form.getInputProps("digits")} />
        </Group>
      )}
    </>
  );
}

function OptionSetField({ form }: KindFieldsProps) {
  const weft = useWeft();
  const sets = useQuery({
    queryKey: queryKeys.optionSets.names(),
    queryFn: async ({ signal }) =>
      (await weft.call("list-option-sets", { query: { limit: 1000 } }, { signal })).results,
  });
  return (
    <Select
      label="Option set"
      description="The allowed values. Create option sets on their own page."
      data={(sets.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      searchable
      {...form.getInputProps("optionSetId")}
      onChange={(value) => form.setFieldValue("optionSetId", value ?? "")}
    />
  );
}

function ReferenceField({ form }: KindFieldsProps) {
  const types = useEntityTypes();
  const paths = (types.data ?? []).map(({ typePath }) => typePath);
  return (
    <Select
      label="Referenced type"
      description="The type of the referenced entities."
      data={[...paths, "user", "file"]}
      searchable
      {...form.getInputProps("referenceType")}
      onChange={(value) => form.setFieldValue("referenceType", value ?? "")}
    />
  );
}

function FormulaFields({ form }: KindFieldsProps) {
  return (
    <>
      <Textarea
        label="Expression"
        description="JavaScript over the entity, with its properties in braces. Computed on every write of the entity."
        placeholder="{retailPrice} - {costPrice}"
        autosize
        minRows={1}
        classNames={{ input: "mono" }}
        {...form.getInputProps("expression")}
      />
      <Select
        label="Result type"
        data={["string", "number", "boolean", "date", "datetime"]}
        allowDeselect={false}
        {...form.getInputProps("resultKind")}
      />
    </>
  );
}
