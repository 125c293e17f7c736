import { Button } from "@mantine/core";
import { Icon } from "../ui/icon.tsx";
import { saveFile } from "../ui/save-file.ts";
import { sampleFileName, sampleLine } from "./sample-line.ts";

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
