import { ActionIcon, Button, Checkbox, Group, Input, Select, Stack, TagsInput, TextInput } from "@mantine/core";
import type { EventWorkflowFormField } from "@weft/client";
import { Icon } from "../../ui/icon.tsx";
import type { FieldDraft, TaskDraft } from "./draft.ts";
import { errorAt, type FieldError } from "./field-errors.ts";
import { FieldPlace } from "./field-place.tsx";

interface FormFieldsProps {
  readonly task: TaskDraft;
  readonly onChange: (change: Partial<TaskDraft>) => void;
  readonly pointer: string;
  readonly errors: readonly FieldError[];
}

type FieldType = EventWorkflowFormField["propertyType"];

const typeLabels: Readonly<Record<FieldType, string>> = {
  string: "Text",
  text: "Long text",
  number: "Number",
  currency: "Currency",
  percent: "Percent",
  rating: "Rating",
  date: "Date",
  datetime: "Date and time",
  boolean: "Yes or no",
  choice: "Choice",
  multi_select: "Multiple choice",
  url: "URL",
};

const types = Object.entries(typeLabels).map(([value, label]) => ({ value, label }));

/** The fields that the person or system must answer. Without fields, any output is accepted. */
export function FormFields({ task, onChange, pointer, errors }: FormFieldsProps) {
  const form = task.form ?? [];
  const set = (fields: readonly FieldDraft[]) => onChange({ form: fields.length === 0 ? undefined : fields });
  return (
    <FieldPlace pointer={`${pointer}/form`}>
      <Input.Wrapper
        label="Answer"
        description="Fields that the answer must fit. Default: any output is accepted."
        error={errorAt(errors, `${pointer}/form`)}
        labelElement="div"
      >
        <Stack gap={6} mt={4} role="group" aria-label="Answer">
          {form.map((field, index) => (
            <FieldRow
              // biome-ignore lint/suspicious/noArrayIndexKey: A field has no id of its own, and its slug is edited.
              key={index}
              field={field}
              place={`Field ${index + 1}`}
              onChange={(part) => set(form.map((one, at) => (at === index ? { ...one, ...part } : one)))}
              onRemove={() => set(form.filter((_one, at) => at !== index))}
            />
          ))}
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => set([...form, { slug: "", propertyType: "string" }])}
            w="fit-content"
            aria-label="Add field to the answer"
          >
            Add field
          </Button>
        </Stack>
      </Input.Wrapper>
    </FieldPlace>
  );
}

interface FieldRowProps {
  readonly field: FieldDraft;
  readonly place: string;
  readonly onChange: (part: Partial<FieldDraft>) => void;
  readonly onRemove: () => void;
}

function FieldRow({ field, place, onChange, onRemove }: FieldRowProps) {
  const { slug, label = "", propertyType, required = false, options } = field;
  const takesOptions = propertyType === "choice" || propertyType === "multi_select";
  return (
    <Stack gap={6}>
      <Group gap={6} wrap="nowrap">
        <TextInput
          aria-label={`${place}, slug`}
          placeholder="Slug, such as price"
          value={slug}
          onChange={(event) => onChange({ slug: event.currentTarget.value })}
          style={{ flex: 2, minWidth: 0 }}
        />
        <TextInput
          aria-label={`${place}, label`}
          placeholder="Label"
          value={label}
          onChange={(event) =>
            onChange({ label: event.currentTarget.value === "" ? undefined : event.currentTarget.value })
          }
          style={{ flex: 2, minWidth: 0 }}
        />
        <Select
          aria-label={`${place}, data type`}
          data={types}
          allowDeselect={false}
          value={propertyType}
          onChange={(type) => onChange(withType(type))}
          style={{ flex: 2, minWidth: 0 }}
        />
        <Checkbox
          label="Required"
          aria-label={`${place}, required`}
          checked={required}
          onChange={(event) => onChange({ required: event.currentTarget.checked ? true : undefined })}
        />
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Remove ${place}`} onClick={onRemove}>
          <Icon name="close" size={16} />
        </ActionIcon>
      </Group>
      {takesOptions && (
        <TagsInput
          aria-label={`${place}, options`}
          placeholder="Type an option and press Enter"
          value={(options ?? []).map(({ value }) => value)}
          onChange={(values) => onChange({ options: values.map((value) => optionNamed(options, value)) })}
        />
      )}
    </Stack>
  );
}

/** Settings of the former data type do not fit another. */
function withType(value: string | null): Partial<FieldDraft> {
  const known = Object.keys(typeLabels).find((type): type is FieldType => type === value) ?? "string";
  return { propertyType: known, options: undefined, min: undefined, max: undefined, currency: undefined };
}

/** The display text of an option is kept. */
function optionNamed(options: FieldDraft["options"], value: string) {
  return options?.find((option) => option.value === value) ?? { value, display: value };
}
