import { Command } from "commander";
import { exportAuditCommand } from "./export-command.ts";
import { listAuditCommand } from "./list-command.ts";

/** The default verb is list. */
export function auditCommand(): Command {
  return new Command("audit")
    .description("The audit log: who did what to users, keys, roles and settings (administrators only)")
    .addCommand(listAuditCommand(), { isDefault: true })
    .addCommand(exportAuditCommand());
}
