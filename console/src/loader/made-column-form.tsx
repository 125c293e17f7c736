import { ActionIcon, Autocomplete, Button, Group, Stack, Text, TextInput, Tooltip } from "@mantine/core";
import type { ColumnDefinition } from "@weft/client";
import { CodeEditor } from "../ui/code-editor.tsx";
import { Icon } from "../ui/icon.tsx";
import { readableColumns } from "./readable-columns.ts";
import type { LoadDraft } from "./use-load-draft.ts";

interface MadeColumnFormProps {
  readonly definition: ColumnDefinition;
  readonly draft: LoadDraft;
  readonly onChange: (definition: ColumnDefinition) => void;
  readonly onRemove: () => void;
}

type Condition = NonNullable<ColumnDefinition["conditions"]>[number];

/** One added column: the first condition that is true gives its value, else the default. */
export function MadeColumnForm({ definition, draft, onChange, onRemove }: MadeColumnFormProps) {
  const { toProperty, conditions } = definition;
  const { catalog } = draft.mapped;
  const slugs = [...catalog.identifying, ...catalog.properties].map(({ slug }) => slug);
  return (
    <Stack gap="sm">
      <Group align="flex-end" wrap="nowrap" justify="space-between">
        <Autocomplete
          label="Property"
          size="xs"
          data={slugs}
          value={toProperty}
          onChange={(value) => value !== "" && onChange({ ...definition, toProperty: value })}
          w={260}
        />
        <Tooltip label={`Remove ${toProperty}`}>
          <ActionIcon variant="default" aria-label={`Remove ${toProperty}`} onClick={onRemove}>
            <Icon name="trash" size={16} />
          </ActionIcon>
        </Tooltip>
      </Group>
      {conditions === undefined ? (
        <TextInput
          label="Value for every row"
          description="Columns in braces are replaced by their value: {brand}-{style}."
          size="xs"
          value={textOf(definition.default)}
          onChange={({ currentTarget }) => onChange({ ...definition, default: currentTarget.value })}
        />
      ) : (
        <Conditions definition={definition} conditions={conditions} draft={draft} onChange={onChange} />
      )}
    </Stack>
  );
}

interface ConditionsProps extends Omit<MadeColumnFormProps, "onRemove"> {
  readonly conditions: readonly Condition[];
}

function Conditions({ definition, conditions, draft, onChange }: ConditionsProps) {
  const set = (changed: readonly Condition[]) => onChange({ ...definition, conditions: [...changed] });
  return (
    <Stack gap="xs">
      <Text size="xs" c="dimmed">
        JavaScript over the row. Available columns:{" "}
        {readableColumns(draft.configuration, draft.mapped)
          .map((name) => `{${name}}`)
          .join(" ")}
      </Text>
      {conditions.map((condition, index) => (
        <ConditionFields
          // biome-ignore lint/suspicious/noArrayIndexKey: They are identified by position.
          key={index}
          number={index + 1}
          condition={condition}
          onChange={(changed) => set(conditions.map((one, at) => (at === index ? changed : one)))}
        />
      ))}
      <Group align="flex-end">
        <TextInput
          label="Default"
          size="xs"
          w={260}
          value={textOf(definition.default)}
          onChange={({ currentTarget }) => onChange({ ...definition, default: currentTarget.value })}
        />
        <Button size="xs" variant="default" onClick={() => set([...conditions, { conditional: "true", value: "" }])}>
          Add condition
        </Button>
      </Group>
    </Stack>
  );
}

interface ConditionFieldsProps {
  readonly number: number;
  readonly condition: Condition;
  readonly onChange: (condition: Condition) => void;
}

function ConditionFields({ number, condition, onChange }: ConditionFieldsProps) {
  return (
    <Group align="flex-start" gap="sm">
      <div style={{ flex: "2 1 280px", minWidth: 0 }}>
        <CodeEditor
          label={`Condition ${number}`}
          language="javascript"
          value={condition.conditional}
          minHeight={36}
          maxHeight={120}
          onChange={(conditional) => conditional.trim() !== "" && onChange({ ...condition, conditional })}
        />
      </div>
      <TextInput
        label={`Value for condition ${number}`}
        size="xs"
        style={{ flex: "1 1 160px" }}
        value={textOf(condition.value)}
        onChange={({ currentTarget }) => onChange({ ...condition, value: currentTarget.value })}
      />
    </Group>
  );
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
