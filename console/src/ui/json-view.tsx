import { Box, Button, CopyButton } from "@mantine/core";

/** A value as it crosses the wire, to be read and copied. */
export function JsonView({ value, maxHeight = 420 }: { readonly value: unknown; readonly maxHeight?: number }) {
  const text = JSON.stringify(value, null, 2) ?? "";
  return (
    <Box pos="relative">
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button size="compact-xs" variant="default" onClick={copy} pos="absolute" top={8} right={8}>
            {copied ? "Copied" : "Copy"}
          </Button>
        )}
      </CopyButton>
      <Box
        component="pre"
        className="mono"
        m={0}
        p="sm"
        mah={maxHeight}
        tabIndex={0}
        role="region"
        aria-label="JSON"
        style={{
          overflow: "auto",
          border: "1px solid var(--weft-line)",
          borderRadius: "var(--mantine-radius-md)",
          background: "var(--weft-surface)",
        }}
      >
        {text}
      </Box>
    </Box>
  );
}
