import { Box, Button } from "@mantine/core";
import { useCopy } from "./copy-text.tsx";

/** A value as it is sent over the wire, to read and copy. */
export function JsonView({ value, maxHeight = 420 }: { readonly value: unknown; readonly maxHeight?: number }) {
  const text = JSON.stringify(value, null, 2) ?? "";
  const { copied, copy } = useCopy(text);
  return (
    <Box pos="relative">
      <Button size="compact-xs" variant="default" onClick={copy} pos="absolute" top={8} right={8}>
        {copied ? "Copied" : "Copy"}
      </Button>
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
          borderRadius: "var(--weft-radius-control)",
          background: "var(--weft-surface)",
        }}
      >
        {text}
      </Box>
    </Box>
  );
}
