import { Alert, Code, List, Stack, Text } from "@mantine/core";
import { describeError } from "./describe-error.ts";
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
