import { Modal, Select, Stack, Switch, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { DescribedProperty, EntityType } from "@weft/client";
import { propertyKinds } from "../entities/property-kinds.ts";
import { queryKeys } from "../query-keys.ts";
import { useWeft } from "../session/session.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { useSave } from "../ui/use-save.ts";
import { KindFields } from "./kind-fields.tsx";
import { PreviewNote, SaveButtons } from "./preview-note.tsx";
import { emptyProperty, kindDefinition, type PropertyDraft, slugOfLabel, validateProperty } from "./property-draft.ts";
import type { SeenProperty } from "./seen-properties.ts";
import { staleAfterTypeChange } from "./use-change-type.ts";
import { usePreview } from "./use-preview.ts";

interface DescribePropertyProps {
  readonly type: EntityType;
  readonly seen: SeenProperty;
  readonly onClose: () => void;
}

/** Defines a property that was only found in the data, and converts the stored texts. */
export function DescribeProperty({ type, seen, onClose }: DescribePropertyProps) {
  const isSlug = /^[A-Za-z][A-Za-z0-9_-]*$/.test(seen.slug);
  const form = useForm<PropertyDraft>({
    initialValues: {
      ...emptyProperty,
      slug: isSlug ? seen.slug : slugOfLabel(seen.slug),
      label: seen.slug,
      propertyType: seen.guess,
    },
    validate: validateProperty,
  });
  const { preview, save, isWhole } = useDescribe({ type, seen, draft: form.values, onDone: onClose });
  return (
    <Modal opened onClose={onClose} title={`Define ${seen.slug}`} size="lg">
      <Stack>
        <Text size="sm">
          Adds a property to {type.label}. Stored texts, such as {seen.samples.join(", ")}, are converted to its data
          type.
        </Text>
        <TextInput label="Label" data-autofocus {...form.getInputProps("label")} />
        <TextInput label="Slug" classNames={{ input: "mono" }} {...form.getInputProps("slug")} />
        <Select
          label="Data type"
          data={propertyKinds
            .filter(({ value }) => value !== "formula" && value !== "sequence")
            .map(({ value, label }) => ({ value, label }))}
          searchable
          allowDeselect={false}
          {...form.getInputProps("propertyType")}
        />
        <KindFields form={form} />
        <Switch label="Searchable" {...form.getInputProps("searchable", { type: "checkbox" })} />
        <PreviewNote preview={preview} typePath={type.typePath} isWhole={isWhole} />
        {save.error !== null && <ErrorNote error={save.error} />}
        <SaveButtons
          preview={preview}
          isPending={save.isPending}
          saveLabel="Define property"
          onCancel={onClose}
          onSave={(force) => save.mutate(force)}
        />
      </Stack>
    </Modal>
  );
}

interface DescribeOptions {
  readonly type: EntityType;
  readonly seen: SeenProperty;
  readonly draft: PropertyDraft;
  readonly onDone: () => void;
}

function useDescribe({ type, seen, draft, onDone }: DescribeOptions) {
  const weft = useWeft();
  const described = describedOf(draft, seen.slug);
  const isWhole = Object.keys(validateProperty(draft)).length === 0 && described !== undefined;
  const describe = (query: { dryRun?: boolean; force?: boolean }, signal?: AbortSignal) =>
    weft.call(
      "describe-entity-type",
      { params: { id: type.id }, query, body: { properties: described === undefined ? [] : [described] } },
      { signal, ifMatch: type.version },
    );
  const preview = usePreview({
    queryKey: queryKeys.types.change(type.id, "describe"),
    body: isWhole ? described : undefined,
    ask: (signal) => describe({ dryRun: true }, signal),
  });
  const save = useSave({
    save: (force: boolean) => describe(force ? { force } : {}),
    message: ({ conversion: { converted, notConverted } }) => {
      const left = notConverted === 0 ? "" : ` ${notConverted} were not converted.`;
      return `${draft.slug} defined. Entities converted: ${converted}.${left}`;
    },
    stale: staleAfterTypeChange(),
    onSaved: onDone,
  });
  return { preview, save, isWhole };
}

/** Undefined for data types that no text can be converted to. */
function describedOf(draft: PropertyDraft, columnName: string): DescribedProperty | undefined {
  const { propertyType, searchable } = draft;
  if (propertyType === "formula" || propertyType === "sequence") return undefined;
  const { optionSetId, referenceType, currency, min, max, templateProperty } = kindDefinition(draft);
  const slug = draft.slug.trim();
  return {
    ...{ slug, label: draft.label.trim(), propertyType, searchable },
    ...(slug === columnName ? {} : { columnName }),
    ...(optionSetId === undefined ? {} : { optionSetId }),
    ...(referenceType === undefined ? {} : { referenceType }),
    ...(currency === undefined ? {} : { currency }),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(templateProperty === undefined ? {} : { templateProperty }),
  };
}
