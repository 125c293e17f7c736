import { Button, Group } from "@mantine/core";
import { ErrorNote } from "./error-note.tsx";

interface FormEndProps {
  /** What the form starts: its fault, and whether it is under way. */
  readonly saving: { readonly error: unknown; readonly isPending: boolean };
  /** Says what will be done: Create the key. */
  readonly submitLabel: string;
  readonly onCancel: () => void;
}

/** The end of a form in a dialog: why it was refused, a way out, and the act. */
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
