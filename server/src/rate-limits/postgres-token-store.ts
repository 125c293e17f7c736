import { strict as assert } from "node:assert";
import type { Database } from "../platform/database/database.ts";
import { prepared } from "../platform/database/sql.ts";
import type { RatePolicy } from "./rate-policy.ts";
import type { RateSubject } from "./rate-subject.ts";
import type { TokenStore } from "./token-store.ts";

/** Buckets in PostgreSQL. The caller owns the database and closes it. */
export class PostgresTokenStore implements TokenStore {
  // Not a Transaction: begin and commit would triple the round trips of the one statement.
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async settle(subject: RateSubject, policy: RatePolicy, spent: number): Promise<number> {
    const { ratePerSecond, burst } = policy;
    // A statement that waited for the row has an older clock than the row: that refills nothing.
    const [bucket] = await this.#db.query<{ tokens: number }>(prepared`
      insert into rate_buckets as bucket (org_id, subject, tokens, refilled_on)
      values (${subject.orgId}, ${subject.id}, ${burst}::float8 - ${spent}::float8, clock_timestamp())
      on conflict (org_id, subject) do update set
        tokens = least(
          ${burst}::float8,
          bucket.tokens
            + ${ratePerSecond}::float8
            * greatest(0, extract(epoch from excluded.refilled_on - bucket.refilled_on)::float8)
        ) - ${spent}::float8,
        refilled_on = greatest(bucket.refilled_on, excluded.refilled_on)
      returning tokens`);
    assert(bucket, "upsert without a row");
    return bucket.tokens;
  }

  /** A bucket unused for an hour is full, and need not be stored. Called by a periodic job. */
  async forgetIdleBuckets(): Promise<void> {
    await this.#db.query(
      prepared`/* of all orgs */ delete from rate_buckets where refilled_on < clock_timestamp() - interval '1 hour'`,
    );
  }

  async close(): Promise<void> {}
}
