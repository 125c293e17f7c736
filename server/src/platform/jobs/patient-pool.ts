import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { asUnavailable } from "../database/database.ts";

const retryDelayMs = 250;
// graphile-worker tries a statement again when it fails with this code ("serialization failure").
const codeToTryAgain = "40001";

/**
 * The pool as graphile-worker needs it: a statement waits for a database that is away, instead of failing.
 * graphile-worker does not await the statements that note the end of a job, so a failing one would end the whole
 * process, and its job would stay locked for hours. onAway is called for each attempt that finds the database away.
 */
export function createPatientPool(pool: pg.Pool, onAway: () => void): pg.Pool {
  const connect = async (): Promise<pg.PoolClient> => {
    for (;;) {
      try {
        return patientClient(await pool.connect(), onAway);
      } catch (error) {
        requireAway(error, onAway);
        await delay(retryDelayMs, undefined, { ref: false });
      }
    }
  };
  return new Proxy(pool, {
    get(target, name) {
      if (name === "connect") {
        // The listener for new jobs passes a callback, and reconnects by itself.
        return (callback?: Parameters<pg.Pool["connect"]>[0]) =>
          callback === undefined ? connect() : target.connect(callback);
      }
      return boundMember(target, name);
    },
  });
}

function patientClient(client: pg.PoolClient, onAway: () => void): pg.PoolClient {
  return new Proxy(client, {
    get(target, name) {
      return name === "query"
        ? (...parameters: unknown[]) => queryAgainLater(target, parameters, onAway)
        : boundMember(target, name);
    },
  });
}

async function queryAgainLater(client: pg.PoolClient, parameters: unknown[], onAway: () => void): Promise<unknown> {
  try {
    return await Reflect.apply(client.query, client, parameters);
  } catch (error) {
    requireAway(error, onAway);
    throw Object.assign(new Error("The database went away.", { cause: error }), { code: codeToTryAgain });
  }
}

function requireAway(error: unknown, onAway: () => void): void {
  if (asUnavailable(error) === error) {
    throw error;
  }
  onAway();
}

function boundMember(target: object, name: string | symbol): unknown {
  const member: unknown = Reflect.get(target, name);
  return typeof member === "function" ? member.bind(target) : member;
}
