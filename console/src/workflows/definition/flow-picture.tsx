import { Text, UnstyledButton } from "@mantine/core";
import { Icon } from "../../ui/icon.tsx";
import type { IconName } from "../../ui/icon-paths.ts";
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

/** The workflow at a glance: what starts it, and what it does, in order. Each step leads to its fields. */
export function FlowPicture({ draft, errors }: FlowPictureProps) {
  const { triggers, conditional, tasks } = draft;
  return (
    <ol className={classes["flow"]} aria-label="The workflow, step by step">
      <Step
        pointer="triggers"
        icon="pulse"
        isTrigger
        title={triggers.length === 0 ? "Nothing starts it yet" : describeTriggers(triggers)}
        words={conditional === undefined ? "" : `only if ${conditional}`}
        hasError={errorAt(errors, "triggers") !== undefined || errorAt(errors, "conditional") !== undefined}
      />
      {tasks.map(({ name, action, async: isAsync }, index) => (
        <Step
          // biome-ignore lint/suspicious/noArrayIndexKey: A step is what stands at its place.
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
  const names = [classes["node"], isTrigger ? classes["trigger"] : "", hasError ? classes["fault"] : ""];
  return (
    <li className={classes["step"]}>
      <UnstyledButton className={names.join(" ")} onClick={() => focusPointer(pointer)}>
        <Icon name={hasError ? "warning" : icon} />
        <span style={{ minWidth: 0 }}>
          <Text size="sm" fw={550} style={{ overflowWrap: "anywhere" }}>
            {title}
          </Text>
          <Text size="xs" c="dimmed" lineClamp={3} style={{ overflowWrap: "anywhere" }}>
            {hasError ? "Has a fault. " : ""}
            {words}
          </Text>
        </span>
      </UnstyledButton>
    </li>
  );
}
