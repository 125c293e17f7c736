import { Button, Center, Stack } from "@mantine/core";
import { isStalePiece } from "./describe-error.ts";
import { ErrorNote } from "./error-note.tsx";

interface ErrorStateProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** Replaces content that could not be loaded. */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  return (
    <Center p="xl">
      <Stack maw={560} w="100%">
        <ErrorNote error={error} />
        {isStalePiece(error) && <Button onClick={() => location.reload()}>Reload page</Button>}
        {onRetry !== undefined && !isStalePiece(error) && (
          <Button variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
      </Stack>
    </Center>
  );
}
