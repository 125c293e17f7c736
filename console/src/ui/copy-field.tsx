import { Button, Group, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import { useCopy } from "./use-copy.ts";

interface CopyFieldProps {
  readonly label: string;
  readonly value: string;
  readonly description?: ReactNode;
}

/** A value to copy: all of it is visible, and one click copies it. */
export function CopyField({ label, value, description }: CopyFieldProps) {
  const { copied, copy } = useCopy(value);
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <TextInput
        label={label}
        description={description}
        value={value}
        readOnly
        flex={1}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)", textOverflow: "ellipsis" } }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        variant="default"
        onClick={copy}
        aria-label={`${copied ? "Copied" : "Copy"} ${label}`}
        leftSection={<Icon name={copied ? "check" : "copy"} size={16} />}
      >
        {copied ? "Copied" : "Copy"}
      </Button>
    </Group>
  );
}
