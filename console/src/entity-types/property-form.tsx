import { Drawer, Group, Select, Stack, Switch, Text, TextInput } from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import type { EntityType, Property } from "@weft/client";
import { isComputed, propertyKinds } from "../entities/property-kinds.ts";
import { queryKeys } from "../query-keys.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { useSave } from "../ui/use-save.ts";
import { KindFields } from "./kind-fields.tsx";
import { PreviewNote, SaveButtons } from "./preview-note.tsx";
import {
  definitionOf,
  draftOf,
  emptyProperty,
  type PropertyDraft,
  slugOfLabel,
  validateProperty,
} from "./property-draft.ts";
import { staleAfterTypeChange, useChangeType } from "./use-change-type.ts";
import { usePreview } from "./use-preview.ts";

interface PropertyFormProps {
  readonly type: EntityType;
  /** Of the property to edit; undefined to add one. */
  readonly slug: string | undefined;
  readonly onClose: () => void;
}

export function PropertyForm({ type, slug, onClose }: PropertyFormProps) {
  const title = slug === undefined ? `New property of ${type.label}` : `Edit ${slug} of ${type.label}`;
  return (
    <Drawer opened onClose={onClose} title={title} position="right" size="lg" padding="lg">
      <Fields type={type} slug={slug} onClose={onClose} />
    </Drawer>
  );
}

function Fields({ type, slug, onClose }: PropertyFormProps) {
  const before = type.properties.find((property) => property.slug === slug);
  const form = useForm<PropertyDraft>({
    initialValues: before === undefined ? emptyProperty : draftOf(before),
    validate: validateProperty,
  });
  const errors = validateProperty(form.values);
  const isWhole = Object.keys(errors).length === 0;
  const { preview, save } = useSaveProperty({ type, slug, draft: form.values, isWhole, onDone: onClose });
  return (
    <form onSubmit={(event) => event.preventDefault()} noValidate>
      <Stack gap="md">
        <NameFields form={form} isNew={before === undefined} />
        <Select
          label="Data type"
          description={propertyKinds.find(({ value }) => value === form.values.propertyType)?.meaning}
          data={propertyKinds.map(({ value, label }) => ({ value, label }))}
          searchable
          allowDeselect={false}
          {...form.getInputProps("propertyType")}
        />
        <KindFields form={form} />
        <RuleFields form={form} typePath={type.typePath} />
        {!isComputed(form.values.propertyType) && (
          <TextInput
            label="Default"
            description="Used for new entities without a value. Lists and objects as JSON."
            {...form.getInputProps("default")}
          />
        )}
        <PreviewNote preview={preview} typePath={type.typePath} isWhole={isWhole} />
        {!isWhole && form.isDirty() && (
          <Text size="sm" c="dimmed">
            Missing: {Object.values(errors).join(" ")}
          </Text>
        )}
        {save.error !== null && <ErrorNote error={save.error} />}
        <SaveButtons
          preview={preview}
          isPending={save.isPending}
          saveLabel={before === undefined ? "Add property" : "Save property"}
          onCancel={onClose}
          onSave={(force) => save.mutate(force)}
        />
      </Stack>
    </form>
  );
}

type Form = UseFormReturnType<PropertyDraft>;

/** The slug follows the label until the user types one. */
function NameFields({ form, isNew }: { readonly form: Form; readonly isNew: boolean }) {
  const { label, slug } = form.values;
  return (
    <Group grow align="flex-start">
      <TextInput
        label="Label"
        placeholder="Fabric weight"
        data-autofocus
        {...form.getInputProps("label")}
        onChange={({ currentTarget: { value } }) => {
          form.setFieldValue("label", value);
          if (isNew && (slug === "" || slug === slugOfLabel(label))) form.setFieldValue("slug", slugOfLabel(value));
        }}
      />
      <TextInput
        label="Slug"
        description={isNew ? "The field name in entities. It cannot be changed later." : "It cannot be changed."}
        inputWrapperOrder={["label", "input", "description", "error"]}
        readOnly={!isNew}
        classNames={{ input: "mono" }}
        {...form.getInputProps("slug")}
      />
    </Group>
  );
}

function RuleFields({ form, typePath }: { readonly form: Form; readonly typePath: string }) {
  const hasLevels = /^(item|project-item)(:|$)/.test(typePath);
  const isItem = /^item(:|$)/.test(typePath);
  const flag = (field: "required" | "expected" | "searchable" | "disabled") =>
    form.getInputProps(field, { type: "checkbox" });
  return (
    <>
      <Group gap="lg">
        <Switch label="Required" {...flag("required")} />
        <Switch label="Expected" {...flag("expected")} />
        <Switch label="Searchable" {...flag("searchable")} />
        <Switch label="Disabled" {...flag("disabled")} />
      </Group>
      <Group grow align="flex-start">
        <Select
          label="Unique"
          data={[
            { value: "no", label: "No" },
            { value: "org", label: "In the organization" },
            ...(isItem ? [{ value: "family", label: "Within the style" }] : []),
          ]}
          allowDeselect={false}
          {...form.getInputProps("unique")}
        />
        {hasLevels && (
          <Select
            label="Level"
            data={[
              { value: "all", label: "Per item" },
              { value: "family", label: "Style (shared)" },
              { value: "option", label: "Options only" },
              { value: "override", label: "Inherited, overridable" },
            ]}
            allowDeselect={false}
            {...form.getInputProps("level")}
          />
        )}
      </Group>
    </>
  );
}

interface SaveOptions {
  readonly type: EntityType;
  readonly slug: string | undefined;
  readonly draft: PropertyDraft;
  readonly isWhole: boolean;
  readonly onDone: () => void;
}

function useSaveProperty({ type, slug, draft, isWhole, onDone }: SaveOptions) {
  const change = useChangeType(type);
  const body = { properties: withProperty(type, slug, definitionOf(draft)) };
  const preview = usePreview({
    queryKey: queryKeys.types.one(type.id),
    body: isWhole ? body : undefined,
    ask: async (signal) => {
      await change(body, { dryRun: true, signal });
      return undefined;
    },
  });
  const save = useSave({
    save: (force: boolean) => change(body, force ? { force } : {}),
    message: () => `Property ${draft.slug} saved.`,
    stale: staleAfterTypeChange(),
    onSaved: onDone,
  });
  return { preview, save };
}

/** All properties of the type, with the new one at the end or replaced in place. */
function withProperty(type: EntityType, slug: string | undefined, definition: Property): Property[] {
  const others = type.properties.map((shown) => definitionOf(draftOf(shown)));
  return slug === undefined
    ? [...others, definition]
    : others.map((other) => (other.slug === slug ? definition : other));
}
