import {
  ActionIcon,
  Alert,
  Card,
  Group,
  Select,
  Stack,
  Text,
  TextInput,
  ThemeIcon,
  UnstyledButton,
} from "@mantine/core";
import { type KeyboardEvent, useState } from "react";
import { flushSync } from "react-dom";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { ActionFields } from "./action-fields.tsx";
import { actionLabels, actionTable } from "./action-table.ts";
import type { TaskDraft } from "./draft.ts";
import type { EditorProps } from "./edit-draft.ts";
import { errorAt, plainError, strayErrors } from "./field-errors.ts";
import { FieldPlace } from "./field-place.tsx";
import { FormFields } from "./form-fields.tsx";
import { placeholdersFor } from "./placeholders.ts";
import { TaskTiming, timingFields } from "./task-timing.tsx";
import { propertiesOfTriggers } from "./use-properties.ts";

interface TaskCardProps extends EditorProps {
  readonly index: number;
  readonly task: TaskDraft;
}

/** With more tasks than this, only the headings are shown at first. */
const openedMax = 6;

/** One task: its name, action and config. Alt and an arrow key moves it. */
export function TaskCard(props: TaskCardProps) {
  const { index, task, draft, errors } = props;
  const pointer = `tasks/${index}`;
  const [isOpened, setOpened] = useState(draft.tasks.length <= openedMax);
  const isOpen = isOpened || errorAt(errors, pointer) !== undefined;
  return (
    <FieldPlace pointer={pointer}>
      <Card
        withBorder
        component="section"
        aria-label={`Task ${index + 1}: ${task.name}`}
        onKeyDown={(event) => moveByKey(event, props)}
        style={{ overflow: "visible" }}
      >
        <Stack gap="sm">
          <TaskHead {...props} isOpen={isOpen} onToggle={() => setOpened(!isOpen)} />
          {isOpen && <TaskFields {...props} />}
        </Stack>
      </Card>
    </FieldPlace>
  );
}

function TaskFields(props: TaskCardProps) {
  const { index, task, draft, dispatch, errors } = props;
  const pointer = `tasks/${index}`;
  const change = (part: Partial<TaskDraft>) => dispatch({ type: "task", index, change: part });
  const placeholders = placeholdersFor({
    triggers: draft.triggers,
    properties: propertiesOfTriggers(draft.triggers, props.propertiesOf),
    earlierTasks: draft.tasks.slice(0, index).map(({ name }) => name),
  });
  return (
    <>
      <TaskName task={task} pointer={pointer} change={change} errors={errors} />
      <ActionChoice task={task} pointer={pointer} change={change} errors={errors} />
      <ActionFields
        action={task.action}
        config={task.config ?? {}}
        onChange={(config) => change({ config })}
        pointer={pointer}
        errors={errors}
        placeholders={placeholders}
        propertiesOf={props.propertiesOf}
        isSaved={props.isSaved}
      />
      {task.action === "external" && <FormFields task={task} onChange={change} pointer={pointer} errors={errors} />}
      <TaskTiming task={task} onChange={change} pointer={pointer} errors={errors} />
      <StrayErrors {...props} />
    </>
  );
}

