import { Alert, Anchor, List, Text } from "@mantine/core";
import { ErrorNote } from "../../ui/error-note.tsx";
import { pluralize } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import type { DefinitionCheck } from "./definition-calls.ts";
import type { Draft } from "./draft.ts";
import { placeOf, plainError } from "./field-errors.ts";
import { focusPointer } from "./field-place.tsx";

interface ErrorListProps {
  readonly check: DefinitionCheck;
  readonly draft: Draft;
}

/** All errors that the service found in a draft, each with a link to its field. */
export function ErrorList({ check, draft }: ErrorListProps) {
  const { errors, error } = check;
  if (error !== null) return <ErrorNote error={error} />;
  if (errors.length === 0) return null;
  const title = `Fix ${pluralize(errors.length, "error")} before saving`;
  return (
    <Alert color="red" variant="outline" title={title} icon={<Icon name="warning" />}>
      <List size="sm" aria-label="Errors in the definition">
        {errors.map(({ pointer, message }) => (
          <List.Item key={`${pointer} ${message}`}>
            {pointer !== "" && (
              <Anchor component="button" type="button" size="sm" onClick={() => focusPointer(pointer)}>
                {placeOf(pointer, draft.tasks)}
              </Anchor>
            )}{" "}
            {plainError(message)}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

/** Whether the draft is valid, for screen readers. */
export function CheckNote({ check, isTouched }: { readonly check: DefinitionCheck; readonly isTouched: boolean }) {
  const { errors, isChecking, error } = check;
  return (
    <Text size="sm" c="dimmed" role="status">
      {error !== null ? "Not checked" : describe(isChecking, errors.length, isTouched)}
    </Text>
  );
}

function describe(isChecking: boolean, count: number, isTouched: boolean): string {
  if (!isTouched) return "";
  if (isChecking) return "Checking…";
  return count === 0 ? "No errors" : pluralize(count, "error");
}
