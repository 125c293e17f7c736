import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useSession } from "../session/session.ts";
import { Icon } from "../ui/icon.tsx";
import { notifyDone, notifyError } from "../ui/notify.ts";
import { saveFile } from "../ui/save-file.ts";
import { type AuditSearchParams, auditCriteria } from "./audit-filters.ts";

const numbers = new Intl.NumberFormat("en");

/** Downloads all entries that match the filters, oldest first, one line of JSON each. */
export function AuditExport({ search }: { readonly search: AuditSearchParams }) {
  const { weft, who } = useSession();
  const download = useMutation({
    mutationFn: async () => {
      const lines: string[] = [];
      for await (const entry of weft.audit.export({ criteria: auditCriteria(search, Date.now()) })) {
        lines.push(`${JSON.stringify(entry)}\n`);
      }
      return lines;
    },
    onSuccess: (lines) => {
      const file = new Blob(lines, { type: "application/x-ndjson" });
      saveFile(file, `${who.org.slug}-audit-${new Date().toISOString().slice(0, 10)}.ndjson`);
      notifyDone(lines.length === 1 ? "Exported 1 entry." : `Exported ${numbers.format(lines.length)} entries.`);
    },
    onError: notifyError,
  });
  return (
    <Button
      variant="default"
      leftSection={<Icon name="download" size={16} />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      Export
    </Button>
  );
}
