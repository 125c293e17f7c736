import { ActionIcon, Autocomplete, Button, Card, Group, Stack, Text, TextInput, Title, Tooltip } from "@mantine/core";
import type { ColumnDefinition } from "@weft/client";
import { CodeEditor } from "../ui/code-editor.tsx";
import { Icon } from "../ui/icon.tsx";
import { readableColumns } from "./column-target.ts";
import { addMadeColumn, madeColumns, removeMadeColumn, replaceMadeColumn } from "./made-columns.ts";
import type { LoadDraft } from "./use-load-draft.ts";

/** Columns that the file does not have: a fixed value for every row, or an expression. */
export function MadeColumnList({ draft }: { readonly draft: LoadDraft }) {
  const { configuration, mapped, change } = draft;
  const made = madeColumns(configuration, mapped.headers);
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        Added columns
      </Title>
      {made.length === 0 && (
        <Text size="sm" c="dimmed">
          Set the same value in every row, such as a season, or compute one from other columns.
        </Text>
      )}
      {made.map(({ definition, place }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: They are identified by position.
        <Card key={index} withBorder padding="sm">
          <MadeColumnForm
            definition={definition}
            draft={draft}
            onChange={(changed) => change(replaceMadeColumn(configuration, place, changed))}
            onRemove={() => change(removeMadeColumn(configuration, place))}
          />
        </Card>
      ))}
      <Group gap="xs">
        <AddButton
          label="Add fixed value"
          onClick={() => change(addMadeColumn(configuration, { toProperty: "season", default: "" }))}
        />
        <AddButton
          label="Add expression"
          onClick={() =>
            change(
              addMadeColumn(configuration, {
                toProperty: "range",
                conditions: [
                  { conditional: `{${readableColumns(configuration, mapped)[0] ?? "column"}} !== ""`, value: "core" },
                ],
                default: "other",
              }),
            )
          }
        />
      </Group>
    </Stack>
  );
}

function AddButton({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <Button variant="default" size="xs" leftSection={<Icon name="plus" size={14} />} onClick={onClick}>
      {label}
    </Button>
  );
}

interface MadeColumnFormProps {
  readonly definition: ColumnDefinition;
  readonly draft: LoadDraft;
  readonly onChange: (definition: ColumnDefinition) => void;
  readonly onRemove: () => void;
}

type Condition = NonNullable<ColumnDefinition["conditions"]>[number];

/** One added column: the first condition that is true gives its value, else the default. */
function MadeColumnForm({ definition, draft, onChange, onRemove }: MadeColumnFormProps) {
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
