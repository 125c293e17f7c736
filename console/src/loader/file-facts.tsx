import { Group, Text } from "@mantine/core";
import { Icon } from "../ui/icon.tsx";
import { formatBytes, formatNumber, pluralize } from "./format-load.ts";
import type { ChosenFile } from "./use-upload.ts";

const delimiterNames = { ",": "comma", ";": "semicolon", "\t": "tab", "|": "bar" } as const;
const encodingNames = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16",
  "windows-1252": "Windows-1252",
} as const;

/** What is known of a file before it is loaded. */
export function FileFacts({ file: { fileName, size, preview } }: { readonly file: ChosenFile }) {
  const rows = preview.isWhole
    ? pluralize(preview.rows.length, "row")
    : `about ${formatNumber(roughly(preview.rowsEstimated))} rows`;
  const facts = [
    formatBytes(size),
    pluralize(preview.headers.length, "column"),
    rows,
    `${encodingNames[preview.encoding]}`,
    `delimiter: ${delimiterNames[preview.delimiter]}`,
  ];
  return (
    <Group gap="xs">
      <Icon name="file" />
      <Text fw={600} style={{ overflowWrap: "anywhere" }}>
        {fileName}
      </Text>
      <Text size="sm" c="dimmed" className="numbers">
        {facts.join(" · ")}
      </Text>
    </Group>
  );
}

/** An estimate has no more than two significant digits. */
function roughly(count: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 1);
  return Math.round(count / step) * step;
}
