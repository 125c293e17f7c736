import { Box, Button, Group, Text, TextInput, Tooltip, UnstyledButton } from "@mantine/core";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { copyText } from "./clipboard.ts";
import { Icon } from "./icon.tsx";

/** Lines to paste into a terminal or a file. */
export function CopyText({ label, text }: { readonly label: string; readonly text: string }) {
  const { copied, copy } = useCopy(text);
  return (
    <div>
      <Group justify="space-between" mb={4} wrap="nowrap">
        <Text size="sm" fw={500} style={{ minWidth: 0 }}>
          {label}
        </Text>
        <Button
          size="compact-xs"
          variant="default"
          style={{ flex: "none" }}
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
          borderRadius: "var(--weft-radius-control)",
          background: "var(--weft-ground)",
        }}
      >
        {text}
      </Box>
    </div>
  );
}

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
        styles={{ input: { fontFamily: "var(--weft-font-mono)", textOverflow: "ellipsis" } }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        variant="default"
        style={{ flex: "none" }}
        onClick={copy}
        aria-label={`${copied ? "Copied" : "Copy"} ${label}`}
        leftSection={<Icon name={copied ? "check" : "copy"} size={16} />}
      >
        {copied ? "Copied" : "Copy"}
      </Button>
    </Group>
  );
}

const shownMs = 2_000;

/** Copies the text; `copied` is true for a moment. */
export function useCopy(text: string): { readonly copied: boolean; readonly copy: () => void } {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = useCallback(() => void copyText(text).then(setCopied), [text]);
  return { copied, copy };
}

const shownLetters = 8;

/** The end of an id, because ids begin alike; a click copies the whole id. */
export function ShortId({ id }: { readonly id: string }) {
  const { copied, copy } = useCopy(id);
  const shown = id.length <= shownLetters + 2 ? id : `…${id.slice(-shownLetters)}`;
  return (
    <Tooltip label={copied ? "Copied" : `Copy ${id}`}>
      <UnstyledButton className="mono" onClick={copy} aria-label={`${shown}, copy ${id}`} fz="sm" c="dimmed">
        {shown}
      </UnstyledButton>
    </Tooltip>
  );
}
