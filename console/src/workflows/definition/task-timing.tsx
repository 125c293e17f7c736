import { Accordion, NumberInput, Select, SimpleGrid, Stack, Switch } from "@mantine/core";
import type { TaskDraft } from "./draft.ts";
import { isObject } from "./draft.ts";
import { errorAt, type FieldError } from "./field-errors.ts";
import { FieldPlace } from "./field-place.tsx";
import { JsonField } from "./json-field.tsx";

interface TaskTimingProps {
  readonly task: TaskDraft;
  readonly onChange: (change: Partial<TaskDraft>) => void;
  readonly pointer: string;
  readonly errors: readonly FieldError[];
}

export const timingFields = ["async", "timeoutSeconds", "heartbeatSeconds", "onTimeout", "timeoutOutput", "retry"];

/** Timeout, waiting and retries of a task. */
export function TaskTiming({ task, onChange, pointer, errors }: TaskTimingProps) {
  const isAsync = task.action === "external" || task.async === true;
  const hasError = timingFields.some((field) => errorAt(errors, `${pointer}/${field}`) !== undefined);
  return (
    <Accordion variant="contained" {...(hasError ? { value: "timing" } : {})}>
      <Accordion.Item value="timing">
        <Accordion.Control>
          Waiting and retries{" "}
          <span style={{ color: "var(--weft-second)", fontSize: "0.85em" }}>{describeTiming(task)}</span>
        </Accordion.Control>
        <Accordion.Panel>
          <Stack gap="sm">
            {task.action !== "external" && (
              <FieldPlace pointer={`${pointer}/async`}>
                <Switch
                  label="Wait for a callback"
                  description="After its own work, the task waits until it is completed or failed by a callback."
                  checked={isAsync}
                  onChange={(event) => onChange({ async: event.currentTarget.checked ? true : undefined })}
                  error={errorAt(errors, `${pointer}/async`)}
                />
              </FieldPlace>
            )}
            <Limits task={task} isAsync={isAsync} onChange={onChange} pointer={pointer} errors={errors} />
            <TimeOut task={task} onChange={onChange} pointer={pointer} errors={errors} />
            <Retries task={task} onChange={onChange} pointer={pointer} errors={errors} />
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}

function Limits({ task, isAsync, onChange, pointer, errors }: TaskTimingProps & { readonly isAsync: boolean }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <FieldPlace pointer={`${pointer}/timeoutSeconds`}>
        <Seconds
          label="Timeout (seconds)"
          description={isAsync ? "Includes waiting. Default: 7 days." : "Default: 5 minutes for most actions."}
          value={task.timeoutSeconds}
          onChange={(timeoutSeconds) => onChange({ timeoutSeconds })}
          error={errorAt(errors, `${pointer}/timeoutSeconds`)}
        />
      </FieldPlace>
      {(isAsync || task.heartbeatSeconds !== undefined) && (
        <FieldPlace pointer={`${pointer}/heartbeatSeconds`}>
          <Seconds
            label="Heartbeat interval (seconds)"
            description="Times out without a heartbeat."
            value={task.heartbeatSeconds}
            onChange={(heartbeatSeconds) => onChange({ heartbeatSeconds })}
            error={errorAt(errors, `${pointer}/heartbeatSeconds`)}
          />
        </FieldPlace>
      )}
    </SimpleGrid>
  );
}

const timeOutChoices = [
  { value: "fail", label: "Fail the task" },
  { value: "complete", label: "Continue with an output" },
];

function TimeOut({ task, onChange, pointer, errors }: TaskTimingProps) {
  return (
    <>
      <FieldPlace pointer={`${pointer}/onTimeout`}>
        <Select
          label="On timeout"
          data={timeOutChoices}
          value={task.onTimeout ?? "fail"}
          allowDeselect={false}
          onChange={(next) =>
            onChange(
              next === "complete" ? { onTimeout: "complete" } : { onTimeout: undefined, timeoutOutput: undefined },
            )
          }
          error={errorAt(errors, `${pointer}/onTimeout`)}
        />
      </FieldPlace>
      {(task.onTimeout === "complete" || task.timeoutOutput !== undefined) && (
        <FieldPlace pointer={`${pointer}/timeoutOutput`}>
          <JsonField
            label="Output on timeout"
            help="Used as the output of the task."
            value={task.timeoutOutput}
            onChange={(value) => onChange({ timeoutOutput: isObject(value) ? value : undefined })}
            error={errorAt(errors, `${pointer}/timeoutOutput`)}
          />
        </FieldPlace>
      )}
    </>
  );
}

function Retries({ task, onChange, pointer, errors }: TaskTimingProps) {
  const { retry } = task;
  return (
    <FieldPlace pointer={`${pointer}/retry`}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Seconds
          label="Retries"
          description="After an error or a timeout. Not after a failure callback."
          value={retry?.attempts}
          onChange={(attempts) => onChange({ retry: attempts === undefined ? undefined : { ...retry, attempts } })}
          error={errorAt(errors, `${pointer}/retry`)}
        />
        {retry !== undefined && (
          <Seconds
            label="First retry delay (seconds)"
            description="Doubles each time. Default: 10."
            value={retry.backoffSeconds}
            onChange={(backoffSeconds) => onChange({ retry: { ...retry, backoffSeconds } })}
          />
        )}
      </SimpleGrid>
    </FieldPlace>
  );
}

interface SecondsProps {
  readonly label: string;
  readonly description: string;
  readonly value: number | undefined;
  readonly onChange: (value: number | undefined) => void;
  readonly error?: string | undefined;
}

function Seconds({ value, onChange, ...words }: SecondsProps) {
  return (
    <NumberInput
      {...words}
      value={value ?? ""}
      min={0}
      allowDecimal={false}
      onChange={(next) => onChange(next === "" ? undefined : Number(next))}
    />
  );
}

function describeTiming({ action, async: isAsync, timeoutSeconds, retry }: TaskDraft): string {
  const parts = [
    action === "external" || isAsync === true ? "waits for a callback" : "",
    timeoutSeconds === undefined ? "" : `timeout ${timeoutSeconds} s`,
    retry === undefined ? "" : `${retry.attempts} retries`,
  ].filter((part) => part !== "");
  return parts.join(", ");
}
