import { Autocomplete, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { JsonObject } from "@weft/client";
import { queryKeys } from "../../query-keys.ts";
import { useWeft } from "../../session/session.ts";
import { CodeEditor } from "../../ui/code-editor.tsx";
import { type ActionField, actionLabels } from "./action-table.ts";
import { AuthField } from "./auth-field.tsx";
import { isObject } from "./draft.ts";
import { errorAt, type FieldError } from "./field-errors.ts";
import { FieldPlace } from "./field-place.tsx";
import { JsonField } from "./json-field.tsx";
import { MemberRows } from "./member-rows.tsx";
import { PlaceholderInput } from "./placeholder-input.tsx";
import type { Placeholder } from "./placeholders.ts";
import { kindLabel, triggerKinds } from "./trigger-key.ts";
import type { KnownProperty } from "./use-properties.ts";
import { readValue, writeValue } from "./value-text.ts";

interface ActionFieldsProps {
  readonly action: string;
  readonly config: JsonObject;
  readonly onChange: (config: JsonObject) => void;
  /** Of the task: tasks/0. */
  readonly pointer: string;
  readonly errors: readonly FieldError[];
  readonly placeholders: readonly Placeholder[];
  readonly propertiesOf: (kind: string) => readonly KnownProperty[];
  readonly isSaved: boolean;
}

/** The inputs of an action, as its table defines them. */
export function ActionFields(props: ActionFieldsProps) {
  return actionLabels(props.action).fields.map((field) => {
    const pointer = field.key === "" ? `${props.pointer}/config` : `${props.pointer}/config/${field.key}`;
    return (
      <FieldPlace key={`${props.action} ${field.key}`} pointer={pointer}>
        <ConfigField {...props} field={field} error={errorAt(props.errors, pointer)} />
      </FieldPlace>
    );
  });
}

interface ConfigFieldProps extends ActionFieldsProps {
  readonly field: ActionField;
  readonly error: string | undefined;
}

function ConfigField(props: ConfigFieldProps) {
  const { field, config, onChange, error, placeholders } = props;
  const { key, label, help, isRequired = false } = field;
  const value = config[key];
  const change = (next: unknown) => onChange(withMember(config, key, next));
  switch (field.kind) {
    case "text":
    case "number":
      return (
        <PlaceholderInput
          name={label}
          label={label}
          description={help}
          required={isRequired}
          withAsterisk={isRequired}
          error={error}
          placeholders={placeholders}
          value={field.kind === "number" ? writeValue(value) : textOf(value)}
          onChange={(text) => change(field.kind === "number" ? readValue(text) : text)}
        />
      );
    case "json":
      return <JsonField label={label} help={help} value={value} onChange={change} error={error} />;
    case "code":
      return (
        <CodeEditor
          label={label}
          description={help}
          language="javascript"
          value={textOf(value)}
          onChange={change}
          error={error}
        />
      );
    case "auth":
      return (
        <AuthField label={label} help={help} value={value} onChange={change} error={error} isSaved={props.isSaved} />
      );
    case "method":
      return <MethodField {...props} value={value} change={change} />;
    case "entityName":
      return <KindField {...props} value={value} change={change} />;
    case "assortment":
      return <AssortmentField {...props} value={value} change={change} />;
    case "members":
      return <MembersField {...props} value={value} change={change} />;
    case "rest":
      return <RestField {...props} />;
  }
}

interface ValueProps extends ConfigFieldProps {
  readonly value: unknown;
  readonly change: (value: unknown) => void;
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

function MethodField({ field, value, change, error }: ValueProps) {
  return (
    <Select
      label={field.label}
      description={field.help}
      data={methods}
      value={textOf(value) === "" ? "POST" : textOf(value)}
      allowDeselect={false}
      onChange={(method) => change(method === "POST" || method === null ? undefined : method)}
      error={error}
    />
  );
}

function KindField({ field, value, change, error }: ValueProps) {
  return (
    <Autocomplete
      label={field.label}
      description={field.help}
      withAsterisk
      data={triggerKinds}
      renderOption={({ option }) => kindLabel(option.value)}
      value={textOf(value)}
      onChange={change}
      error={error}
    />
  );
}

const assortmentsMax = 200;

function AssortmentField({ field, value, change, error }: ValueProps) {
  const weft = useWeft();
  const { data = [] } = useQuery({
    queryKey: queryKeys.choices.assortmentsToPublish(),
    queryFn: async ({ signal }) =>
      (await weft.entities.list({ entityName: "assortment", limit: assortmentsMax, signal })).results,
  });
  const names = new Map(data.map(({ id, name }) => [id, name ?? id]));
  const id = textOf(value);
  return (
    <Autocomplete
      label={field.label}
      description={names.get(id) ?? field.help}
      withAsterisk
      data={[...names.keys()]}
      filter={({ options, search }) =>
        options.filter((option) => "value" in option && matches(names, String(option.value), search))
      }
      renderOption={({ option }) => names.get(option.value) ?? option.value}
      value={id}
      onChange={change}
      error={error}
    />
  );
}

function matches(names: ReadonlyMap<string, string>, id: string, search: string): boolean {
  return names.has(search) || `${names.get(id)} ${id}`.toLowerCase().includes(search.toLowerCase());
}

/** A single placeholder may stand for the whole object, and is kept as text. */
function MembersField(props: ValueProps) {
  const { field, value, change, config, propertiesOf, placeholders, error } = props;
  if (typeof value === "string") {
    return (
      <PlaceholderInput
        name={field.label}
        label={field.label}
        description={field.help}
        value={value}
        onChange={(text) => change(text === "" ? undefined : text)}
        placeholders={placeholders}
        error={error}
      />
    );
  }
  const isObjectOfKind = field.key === "object";
  const kind = textOf(config["entityName"]);
  return (
    <MemberRows
      label={field.label}
      help={field.help}
      value={isObject(value) ? value : {}}
      onChange={(next) => change(Object.keys(next).length === 0 && !isObjectOfKind ? undefined : next)}
      placeholders={placeholders}
      names={isObjectOfKind ? ["name", "typePath", "federatedId", ...slugsOf(propertiesOf(kind))] : []}
      error={error}
      isRequired={field.isRequired === true}
    />
  );
}

function RestField({ action, field, config, onChange, placeholders, error, pointer, errors }: ConfigFieldProps) {
  const named = actionLabels(action).fields.flatMap(({ key }) => (key === "" ? [] : [key]));
  const own = Object.fromEntries(Object.entries(config).filter(([key]) => named.includes(key)));
  const rest = Object.fromEntries(Object.entries(config).filter(([key]) => !named.includes(key)));
  // The errors of the other fields are shown there.
  const stray = errors.filter((error) => !named.some((key) => error.pointer.startsWith(`${pointer}/config/${key}`)));
  return (
    <MemberRows
      label={field.label}
      help={field.help}
      value={rest}
      onChange={(next) => onChange({ ...own, ...next })}
      placeholders={placeholders}
      error={error === undefined ? undefined : errorAt(stray, `${pointer}/config`)}
    />
  );
}

function withMember(config: JsonObject, key: string, value: unknown): JsonObject {
  const { [key]: _before, ...others } = config;
  return value === undefined ? others : { ...config, [key]: value };
}

function slugsOf(properties: readonly KnownProperty[]): string[] {
  return properties.map(({ slug }) => slug).filter((slug) => !["name", "typePath", "federatedId"].includes(slug));
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
