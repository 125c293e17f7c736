import { Radio, Stack } from "@mantine/core";

interface ModeFieldProps {
  readonly value: "open" | "strict";
  readonly onChange: (mode: "open" | "strict") => void;
}

export function ModeField({ value, onChange }: ModeFieldProps) {
  return (
    <Radio.Group label="Mode" value={value} onChange={(mode) => onChange(mode === "strict" ? "strict" : "open")}>
      <Stack gap="xs" mt="xs">
        <Radio value="open" label="Open" description="Accepts undefined properties and new subtypes." />
        <Radio value="strict" label="Strict" description="Rejects both, and suggests the closest match." />
      </Stack>
    </Radio.Group>
  );
}
