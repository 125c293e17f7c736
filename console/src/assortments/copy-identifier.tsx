import { CopyButton, Group, Tooltip, UnstyledButton } from "@mantine/core";
import { Icon } from "../ui/icon.tsx";

/** What other systems call the thing: all of it, and a click copies it. */
export function CopyIdentifier({ identifier }: { readonly identifier: string | undefined }) {
  if (identifier === undefined || identifier === "") return "–";
  return (
    <CopyButton value={identifier}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? "Copied" : "Copy the identifier"}>
          <UnstyledButton onClick={copy} aria-label={`Copy the identifier ${identifier}`} className="mono" fz="sm">
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
