import { Button } from "@mantine/core";
import { Icon } from "../ui/icon.tsx";

/** A file of the service, by the browser's own way, so that any size goes. The session's cookie opens it. */
export function DownloadButton({ fileId, label }: { readonly fileId: string; readonly label: string }) {
  return (
    <Button
      component="a"
      href={`/api/files/${encodeURIComponent(fileId)}/content`}
      download
      variant="default"
      size="xs"
      leftSection={<Icon name="download" size={14} />}
    >
      {label}
    </Button>
  );
}
