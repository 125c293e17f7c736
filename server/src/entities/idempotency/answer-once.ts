import { createHash } from "node:crypto";
import type { Caller } from "../../access/caller.ts";
import type { PostgresDatabase, Transaction } from "../../platform/database/database.ts";
import { conflict, invalidRequest } from "../../platform/errors.ts";
import { Problem } from "../../platform/problem.ts";
import { type ClaimedKey, claimKey, findClaim, keepAnswer, releaseKey } from "./idempotency-store.ts";

export interface StoredResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Stores the response in the transaction of the work, so that both are committed or neither. */
export type KeepAnswer = (tx: Transaction, answer: StoredResponse) => Promise<void>;

export interface KeyedRequest {
  readonly caller: Caller;
  readonly key: string;
  /** The content of the request. A repeated request with the same key must have the same content. */
  readonly content: string;
}

/**
 * Executes the work once per key: the same request, sent again within 24 hours to any node, gets the same response.
 * Failed work has no effect and releases the key.
 */
export async function withIdempotencyKey(
  shared: PostgresDatabase,
  request: KeyedRequest,
  work: (keep: KeepAnswer) => Promise<StoredResponse>,
): Promise<StoredResponse> {
  const claim = claimOf(request);
  const db = shared.ofOrg(claim.orgId);
  const isClaimed = await db.transaction((tx) => claimKey(tx, claim));
  if (!isClaimed) {
    return repeatedAnswer(db, claim);
  }
  try {
    return await work(async (tx, answer) => {
      if (!(await keepAnswer(tx, claim, answer))) {
        throw comeBack("Another request with this Idempotency-Key was processed first. Retry to get its response.");
      }
    });
  } catch (error) {
    await db.transaction((tx) => releaseKey(tx, claim)).catch(() => {}); // An abandoned claim expires.
    throw error;
  }
}

async function repeatedAnswer(db: PostgresDatabase, claim: ClaimedKey): Promise<StoredResponse> {
  const found = await findClaim(db, claim);
  if (found !== undefined && found.request_hash !== claim.requestHash) {
    throw new Problem("idempotency-key-reused", "This Idempotency-Key was used for another request. Use a new one.");
  }
  if (found === undefined || found.status === null) {
    throw comeBack("The first request with this Idempotency-Key is still in progress. Retry in a moment.");
  }
  const headers = { ...found.headers, "idempotency-replayed": "true" };
  return { status: found.status, headers, body: found.body ?? "" };
}

/** A temporary conflict: clients that respect Retry-After retry on their own. */
function comeBack(detail: string): Problem {
  return conflict(detail, {}, { retryAfterSeconds: 1 });
}

const keyPattern = /^[\x21-\x7e]{1,255}$/;

function claimOf({ caller, key, content }: KeyedRequest): ClaimedKey {
  if (!keyPattern.test(key)) {
    throw invalidRequest("Idempotency-Key must have 1 to 255 printable ASCII characters without spaces.");
  }
  const requestHash = createHash("sha256").update(content).digest("base64url");
  return { orgId: caller.org.id, actorId: caller.actor.id, key, requestHash };
}
