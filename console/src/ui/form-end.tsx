import { Button, Group } from "@mantine/core";
import { ErrorNote } from "./error-note.tsx";

interface FormEndProps {
  /** What the form starts: its error, and whether it is in progress. */
  readonly saving: { readonly error: unknown; readonly isPending: boolean };
  /** Names the action: Create the key. */
  readonly submitLabel: string;
  readonly onCancel: () => void;
}

/** The end of a form in a dialog: the error, a cancel button, and the submit button. */
export function FormEnd({ saving, submitLabel, onCancel }: FormEndProps) {
  return (
    <>
      {saving.error !== null && <ErrorNote error={saving.error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={saving.isPending}>
          {submitLabel}
        </Button>
      </Group>
    </>
  );
}
