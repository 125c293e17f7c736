import type { Database, PostgresDatabase } from "../platform/database/database.ts";
import type { WakeUpBus } from "../platform/database/wake-up-bus.ts";
import type { AllowedRange } from "../platform/outbound/address-rules.ts";
import type { OutboundRoute } from "../platform/outbound/outbound-route.ts";
import type { SecretBox } from "../platform/secret-box.ts";
import type { AuditLog } from "./audit/audit-log.ts";
import type { Passwords } from "./passwords.ts";

/** Returns the ids that are projects of the org. */
export type FindProjects = (db: Database, orgId: string, ids: readonly string[]) => Promise<ReadonlySet<string>>;

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

/** The additional services of single sign-on: outbound calls to providers, and the URL for browsers. */
export interface SignOnServices extends AccessServices {
  /** Private ranges that the operator allowed, for a provider inside the network. */
  readonly outboundAllowedRanges: readonly AllowedRange[];
  /** The operator's outbound route, also used for providers. */
  readonly outboundRoute: OutboundRoute;
}