interface TaskHeadProps extends TaskCardProps {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function TaskHead({ index, task, draft, dispatch, isOpen, onToggle }: TaskHeadProps) {
  const name = task.name === "" ? `task ${index + 1}` : task.name;
  const move = (to: number) => keepFocus(() => dispatch({ type: "move", index, to }));
  return (
    <Group justify="space-between" wrap="nowrap">
      <UnstyledButton onClick={onToggle} aria-expanded={isOpen} style={{ minWidth: 0 }}>
        <Group gap="xs" wrap="nowrap">
          <Icon name={isOpen ? "down" : "right"} size={16} />
          <ThemeIcon variant="light" size="md" radius="xl">
            <Icon name={actionLabels(task.action).icon} size={16} />
          </ThemeIcon>
          <Text fw={600} truncate span>
            {index + 1}. {name}
          </Text>
        </Group>
      </UnstyledButton>
      <Group gap={2} wrap="nowrap">
        <Tool icon="up" label={`Move ${name} up`} isDisabled={index === 0} onClick={() => move(index - 1)} />
        <Tool
          icon="down"
          label={`Move ${name} down`}
          isDisabled={index === draft.tasks.length - 1}
          onClick={() => move(index + 1)}
        />
        <Tool icon="copy" label={`Duplicate ${name}`} onClick={() => dispatch({ type: "duplicate", index })} />
        <Tool
          icon="trash"
          label={`Remove ${name}`}
          isDisabled={draft.tasks.length === 1}
          onClick={() => dispatch({ type: "remove", index })}
        />
      </Group>
    </Group>
  );
}

interface ToolProps {
  readonly icon: IconName;
  readonly label: string;
  readonly onClick: () => void;
  readonly isDisabled?: boolean;
}

/** Disabled only with aria-disabled, so that the focus is not lost at the end of a list. */
function Tool({ icon, label, onClick, isDisabled = false }: ToolProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      title={label}
      aria-disabled={isDisabled}
      onClick={() => !isDisabled && onClick()}
      style={isDisabled ? { opacity: 0.4 } : {}}
    >
      <Icon name={icon} size={16} />
    </ActionIcon>
  );
}

interface PartProps extends Pick<TaskCardProps, "task" | "errors"> {
  readonly pointer: string;
  readonly change: (part: Partial<TaskDraft>) => void;
}

function TaskName({ task, pointer, change, errors }: PartProps) {
  return (
    <FieldPlace pointer={`${pointer}/name`}>
      <TextInput
        label="Task name"
        description={`Later tasks read its output as {tasks.${task.name}.output}.`}
        withAsterisk
        value={task.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={errorAt(errors, `${pointer}/name`)}
      />
    </FieldPlace>
  );
}

function ActionChoice({ task, pointer, change, errors }: PartProps) {
  const { words } = actionLabels(task.action);
  const isAdded = !actionTable.some(({ name }) => name === task.action);
  return (
    <FieldPlace pointer={`${pointer}/action`}>
      <Select
        label="Action"
        description={words}
        withAsterisk
        allowDeselect={false}
        data={[
          ...actionTable.map(({ name, label }) => ({ value: name, label })),
          ...(isAdded ? [{ value: task.action, label: task.action }] : []),
        ]}
        value={task.action}
        renderOption={({ option }) => (
          <div>
            <Text size="sm">{option.label}</Text>
            <Text size="xs" c="dimmed">
              {actionLabels(option.value).words}
            </Text>
          </div>
        )}
        onChange={(action) =>
          action !== null &&
          action !== task.action &&
          change({ action, async: undefined, form: undefined, config: structuredClone(actionLabels(action).start) })
        }
        error={errorAt(errors, `${pointer}/action`)}
      />
    </FieldPlace>
  );
}

function StrayErrors({ index, task, errors }: TaskCardProps) {
  const pointer = `tasks/${index}`;
  const fields = actionLabels(task.action).fields.map(({ key }) => (key === "" ? "config" : `config/${key}`));
  const shown = ["name", "action", "form", ...timingFields, ...fields].map((field) => `${pointer}/${field}`);
  return strayErrors(errors, pointer, shown).map(({ pointer: at, message }) => (
    <Alert key={`${at} ${message}`} color="red" variant="outline" p="xs">
      {at.slice(pointer.length + 1)}: {plainError(message)}
    </Alert>
  ));
}

/** An editor keeps its own use of these keys. */
function moveByKey(event: KeyboardEvent, { index, dispatch }: TaskCardProps): void {
  if (!event.altKey || event.defaultPrevented || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
  event.preventDefault();
  keepFocus(() => dispatch({ type: "move", index, to: event.key === "ArrowUp" ? index - 1 : index + 1 }));
}

/** A card that moves in the page would lose the focus. */
function keepFocus(move: () => void): void {
  const focused = document.activeElement;
  flushSync(move);
  if (focused instanceof HTMLElement) focused.focus();
}
