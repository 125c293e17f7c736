import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { rootCodeOf } from "../error-code.ts";
import { detailOf } from "../outbound/outbound-error.ts";
import { maskUrl } from "../parse-url.ts";
import { StartError } from "../start-error.ts";
import { connectClient } from "./database-hosts.ts";
import { asUnavailable, readOnlyState } from "./unavailable.ts";

export interface DatabaseWaitOptions {
  /** A postgres:// URL, which may name several hosts, or the folder of a Unix socket. */
  readonly url: string;
  /** With 0, the first attempt decides. */
  readonly waitMs: number;
  /** Ends the wait. */
  readonly stopping?: AbortSignal | undefined;
  /** Called with a sentence when the wait begins, when its reason changes, and when it has succeeded. */
  readonly onState?: (state: string) => void;
}

const connectTimeoutMs = 5_000;
const retryMsMin = 100;
const retryMsMax = 2_000;

/**
 * Waits until the database accepts connections and writes. Fails at once if waiting cannot help, such as with a wrong
 * password, and otherwise at the end of the time; both with what to do.
 */
export async function waitForDatabase({ url, waitMs, stopping, onState = () => {} }: DatabaseWaitOptions) {
  const origin = maskUrl(url);
  const deadline = Date.now() + waitMs;
  let reported: string | undefined;
  for (let retryMs = retryMsMin; ; retryMs = Math.min(retryMs * 2, retryMsMax)) {
    const failure = await tryDatabase(url, origin);
    stopping?.throwIfAborted();
    if (failure === undefined) {
      if (reported !== undefined) {
        onState(`PostgreSQL (${origin}) responds.`);
      }
      return;
    }
    const { why, advice, mayPass } = failure;
    if (!mayPass || Date.now() >= deadline) {
      const waited = reported === undefined ? "" : ` Waited ${waitMs / 1_000} s (DATABASE_WAIT_SECONDS).`;
      throw new StartError(`${why}${waited} ${advice}`);
    }
    if (why !== reported) {
      onState(`Waiting up to ${Math.ceil((deadline - Date.now()) / 1_000)} s for the database. ${why}`);
      reported = why;
    }
    await delay(Math.min(retryMs, Math.max(0, deadline - Date.now())), undefined, stopping && { signal: stopping });
  }
}

interface DatabaseFailure extends ConnectFailure {
  /** Whether it may be over soon. */
  readonly mayPass: boolean;
}

async function tryDatabase(connectionString: string, origin: string): Promise<DatabaseFailure | undefined> {
  let client: pg.Client | undefined;
  try {
    client = await connectClient(connectionString, {
      application_name: "weft-start",
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: connectTimeoutMs,
    });
    return undefined;
  } catch (error) {
    const failure = explainConnectFailure(rootCodeOf(error), { origin, reason: withStop(detailOf(error)) });
    return { ...failure, mayPass: asUnavailable(error) !== error };
  } finally {
    await client?.end().catch(() => {});
  }
}

function withStop(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

export interface ConnectFailure {
  readonly why: string;
  readonly advice: string;
}

/** Why a database cannot be used, by the error code of PostgreSQL or the operating system. */
export function explainConnectFailure(
  code: string,
  { origin, reason }: { readonly origin: string; readonly reason: string },
): ConnectFailure {
  switch (code) {
    case "28P01":
    case "28000":
      return {
        why: `PostgreSQL (${origin}) rejects the user: ${reason}`,
        advice: "Check the user and password in DATABASE_URL.",
      };
    case "3D000":
      return {
        why: `PostgreSQL (${origin}) does not have this database: ${reason}`,
        advice: "Create it, or check the name in DATABASE_URL.",
      };
    case "53300":
      return {
        why: `PostgreSQL (${origin}) has no free connection: ${reason}`,
        advice: "Raise max_connections, or lower DATABASE_POOL.",
      };
    case "57P03":
      return {
        why: `PostgreSQL (${origin}) is starting or stopping: ${reason}`,
        advice: "Check again in a few seconds.",
      };
    case readOnlyState:
      return {
        why: `PostgreSQL (${origin}) accepts no writes: ${reason}`,
        advice: "Add the host of the primary to DATABASE_URL, or promote one of its hosts.",
      };
    case "EACCES":
      return {
        why: `PostgreSQL (${origin}) cannot be reached: ${reason}`,
        advice: "Run the command as the service's user.",
      };
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return {
        why: `The host of PostgreSQL (${origin}) cannot be found: ${reason}`,
        advice: "Check the host in DATABASE_URL, and this machine's DNS.",
      };
    default:
      return {
        why: `PostgreSQL (${origin}) cannot be used: ${reason}`,
        advice:
          "Check that PostgreSQL is running; check DATABASE_URL if it is set, otherwise postgres.log in DATA_DIR.",
      };
  }
}
