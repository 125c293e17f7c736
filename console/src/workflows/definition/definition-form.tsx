import { Accordion, Button, Menu, NumberInput, Stack, Switch, Text, Textarea, TextInput, Title } from "@mantine/core";
import { useMemo } from "react";
import { CodeEditor } from "../../ui/code-editor.tsx";
import { Icon } from "../../ui/icon.tsx";
import { actionTable } from "./action-table.ts";
import type { EditorProps } from "./edit-draft.ts";
import { errorAt } from "./field-errors.ts";
import { FieldPlace } from "./field-place.tsx";
import { completePlaceholders, placeholdersFor } from "./placeholders.ts";
import { TaskCard } from "./task-card.tsx";
import { TriggersField } from "./triggers-field.tsx";
import { propertiesOfTriggers } from "./use-properties.ts";

/** The whole definition as fields. */
export function DefinitionForm(props: EditorProps) {
  const { draft, keys, dispatch, errors } = props;
  return (
    <Stack gap="md">
      <FieldPlace pointer="name">
        <TextInput
          label="Name"
          withAsterisk
          value={draft.name}
          onChange={(event) => dispatch({ type: "change", change: { name: event.currentTarget.value } })}
          error={errorAt(errors, "name")}
        />
      </FieldPlace>
      <FieldPlace pointer="triggers">
        <TriggersField {...props} />
      </FieldPlace>
      <Condition {...props} />
      <Stack gap="sm" component="section" aria-label="Tasks">
        <Title order={2} size="h4">
          Tasks
        </Title>
        <Text size="sm" c="dimmed">
          Tasks run in order. A failed task ends the run.
        </Text>
        {draft.tasks.map((task, index) => (
          <TaskCard key={keys[index] ?? index} {...props} index={index} task={task} />
        ))}
        <AddTask onAdd={(action) => dispatch({ type: "add", action })} />
      </Stack>
      <Settings {...props} />
    </Stack>
  );
}

function Condition({ draft, dispatch, errors, propertiesOf }: EditorProps) {
  const { triggers } = draft;
  const placeholders = placeholdersFor({
    triggers,
    properties: propertiesOfTriggers(triggers, propertiesOf),
    earlierTasks: [],
  });
  const offered = placeholders.map(({ text }) => text).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: The editor is created again only for other placeholders.
  const complete = useMemo(() => completePlaceholders(placeholders), [offered]);
  return (
    <FieldPlace pointer="conditional">
      <CodeEditor
        label="Condition"
        description="An expression such as {newData.status} === 'approved'. Type { for suggestions. Default: every event starts a run."
        language="javascript"
        minHeight={44}
        maxHeight={160}
        value={draft.conditional ?? ""}
        onChange={(text) => dispatch({ type: "change", change: { conditional: text === "" ? undefined : text } })}
        complete={complete}
        error={errorAt(errors, "conditional")}
      />
    </FieldPlace>
  );
}

function AddTask({ onAdd }: { readonly onAdd: (action: string) => void }) {
  return (
    <Menu position="bottom-start" width={340}>
      <Menu.Target>
        <Button variant="light" leftSection={<Icon name="plus" size={16} />} w="fit-content">
          Add task
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {actionTable.map(({ name, label, words, icon }) => (
          <Menu.Item key={name} leftSection={<Icon name={icon} />} onClick={() => onAdd(name)}>
            {label}
            <Text size="xs" c="dimmed">
              {words}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const settingFields = ["identifier", "description", "maxConcurrentProcesses", "reentrant"];

function Settings({ draft, dispatch, errors }: EditorProps) {
  const change = (part: Partial<EditorProps["draft"]>) => dispatch({ type: "change", change: part });
  const hasError = settingFields.some((field) => errorAt(errors, field) !== undefined);
  return (
    <Accordion variant="contained" {...(hasError ? { value: "settings" } : {})}>
      <Accordion.Item value="settings">
        <Accordion.Control>More settings</Accordion.Control>
        <Accordion.Panel>
          <Stack gap="sm">
            <Textarea
              label="Description"
              autosize
              minRows={2}
              value={draft.description ?? ""}
              onChange={({ currentTarget: { value } }) => change({ description: value === "" ? undefined : value })}
              error={errorAt(errors, "description")}
            />
            <FieldPlace pointer="identifier">
              <TextInput
                label="Identifier"
                description="Must be unique. Default: generated from the name."
                value={draft.identifier ?? ""}
                onChange={({ currentTarget: { value } }) => change({ identifier: value === "" ? undefined : value })}
                error={errorAt(errors, "identifier")}
              />
            </FieldPlace>
            <FieldPlace pointer="maxConcurrentProcesses">
              <NumberInput
                label="Max concurrent runs"
                description="Further runs are queued. Default: 25."
                min={1}
                value={draft.maxConcurrentProcesses ?? ""}
                onChange={(next) => change({ maxConcurrentProcesses: next === "" ? undefined : Number(next) })}
                error={errorAt(errors, "maxConcurrentProcesses")}
              />
            </FieldPlace>
            <Switch
              label="Allow self-triggering"
              checked={draft.reentrant === true}
              onChange={(event) => change({ reentrant: event.currentTarget.checked })}
            />
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}
