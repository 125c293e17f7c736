import type { AuditAction } from "@weft/contract";
import { type BuiltKey, buildKey, buildOrg } from "../../../testing/builders.ts";
import type { TestAnswer, TestService } from "../../../testing/test-service.ts";
import type { OrgRow } from "../../org-store.ts";

/** An entry as the API shows it. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test checks.
type ShownEntry = any;

/** An org with an administrator key, and its audit log. */
export interface AuditWorld {
  readonly org: OrgRow;
  readonly key: BuiltKey;
  call(method: string, path: string, body?: object): Promise<TestAnswer>;
  /** The entries that match, newest first. */
  log(criteria?: object): Promise<ShownEntry[]>;
  actions(): Promise<AuditAction[]>;
}

export async function buildAuditWorld(service: TestService, org?: OrgRow): Promise<AuditWorld> {
  const ofWorld = org ?? (await buildOrg(service));
  const key = await buildKey(service, ofWorld);
  const call = (method: string, path: string, body?: object) =>
    service.call(method, path, { headers: key.headers, ...(body === undefined ? {} : { body }) });
  const log = async (criteria: object = {}) =>
    (await call("GET", `/audit-log?limit=1000&criteria=${encodeURIComponent(JSON.stringify(criteria))}`)).body.results;
  return {
    org: ofWorld,
    key,
    call,
    log,
    actions: async () => (await log()).map(({ action }: ShownEntry) => action).reverse(),
  };
}
