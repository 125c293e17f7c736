import { exportRecords } from "../changes/export-changes.ts";
import type { AuditEntry } from "../contract/schemas.ts";
import type { Caller, CallOptions, OperationAnswer } from "../operation-call.ts";
import type { QueryObject } from "../query.ts";
import { splitOptions } from "../split-options.ts";

/** A search of the audit log. */
export interface AuditSearch extends CallOptions {
  /** {action: "user.create", actorId, targetType, targetId, outcome, createdOn: "BETWEEN 2026-01-01 and 2026-01-31"}. */
  readonly criteria?: QueryObject | undefined;
  /** Page size, at most 1,000. */
  readonly limit?: number | undefined;
  /** From the previous page. */
  readonly nextPageKey?: string | undefined;
  /** A cursor, beginning or now: the entries after it, oldest first. */
  readonly after?: string | undefined;
}

/** The audit log of the organization, for administrators. */
export class AuditLog {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** One page: newest first, or with after oldest first; then continue with coveredUntil. */
  list(search: AuditSearch = {}): Promise<OperationAnswer<"list-audit-log">> {
    const { rest, options } = splitOptions(search);
    return this.#caller.call("list-audit-log", { query: rest }, options);
  }

  /** Every entry that matches, oldest first, up to the end of the log. The export is itself recorded in the log. */
  export({
    criteria,
    after,
    ...options
  }: Omit<AuditSearch, "limit" | "nextPageKey"> = {}): AsyncGenerator<AuditEntry, void, undefined> {
    return exportRecords<AuditEntry>(this.#caller, "export-audit-log", { criteria, after }, options);
  }
}
