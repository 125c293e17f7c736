import { longPoll, longPollOptions, waitSecondsDefault } from "../long-poll.ts";
import type { Caller } from "../operation-call.ts";
import { splitOptions } from "../split-options.ts";
import type { ChangePage, Polling } from "./polling.ts";

/** The pages of the log after a position, in sequence; nothing is stored. */
export async function* walkLog(
  caller: Caller,
  start: string,
  polling: Polling,
): AsyncGenerator<ChangePage, void, undefined> {
  const { follow: isFollowing = true, waitSeconds = waitSecondsDefault } = polling;
  const read = isFollowing ? followingReader(caller, polling) : plainReader(caller, polling);
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

type Reader = (after: string, wait: number) => Promise<ChangePage>;

/** Retries through any outage of the service. */
function followingReader(caller: Caller, polling: Polling): Reader {
  const { query, options } = searchOf(polling);
  return (after, wait) => {
    const held = longPollOptions(options, wait);
    const ask = async () => {
      const answer = await caller.call("list-changes", { query: { ...query, after, wait } }, held);
      return { records: answer.results, coveredUntil: answer.coveredUntil };
    };
    return longPoll(ask, ({ coveredUntil }) => coveredUntil === after, options.signal);
  };
}

function plainReader(caller: Caller, polling: Polling): Reader {
  const { query, options } = searchOf(polling);
  return async (after) => {
    const { results, coveredUntil } = await caller.call("list-changes", { query: { ...query, after } }, options);
    return { records: results, coveredUntil };
  };
}

function searchOf(polling: Polling) {
  const { options, rest } = splitOptions(polling);
  const { after, waitSeconds, follow, consumer, cursor, ...search } = rest;
  return { query: search, options };
}
