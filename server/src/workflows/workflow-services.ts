import type { TypeCatalog } from "../entities/model/type-catalog.ts";
import type { EventListener } from "../entities/write/event-listener.ts";
import type { PostgresDatabase } from "../platform/database/database.ts";
import type { WakeUpBus } from "../platform/database/wake-up-bus.ts";
import type { ExpressionEvaluator } from "../platform/expressions/offload/expression-evaluator.ts";
import type { Mailer } from "../platform/mail/send-mail.ts";
import type { SecretBox } from "../platform/secret-box.ts";
import type { VersionCatalog } from "./version-catalog.ts";

/** The services that workflows require from the node. Each verb names those that it uses. */
export interface WorkflowServices {
  readonly db: PostgresDatabase;
  readonly bus: WakeUpBus;
  readonly types: TypeCatalog;
  readonly listeners: readonly EventListener[];
  readonly versions: VersionCatalog;
  readonly expressions: ExpressionEvaluator;
  readonly secrets: SecretBox;
  readonly mailer: Mailer;
  /** The external base URL of the service, if configured. */
  readonly publicUrl: string | undefined;
}

/** For changes of the state of a process. */
export type ProcessServices = Pick<WorkflowServices, "bus" | "db" | "listeners" | "types" | "versions">;

/** For starts of processes. */
export type StartingServices = Pick<WorkflowServices, "bus" | "expressions">;
