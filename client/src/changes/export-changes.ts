import { noAnswer } from "../api-error.ts";
import { operationTable } from "../contract/operation-table.ts";
import type { ChangeRecord } from "../contract/schemas.ts";
import type { Caller, CallOptions } from "../operation-call.ts";
import { type QueryObject, writeQuery } from "../query.ts";
import { delayAfter, pause, retriesDefault } from "../retry.ts";
import { isTimeLimit } from "../time-limit.ts";
import { readLines } from "./read-lines.ts";

/** What an export may be asked for. timeoutMs counts while nothing comes. */
export interface ChangeExport extends CallOptions {
  /** As for a poll. */
  readonly criteria?: QueryObject | undefined;
  /** The same as in criteria. */
  readonly entityType?: string | undefined;
  /** Only what came behind this place. Left out: everything that is kept. */
  readonly after?: string | undefined;
}

const silenceMaxMs = 60_000;

/** All records that match, in one stream. If it breaks off, another one goes on behind the last whole record. */
export function exportChanges(
  caller: Caller,
  { criteria, entityType, after, ...options }: ChangeExport,
): AsyncGenerator<ChangeRecord, void, undefined> {
  return exportRecords<ChangeRecord>(caller, "export-changes", { criteria, entityType, after }, options);
}

/** The same for any log whose records have the cursor of their place as id. */
export async function* exportRecords<Exported extends { readonly id: string }>(
  caller: Caller,
  operation: ExportOperation,
  query: ExportQuery,
  options: CallOptions,
): AsyncGenerator<Exported, void, undefined> {
  const retries = options.retries ?? retriesDefault;
  let place = query.after;
  for (let retry = 0; ; retry += 1) {
    try {
      for await (const line of readStream(caller, operation, { ...query, after: place }, options)) {
        const record: Exported = JSON.parse(line);
        place = record.id;
        retry = 0;
        yield record;
      }
      return;
    } catch (error) {
      const delayMs = retry < retries ? delayAfter(error, retry, true) : undefined;
      if (delayMs === undefined) {
        throw error;
      }
      await pause(delayMs, options.signal);
    }
  }
}

type ExportOperation = "export-changes" | "export-audit-log";

interface ExportQuery {
  readonly criteria?: QueryObject | undefined;
  readonly entityType?: string | undefined;
  readonly after?: string | undefined;
}

/** The lines of one stream; whatever breaks it is an error like that of a lost connection. */
async function* readStream(
  caller: Caller,
  operation: ExportOperation,
  query: ExportQuery,
  { signal, timeoutMs = silenceMaxMs }: CallOptions,
): AsyncGenerator<string, void, undefined> {
  const [method, path] = operationTable[operation];
  const silence = new AbortController();
  const signals = [silence.signal, ...(signal === undefined ? [] : [signal])];
  /** A stream may take long; only its silences are limited. */
  const listen = async <Result>(arrival: Promise<Result>): Promise<Result> => {
    const tooLong = noAnswer("timed-out", `The export was silent for ${timeoutMs} ms.`, undefined);
    const timer = isTimeLimit(timeoutMs) ? setTimeout(() => silence.abort(tooLong), timeoutMs) : undefined;
    try {
      return await arrival;
    } finally {
      clearTimeout(timer);
    }
  };
  const request = { method, path: path + writeQuery({ ...query }) };
  const sent = caller.send(request, { signal: AbortSignal.any(signals), timeoutMs: 0, retries: 0 });
  const response = await listen(sent);
  try {
    yield* readLines(response, listen);
  } catch (error) {
    signal?.throwIfAborted();
    silence.signal.throwIfAborted();
    throw noAnswer("unreachable", "The export broke off.", error);
  }
}
