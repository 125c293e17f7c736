import type { ChangeRecord } from "../contract/schemas.ts";
import type { CallOptions } from "../operation-call.ts";
import type { QueryObject } from "../query.ts";
import type { CursorStore } from "./cursor-store.ts";

/** Options of a poll. timeoutMs is added to the time that the service may hold the request. */
export type Polling = Walk & KeepsCursor;

/** Where the cursor is stored, if at all. Use it in one poll at a time: each poll would set its own position. */
type KeepsCursor =
  /** The name of the consumer in the service. */
  | { readonly consumer?: string | undefined; readonly cursor?: undefined }
  /** Any other place, such as fileCursor of @weft/client/node. */
  | { readonly cursor?: CursorStore | undefined; readonly consumer?: undefined };

interface Walk extends CallOptions {
  /** Start position if no cursor is stored: a cursor, the id of a record, beginning or now. Default: beginning. */
  readonly after?: string | undefined;
  /** {entityType: "item", action: "update"}; also entityReference, createdById, changeSetId, typePath, changed. */
  readonly criteria?: QueryObject | undefined;
  /** Shortcut for the same field in criteria. */
  readonly entityType?: string | undefined;
  /** Page size, at most 1,000. Default: 100. */
  readonly limit?: number | undefined;
  /** How long the service holds the request if there are no records, at most 30. Default: 20. */
  readonly waitSeconds?: number | undefined;
  /** Whether to follow new changes. false ends with the changes that existed at the start. Default: true. */
  readonly follow?: boolean | undefined;
}

/** Records in log order, possibly none, and the position up to which no other record matches. */
export interface ChangePage<Change extends LogRecord = ChangeRecord> {
  records: Change[];
  coveredUntil: string;
}

/** Its id is its position in the log. */
export interface LogRecord {
  readonly id: string;
}
