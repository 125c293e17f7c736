import { Text, UnstyledButton } from "@mantine/core";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { actionLabels } from "./action-table.ts";
import type { Draft } from "./draft.ts";
import { errorAt, type FieldError } from "./field-errors.ts";
import { focusPointer } from "./field-place.tsx";
import classes from "./flow-picture.module.css";
import { describeTriggers } from "./trigger-key.ts";

interface FlowPictureProps {
  readonly draft: Draft;
  readonly errors: readonly FieldError[];
}

/** The workflow as a diagram: its triggers and tasks, in order. Each step links to its fields. */
export function FlowPicture({ draft, errors }: FlowPictureProps) {
  const { triggers, conditional, tasks } = draft;
  return (
    <ol className={classes["flow"]} aria-label="Steps of the workflow">
      <Step
        pointer="triggers"
        icon="pulse"
        isTrigger
        title={triggers.length === 0 ? "No triggers yet" : describeTriggers(triggers)}
        words={conditional === undefined ? "" : `if ${conditional}`}
        hasError={errorAt(errors, "triggers") !== undefined || errorAt(errors, "conditional") !== undefined}
      />
      {tasks.map(({ name, action, async: isAsync }, index) => (
        <Step
          // biome-ignore lint/suspicious/noArrayIndexKey: A step is identified by its position.
          key={index}
          pointer={`tasks/${index}`}
          icon={actionLabels(action).icon}
          title={name === "" ? `Task ${index + 1}` : name}
          words={actionLabels(action).label + (isAsync === true ? ", then wait" : "")}
          hasError={errorAt(errors, `tasks/${index}`) !== undefined}
        />
      ))}
    </ol>
  );
}

interface StepProps {
  readonly pointer: string;
  readonly icon: IconName;
  readonly title: string;
  readonly words: string;
  readonly isTrigger?: boolean;
  readonly hasError: boolean;
}

function Step({ pointer, icon, title, words, isTrigger = false, hasError }: StepProps) {
  const names = [classes["node"], isTrigger ? classes["trigger"] : "", hasError ? classes["invalid"] : ""];
  return (
    <li className={classes["step"]}>
      <UnstyledButton className={names.join(" ")} onClick={() => focusPointer(pointer)}>
        <Icon name={hasError ? "warning" : icon} />
        <span style={{ minWidth: 0 }}>
          <Text size="sm" fw={550} style={{ overflowWrap: "anywhere" }}>
            {title}
          </Text>
          <Text size="xs" c="dimmed" lineClamp={3} style={{ overflowWrap: "anywhere" }}>
            {hasError ? "Has an error. " : ""}
            {words}
          </Text>
        </span>
      </UnstyledButton>
    </li>
  );
}
