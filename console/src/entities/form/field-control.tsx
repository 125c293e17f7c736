import { type InputWrapperProps, MultiSelect, Select, TagsInput, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { queryKeys } from "../../query-keys.ts";
import { useWeft } from "../../session/session.ts";
import { CodeEditor } from "../../ui/code-editor.tsx";
import { Swatch } from "../../ui/swatch.tsx";
import { kindOfType } from "../entity-kind.ts";
import type { EntityProperty } from "../entity-property.ts";
import type { OptionsBySet } from "../entity-queries.ts";
import { EntitiesPicker, EntityPicker } from "../references/entity-picker.tsx";
import classes from "./field-control.module.css";
import { type FieldValue, fromLocalTime, toLocalTime } from "./field-value.ts";
import { PictureField } from "./picture-field.tsx";

interface FieldControlProps {
  readonly field: EntityProperty;
  readonly options: OptionsBySet;
  readonly value: FieldValue;
  readonly error: string | undefined;
  readonly description: string | undefined;
  /** In the place of a value, which already has its label beside it. */
  readonly isBare?: boolean;
  readonly onChange: (value: FieldValue) => void;
}

const yesOrNo = [
  { value: "true", label: "Yes" },
  { value: "false", label: "No" },
];

/** The description below the control, so that adjacent controls are aligned. */
const inputWrapperOrder: ("label" | "input" | "description" | "error")[] = ["label", "input", "description", "error"];

/** The control of a field, by data type. */
export function FieldControl(props: FieldControlProps) {
  const { field, value, onChange } = props;
  const words = wordsOf(props);
  const text = typeof value === "string" ? value : "";
  switch (field.propertyType) {
    case "text":
    case "json":
      return <LongControl {...props} />;
    case "boolean":
    case "choice": {
      const data = field.propertyType === "boolean" ? yesOrNo : optionsOf(props);
      const held = text === "" ? null : text;
      return (
        <Select {...words} data={data} searchable clearable value={held} onChange={(one) => onChange(one ?? "")} />
      );
    }
    case "multi_select":
    case "size_range":
    case "user_list":
      return <ListControl {...props} />;
    case "object_reference":
    case "object_ref_list":
      return <ReferenceControl {...props} />;
    case "image":
      return (
        <PictureField
          {...words}
          isList={false}
          fileIds={text === "" ? [] : [text]}
          onChange={([fileId = ""]) => onChange(fileId)}
        />
      );
    case "image_list":
      return (
        <PictureField
          {...words}
          isList
          fileIds={typeof value === "string" ? [] : value}
          onChange={(fileIds) => onChange([...fileIds])}
        />
      );
    default:
      return <LineControl {...props} />;
  }
}

/** Multi-line text. */
function LongControl(props: FieldControlProps) {
  const { field, value, onChange } = props;
  const words = wordsOf(props);
  const text = typeof value === "string" ? value : "";
  if (field.propertyType === "json") {
    const { label, description, error, labelProps } = words;
    return (
      <CodeEditor
        language="json"
        minHeight={100}
        label={label}
        labelProps={labelProps}
        description={description}
        error={error}
        value={text}
        onChange={onChange}
      />
    );
  }
  return (
    <Textarea
      {...words}
      autosize
      minRows={3}
      maxRows={14}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Several values. */
function ListControl(props: FieldControlProps) {
  const { field, value, onChange } = props;
  const words = wordsOf(props);
  const held = { value: typeof value === "string" ? [] : [...value], onChange };
  if (field.propertyType === "multi_select") {
    return <MultiSelect {...words} {...held} data={optionsOf(props)} searchable clearable />;
  }
  if (field.propertyType === "user_list") return <UsersField {...words} {...held} />;
  const description = words.description ?? "Type a size and press Enter.";
  return <TagsInput {...words} {...held} description={description} clearable />;
}

/** Everything that is one line of text. */
function LineControl(props: FieldControlProps) {
  const { field, value, onChange } = props;
  const text = typeof value === "string" ? value : "";
  const words = wordsOf(props);
  switch (field.propertyType) {
    case "date":
      return (
        <TextInput {...words} type="date" value={text} onChange={(event) => onChange(event.currentTarget.value)} />
      );
    case "datetime":
      return (
        <TextInput
          {...words}
          type="datetime-local"
          step={1}
          value={toLocalTime(text)}
          onChange={(event) => onChange(fromLocalTime(event.currentTarget.value))}
        />
      );
    case "number":
    case "rating":
    case "currency":
    case "percent": {
      const unit = field.propertyType === "percent" ? "%" : field.currency;
      return (
        <TextInput
          {...words}
          inputMode="decimal"
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
          rightSection={unit === undefined ? undefined : <span aria-hidden="true">{unit}</span>}
          rightSectionWidth={52}
        />
      );
    }
    case "url":
      return <TextInput {...words} type="url" value={text} onChange={(event) => onChange(event.currentTarget.value)} />;
    default: {
      const hex = field.isBuiltIn && field.slug === "hex" && /^[0-9a-f]{6}$/i.test(text) ? text : undefined;
      return (
        <TextInput
          {...words}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
          leftSection={hex === undefined ? undefined : <Swatch hex={hex} />}
        />
      );
    }
  }
}

/** References to any kind are entered by id. */
function ReferenceControl(props: FieldControlProps) {
  const { field, value, onChange } = props;
  const { label, description, error, withAsterisk, labelProps } = wordsOf(props);
  const { referenceType } = field;
  const kind = kindOfType(referenceType ?? "");
  const picker = { typePath: referenceType, label, labelProps, description, error, isRequired: withAsterisk };
  const texts = typeof value === "string" ? [] : value;
  if (field.propertyType === "object_ref_list") {
    return kind === undefined ? (
      <TagsInput {...wordsOf(props)} value={[...texts]} onChange={onChange} />
    ) : (
      <EntitiesPicker {...picker} kind={kind} value={texts} onChange={onChange} />
    );
  }
  const text = typeof value === "string" ? value : "";
  return kind === undefined ? (
    <TextInput {...wordsOf(props)} value={text} onChange={(event) => onChange(event.currentTarget.value)} />
  ) : (
    <EntityPicker {...picker} kind={kind} value={text} onChange={onChange} />
  );
}

function wordsOf({ field, error, description, isBare = false }: FieldControlProps) {
  const labelProps = isBare ? bareLabel : {};
  return { label: field.label, error, description, withAsterisk: field.isRequired, inputWrapperOrder, labelProps };
}

const bareLabel = { className: classes["bare"] ?? "" };

function optionsOf({ field, options }: FieldControlProps) {
  const set = options.get(field.optionSetId ?? "") ?? [];
  return set.map(({ value, display }) => ({ value, label: display }));
}

interface UsersFieldProps {
  readonly label: string;
  readonly description: string | undefined;
  readonly error: string | undefined;
  readonly withAsterisk: boolean;
  readonly labelProps: NonNullable<InputWrapperProps["labelProps"]>;
  readonly inputWrapperOrder: ("label" | "input" | "description" | "error")[];
  readonly value: string[];
  readonly onChange: (ids: string[]) => void;
}

/** Users by name. A user who may not read them enters their ids. */
function UsersField(props: UsersFieldProps) {
  const weft = useWeft();
  const { data } = useQuery({
    queryKey: queryKeys.users.ofProperty(),
    queryFn: ({ signal }) => weft.call("list-users", { query: { limit: 1000 } }, { signal }),
    staleTime: 60_000,
  });
  if (data === undefined) return <TagsInput {...props} clearable />;
  const users = data.results.map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` }));
  const unknown = props.value.filter((id) => !users.some(({ value }) => value === id));
  const known = [...users, ...unknown.map((id) => ({ value: id, label: `…${id.slice(-8)}` }))];
  return <MultiSelect {...props} data={known} searchable clearable />;
}
