import { ActionIcon, Button, Group, MultiSelect, Select, Stack, Text, TextInput } from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import type { EntityType } from "@weft/client";
import { FormDialog } from "../ui/form-dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { typeIconNames } from "../ui/type-icon.ts";
import { useSave } from "../ui/use-save.ts";
import classes from "./edit-look.module.css";
import {
  type LookDraft,
  lookDraftOf,
  pictureRatios,
  presentationOf,
  propertyChoices,
  type SectionDraft,
  validateSections,
} from "./look-draft.ts";
import { staleAfterTypeChange, useChangeType } from "./use-change-type.ts";

interface EditLookProps {
  readonly type: EntityType;
  readonly onClose: () => void;
}

type Form = UseFormReturnType<LookDraft>;

/** What is empty is inherited; the placeholders show from the types above what that is. */
export function EditLook({ type, onClose }: EditLookProps) {
  const change = useChangeType(type);
  const form = useForm<LookDraft>({
    initialValues: lookDraftOf(type),
    validate: { sections: (sections) => validateSections(sections) },
  });
  const saving = useSave({
    save: (draft: LookDraft) => change({ presentation: presentationOf(draft) }),
    message: () => "Look saved.",
    stale: staleAfterTypeChange(),
    onSaved: onClose,
  });
  const properties = propertyChoices(type);
  const choices = properties.map(({ slug, label }) => ({ value: slug, label }));
  const pictures = properties.filter(({ propertyType }) => propertyType === "image" || propertyType === "image_list");
  const inherited = type.effectivePresentation;
  const inheritedPicture = properties.find(({ slug }) => slug === inherited.pictureProperty)?.label;
  return (
    <FormDialog
      title={`How ${type.label} looks`}
      form={form}
      saving={saving}
      submitLabel="Save look"
      onClose={onClose}
      size="lg"
    >
      <TextInput
        label="Plural label"
        description="The name of the list, in the menu and above it."
        placeholder={type.label}
        data-autofocus
        {...form.getInputProps("pluralLabel")}
      />
      <IconField form={form} />
      <Group grow align="flex-start">
        <Select
          label="Picture"
          description="The property with the picture in lists."
          placeholder={inheritedPicture ?? "The first one"}
          data={pictures.map(({ slug, label }) => ({ value: slug, label }))}
          clearable
          {...selectProps(form, "pictureProperty")}
        />
        <Select
          label="Ratio of pictures"
          description="Width to height."
          placeholder={inherited.pictureRatio ?? "4:5"}
          data={[...pictureRatios]}
          clearable
          {...selectProps(form, "pictureRatio")}
        />
      </Group>
      <MultiSelect
        label="Key facts"
        description="Shown beside the picture and on cards, in this order."
        data={choices}
        searchable
        selectFirstOptionOnChange
        maxValues={12}
        value={[...form.values.keyFacts]}
        onChange={(keyFacts) => form.setFieldValue("keyFacts", keyFacts)}
      />
      <SectionsField form={form} choices={choices} />
    </FormDialog>
  );
}

/** A cleared field is an empty text in the draft. */
function selectProps(form: Form, field: "pictureProperty" | "pictureRatio") {
  const { value, onChange, ...rest } = form.getInputProps(field);
  return { ...rest, value: value === "" ? null : value, onChange: (next: string | null) => onChange(next ?? "") };
}

function IconField({ form }: { readonly form: Form }) {
  return (
    <fieldset className={classes["icons"]}>
      <legend>Icon</legend>
      {["" as const, ...typeIconNames].map((name) => (
        <label key={name} className={classes["icon"]} title={name === "" ? "Inherited" : name}>
          <input
            type="radio"
            name="icon"
            aria-label={name === "" ? "Inherited" : name}
            checked={form.values.icon === name}
            onChange={() => form.setFieldValue("icon", name)}
          />
          {name === "" ? <span aria-hidden="true">–</span> : <Icon name={name} size={22} />}
        </label>
      ))}
    </fieldset>
  );
}

interface SectionsFieldProps {
  readonly form: Form;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
}

function SectionsField({ form, choices }: SectionsFieldProps) {
  const { sections } = form.values;
  const set = (next: readonly SectionDraft[]) => form.setFieldValue("sections", next);
  const add = () =>
    set([...sections, { key: 1 + Math.max(-1, ...sections.map(({ key }) => key)), title: "", properties: [] }]);
  return (
    <Stack gap="xs" component="section" aria-label="Sections">
      <div>
        <Text size="sm" fw={550}>
          Sections
        </Text>
        <Text size="xs" c="dimmed">
          The properties of an entity in groups. Properties in no section follow them.
        </Text>
      </div>
      {sections.map((section, place) => (
        <Group key={section.key} gap="xs" align="flex-start" wrap="nowrap">
          <TextInput
            w={150}
            aria-label={`Title of section ${place + 1}`}
            placeholder="Title"
            value={section.title}
            onChange={({ currentTarget }) => set(sections.with(place, { ...section, title: currentTarget.value }))}
          />
          <MultiSelect
            flex={1}
            aria-label={`Properties of section ${place + 1}`}
            data={[...choices]}
            searchable
            selectFirstOptionOnChange
            value={[...section.properties]}
            onChange={(properties) => set(sections.with(place, { ...section, properties }))}
          />
          <SectionActions sections={sections} place={place} onChange={set} />
        </Group>
      ))}
      {form.errors["sections"] !== undefined && (
        <Text size="xs" c="var(--weft-bad)" role="alert">
          {form.errors["sections"]}
        </Text>
      )}
      <Group>
        <Button variant="default" size="compact-sm" leftSection={<Icon name="plus" size={14} />} onClick={add}>
          Add section
        </Button>
      </Group>
    </Stack>
  );
}

interface SectionActionsProps {
  readonly sections: readonly SectionDraft[];
  readonly place: number;
  readonly onChange: (sections: readonly SectionDraft[]) => void;
}

function SectionActions({ sections, place, onChange }: SectionActionsProps) {
  const [section, above] = [sections[place], sections[place - 1]];
  const name = section?.title === "" ? `section ${place + 1}` : section?.title;
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        variant="default"
        size={36}
        aria-label={`Move ${name} up`}
        disabled={section === undefined || above === undefined}
        onClick={() => {
          if (section !== undefined && above !== undefined) {
            onChange(sections.with(place, above).with(place - 1, section));
          }
        }}
      >
        <Icon name="up" size={16} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={`Remove ${name}`}
        onClick={() => onChange(sections.toSpliced(place, 1))}
      >
        <Icon name="trash" size={16} />
      </ActionIcon>
    </Group>
  );
}
