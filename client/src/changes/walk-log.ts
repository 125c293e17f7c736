import { callUnchecked } from "../call-operation.ts";
import { longPoll, longPollOptions, waitSecondsDefault } from "../long-poll.ts";
import type { Caller, CallOptions } from "../operation-call.ts";
import type { QueryValue } from "../query.ts";
import { splitOptions } from "../split-options.ts";
import type { ChangePage, LogRecord, Polling } from "./polling.ts";

/** The pages of the log after a position, in sequence; nothing is stored. */
export async function* walkLog<Change extends LogRecord>(
  caller: Caller,
  start: string,
  polling: Polling,
): AsyncGenerator<ChangePage<Change>, void, undefined> {
  const { follow: isFollowing = true, waitSeconds = waitSecondsDefault } = polling;
  const read = isFollowing ? followingReader<Change>(caller, polling) : plainReader<Change>(caller, polling);
  // The end is read without waiting: if a held response got lost, the next "now" would skip the changes in it.
  const now = isFollowing && start !== "now" ? undefined : await read("now", 0);
  let page = start === "now" && now !== undefined ? now : await read(start, isFollowing ? waitSeconds : 0);
  for (;;) {
    yield page;
    // Cursors sort in log order.
    if (!isFollowing && now !== undefined && page.coveredUntil >= now.coveredUntil) {
      return;
    }
    page = await read(page.coveredUntil, isFollowing ? waitSeconds : 0);
  }
}

type Reader<Change extends LogRecord> = (after: string, wait: number) => Promise<ChangePage<Change>>;

/** Retries through any outage of the service. */
function followingReader<Change extends LogRecord>(caller: Caller, polling: Polling): Reader<Change> {
  const { query, options } = searchOf(polling);
  return (after, wait) => {
    const held = longPollOptions(options, wait);
    const ask = () => readPage<Change>(caller, { ...query, after, wait }, held);
    return longPoll(ask, ({ coveredUntil }) => coveredUntil === after, options.signal);
  };
}

function plainReader<Change extends LogRecord>(caller: Caller, polling: Polling): Reader<Change> {
  const { query, options } = searchOf(polling);
  return (after) => readPage<Change>(caller, { ...query, after }, options);
}

/** The kind in the query determines the type of the records. */
async function readPage<Change extends LogRecord>(
  caller: Caller,
  query: Readonly<Record<string, QueryValue>>,
  options: CallOptions,
): Promise<ChangePage<Change>> {
  const page = await callUnchecked<{ results: Change[]; coveredUntil: string }>(
    (...sent) => caller.send(...sent),
    "list-changes",
    { query },
    options,
  );
  return { records: page.results, coveredUntil: page.coveredUntil };
}

function searchOf(polling: Polling) {
  const { options, rest } = splitOptions(polling);
  const { after, waitSeconds, follow, consumer, cursor, ...search } = rest;
  return { query: search, options };
}
