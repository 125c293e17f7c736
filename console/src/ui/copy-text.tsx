import { Box, Button, Group, Text } from "@mantine/core";
import { useCopy } from "./use-copy.ts";

/** Lines to paste into a terminal or a file. */
export function CopyText({ label, text }: { readonly label: string; readonly text: string }) {
  const { copied, copy } = useCopy(text);
  return (
    <div>
      <Group justify="space-between" mb={4} wrap="nowrap">
        <Text size="sm" fw={500}>
          {label}
        </Text>
        <Button
          size="compact-xs"
          variant="default"
          onClick={copy}
          aria-label={`${copied ? "Copied" : "Copy"}: ${label}`}
        >
          {copied ? "Copied" : "Copy"}
        </Button>
      </Group>
      <Box
        component="pre"
        className="mono"
        m={0}
        p="sm"
        tabIndex={0}
        role="region"
        aria-label={label}
        style={{
          overflow: "auto",
          border: "1px solid var(--weft-line)",
          borderRadius: "var(--mantine-radius-md)",
          background: "var(--weft-ground)",
        }}
      >
        {text}
      </Box>
    </div>
  );
}
