import { Button } from "@mantine/core";
import { Icon } from "../ui/icon.tsx";
import { saveFile } from "../ui/save-file.ts";
import { sampleFileName, sampleLine } from "./sample-line.ts";

/** Downloads a file through the browser, so that any size works. The session cookie authenticates it. */
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

export function SampleButton() {
  return (
    <Button
      variant="default"
      leftSection={<Icon name="download" size={16} />}
      onClick={() => saveFile(new Blob([sampleLine], { type: "text/csv" }), sampleFileName)}
    >
      Download sample CSV
    </Button>
  );
}
