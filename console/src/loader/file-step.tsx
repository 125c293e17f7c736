import { Alert, Button, Group, Stack } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { Icon } from "../ui/icon.tsx";
import { CsvGrid } from "./csv-grid.tsx";
import { FileFacts } from "./file-facts.tsx";
import type { LoadDraft } from "./use-load-draft.ts";

const route = getRouteApi("/shell/loads/new");

/** The uploaded file, shown before the next step. */
export function FileStep({ draft: { file, goTo } }: { readonly draft: LoadDraft }) {
  const navigate = route.useNavigate();
  const { preview } = file;
  return (
    <Stack>
      <FileFacts file={file} />
      {preview.isMended && (
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
