import { Alert, Button, Center, Code, List, Stack, Text } from "@mantine/core";
import { describeError, isStalePiece } from "./describe-error.ts";
import { Icon } from "./icon.tsx";

/** An error next to what failed: what happened, what to do, and which fields are affected. */
export function ErrorNote({ error }: { readonly error: unknown }) {
  const { title, detail, fields, requestId } = describeError(error);
  return (
    <Alert color="red" variant="outline" title={title} icon={<Icon name="warning" />} role="alert">
      <Stack gap={4}>
        <Text size="sm">{detail}</Text>
        {fields.length > 0 && (
          <List size="sm">
            {fields.map(({ pointer, message }) => (
              <List.Item key={`${pointer} ${message}`}>
                {pointer === "" ? (
                  message
                ) : (
                  <>
                    <Code>{pointer}</Code> {message}
                  </>
                )}
              </List.Item>
            ))}
          </List>
        )}
        {requestId !== undefined && (
          <Text size="xs" c="dimmed">
            Request <span className="mono">{requestId}</span>
          </Text>
        )}
      </Stack>
    </Alert>
  );
}

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
