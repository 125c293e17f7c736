import type { ChangeRecord } from "../contract/schemas.ts";
import type { CallOptions } from "../operation-call.ts";
import type { QueryObject } from "../query.ts";
import type { CursorStore } from "./cursor-store.ts";

/** What a poll may be asked for. timeoutMs counts beside the time that the service is asked to wait. */
export type Polling = Walk & KeepsCursor;

/** Where the cursor is kept, if at all. One poll at a time should use it: several would each move it to their own place. */
type KeepsCursor =
  /** The name under which the service keeps it. */
  | { readonly consumer?: string | undefined; readonly cursor?: undefined }
  /** Any other place, such as fileCursor of @weft/client/node. */
  | { readonly cursor?: CursorStore | undefined; readonly consumer?: undefined };

interface Walk extends CallOptions {
  /** Where to begin while no cursor is stored: a cursor, the id of a record, beginning or now. Left out: beginning. */
  readonly after?: string | undefined;
  /** {entityType: "item", action: "update"}; also entityReference, createdById, changeSetId, typePath, changed. */
  readonly criteria?: QueryObject | undefined;
  /** The same as in criteria. */
  readonly entityType?: string | undefined;
  /** Records of a page, at most 1,000. Left out: 100. */
  readonly limit?: number | undefined;
  /** How long the service holds its answer while there is nothing, at most 30. Left out: 20. */
  readonly waitSeconds?: number | undefined;
  /** Whether to go on with what comes. false ends with what was there at the beginning. Left out: true. */
  readonly follow?: boolean | undefined;
}

/** Records in the order of the log, perhaps none, and the place up to which nothing else matches. */
export interface ChangePage {
  records: ChangeRecord[];
  coveredUntil: string;
}
