import type { PostgresDatabase } from "../platform/database/database.ts";
import type { WakeUpBus } from "../platform/database/wake-up-bus.ts";
import type { SecretBox } from "../platform/secret-box.ts";
import type { AuditLog } from "./audit/audit-log.ts";
import type { FindProjects } from "./require-projects.ts";
import type { Passwords } from "./users/passwords.ts";

/** The services that access requires. */
export interface AccessServices {
  readonly db: PostgresDatabase;
  readonly bus: WakeUpBus;
  readonly secrets: SecretBox;
  readonly passwords: Passwords;
  readonly audit: AuditLog;
  readonly caps: { readonly apiKeysMax: number };
  readonly findProjects: FindProjects;
}
