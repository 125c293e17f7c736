import { ActionIcon, CopyButton, Group, Text, Tooltip } from "@mantine/core";
import { Icon } from "../ui/icon.tsx";

/** A long value in a row: truncated, and copied in full. */
export function CopyAddress({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <Group gap={6} wrap="nowrap">
      <Tooltip label={value}>
        <Text size="sm" className="mono" truncate maw={260}>
          {value}
        </Text>
      </Tooltip>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <ActionIcon variant="default" size="sm" aria-label={copied ? "Copied" : label} onClick={copy}>
            <Icon name={copied ? "check" : "copy"} size={14} />
          </ActionIcon>
        )}
      </CopyButton>
    </Group>
  );
}
