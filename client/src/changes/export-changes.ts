import { noAnswer } from "../api-error.ts";
import { operationTable } from "../contract/operation-table.ts";
import type { Caller, CallOptions } from "../operation-call.ts";
import { type QueryObject, writeQuery } from "../query.ts";
import { pause, retriesDefault, retryDelayAfter } from "../retry.ts";
import { isTimeLimit } from "../time-limit.ts";
import type { LogRecord } from "./polling.ts";

/** Options of an export. timeoutMs applies to the time without data. */
export interface ChangeExport extends CallOptions {
  /** Same as for a poll. */
  readonly criteria?: QueryObject | undefined;
  /** Shortcut for the same field in criteria. */
  readonly entityType?: string | undefined;
  /** Only changes after this cursor. Default: all stored changes. */
  readonly after?: string | undefined;
}

const silenceMaxMs = 60_000;

/** All matching records as one stream. A lost stream is resumed after the last complete record. */
export function exportChanges<Change extends LogRecord>(
  caller: Caller,
  { criteria, entityType, after, ...options }: ChangeExport,
): AsyncGenerator<Change, void, undefined> {
  return exportRecords<Change>(caller, "export-changes", { criteria, entityType, after }, options);
}

/** The same for any log whose record ids are cursors. */
export async function* exportRecords<Exported extends LogRecord>(
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
      const delayMs = retry < retries ? retryDelayAfter(error, retry, true) : undefined;
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

/** The lines of one stream; any interruption is reported like a lost connection. */
async function* readStream(
  caller: Caller,
  operation: ExportOperation,
  query: ExportQuery,
  { signal, timeoutMs = silenceMaxMs }: CallOptions,
): AsyncGenerator<string, void, undefined> {
  const [method, path] = operationTable[operation];
  const silence = new AbortController();
  const signals = [silence.signal, ...(signal === undefined ? [] : [signal])];
  /** A stream may take long; only the time without data is limited. */
  const listen = async <Result>(arrival: Promise<Result>): Promise<Result> => {
    const tooLong = noAnswer("timed-out", `The export sent no data for ${timeoutMs} ms.`, undefined);
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
    throw noAnswer("unreachable", "The export was interrupted.", error);
  }
}

/** The complete lines of a response as they arrive; listen wraps the wait for each chunk. */
async function* readLines(
  response: Response,
  listen: <Result>(arrival: Promise<Result>) => Promise<Result>,
): AsyncGenerator<string, void, undefined> {
  const reader = response.body?.getReader();
  if (reader === undefined) {
    return;
  }
  const decoder = new TextDecoder();
  let begun = "";
  try {
    for (;;) {
      const { done: isAtEnd, value } = await listen(reader.read());
      if (isAtEnd) break;
      const lines = (begun + decoder.decode(value, { stream: true })).split("\n");
      begun = lines.pop() ?? "";
      yield* lines;
    }
  } finally {
    // A caller that stops early does not need the rest.
    await reader.cancel().catch(() => {});
  }
  if (begun !== "") {
    throw new Error("The last line is incomplete.");
  }
}
