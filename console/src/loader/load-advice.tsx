import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { LoaderProcess } from "@weft/client";
import { Icon } from "../ui/icon.tsx";
import { DownloadButton } from "./download-button.tsx";
import { adviceOn, pluralize, totalCounts } from "./format-load.ts";

/** What to do about a load that failed, fully or partly. */
export function LoadAdvice({ load }: { readonly load: LoaderProcess }) {
  const { failed } = totalCounts(load);
  const advice = adviceOn(load) ?? (load.status === "completed" && failed > 0 ? partly(failed) : undefined);
  if (advice === undefined) return null;
  return (
    <Alert
      color={load.status === "failed" ? "red" : "yellow"}
      variant="outline"
      icon={<Icon name="warning" />}
      title={advice.title}
      role="alert"
    >
      <Stack gap="sm">
        <Text size="sm">{advice.detail}</Text>
        {load.issuesFileId !== undefined && (
          <Group gap="xs">
            <DownloadButton fileId={load.issuesFileId} label="1. Download the issues file" />
            <Button
              size="xs"
              variant="default"
              leftSection={<Icon name="upload" size={14} />}
              renderRoot={(props) => <Link {...props} to="/loads/new" search={{ from: load.id }} />}
            >
              2. Upload the corrected file
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}

function partly(failed: number) {
  return {
    title: `${pluralize(failed, "row")} could not be loaded`,
    detail: "The other rows are loaded. Correct the rows in the issues file and load it with the same configuration.",
  };
}
