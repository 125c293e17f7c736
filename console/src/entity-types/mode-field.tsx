import { Radio, Stack } from "@mantine/core";

interface ModeFieldProps {
  readonly value: "open" | "strict";
  readonly onChange: (mode: "open" | "strict") => void;
}

export function ModeField({ value, onChange }: ModeFieldProps) {
  return (
    <Radio.Group label="Mode" value={value} onChange={(mode) => onChange(mode === "strict" ? "strict" : "open")}>
      <Stack gap="xs" mt="xs">
        <Radio
          value="open"
          label="Open"
          description="Keeps properties that it does not know, and lets sub-types appear as they come."
        />
        <Radio value="strict" label="Strict" description="Refuses both, and names what was most likely meant." />
      </Stack>
    </Radio.Group>
  );
}
