import { CopyButton, Group, Tooltip, UnstyledButton } from "@mantine/core";
import { Icon } from "../ui/icon.tsx";

/** The identifier for other systems: shown in full, and a click copies it. */
export function CopyIdentifier({ identifier }: { readonly identifier: string | undefined }) {
  if (identifier === undefined || identifier === "") return "–";
  return (
    <CopyButton value={identifier}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? "Copied" : "Copy identifier"}>
          <UnstyledButton onClick={copy} aria-label={`Copy identifier ${identifier}`} className="mono" fz="sm">
            <Group gap={6} wrap="nowrap">
              {identifier}
              <Icon name={copied ? "check" : "copy"} size={14} />
            </Group>
          </UnstyledButton>
        </Tooltip>
      )}
    </CopyButton>
  );
}
