import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { formatBytes, formatNumber, pluralize } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { CsvGrid } from "./csv-grid.tsx";
import type { ChosenFile } from "./uploaded-file.ts";
import type { LoadDraft } from "./use-load-draft.ts";

const route = getRouteApi("/shell/loads/new");

/** The uploaded file, shown before the next step. */
export function FileStep({ draft: { file, goTo } }: { readonly draft: LoadDraft }) {
  const navigate = route.useNavigate();
  const { preview } = file;
  return (
    <Stack>
      <FileFacts file={file} />
      {preview.isIssuesFile && (
        <Alert color="weft" variant="outline" icon={<Icon name="info" />} title="This is an issues file">
          Its extra columns, which begin with _, are skipped. Load it with the configuration of the original load.
        </Alert>
      )}
      {preview.encoding === "windows-1252" && (
        <Alert color="yellow" variant="outline" icon={<Icon name="warning" />} title="Not UTF-8">
          The file is read as Windows-1252. Check texts with accents below. If they are wrong, save the file as UTF-8.
        </Alert>
      )}
      <CsvGrid preview={preview} />
      <Group justify="space-between">
        <Button
          variant="default"
          onClick={() => void navigate({ search: ({ from }) => ({ from }) })}
          leftSection={<Icon name="file" size={16} />}
        >
          Choose another file
        </Button>
        <Button onClick={() => goTo("columns")} rightSection={<Icon name="right" size={16} />}>
          Continue to columns
        </Button>
      </Group>
    </Stack>
  );
}

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
