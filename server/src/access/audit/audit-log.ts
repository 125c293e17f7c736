import { randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { PostgresDatabase, Transaction } from "../../platform/database/database.ts";
import type { Caller } from "../caller.ts";
import {
  type AuditActor,
  type AuditNote,
  type AuditOrigin,
  type AuditRow,
  digestOf,
  hashOfEntry,
  type PersonalValue,
} from "./audit-entry.ts";
import {
  erasePersonalValue,
  erasePersonalValuesOf,
  insertEntry,
  insertPersonalValues,
  lockAuditHead,
  moveHead,
  type StoredPersonalValue,
} from "./audit-store.ts";

/** Who acts, and from where. */
export interface AuditAct {
  readonly actor: AuditActor;
  readonly origin: AuditOrigin;
}

/** Called for each entry, in its transaction. */
export type AuditObserver = (tx: Transaction, orgId: string, row: AuditRow) => Promise<void>;

/** Records the actions of one transaction. */
export interface AuditTrail {
  record(note: AuditNote): Promise<void>;
  /** A trail for actions of another actor, such as a user who has just been identified. */
  as(actor: AuditActor): AuditTrail;
}

const saltBytes = 16;
const valueLengthMax = 512;

/** The audit logs of all orgs: append-only, each entry with the hash of the previous one. */
export class AuditLog {
  readonly #observers: readonly AuditObserver[];
  /** The last in each org's queue. */
  readonly #turns = new Map<string, Promise<void>>();

  constructor(observers: readonly AuditObserver[] = []) {
    this.#observers = observers;
  }

  /** A transaction in the org that first opens its log. */
  transaction<Result>(
    db: PostgresDatabase,
    orgId: string,
    act: AuditAct,
    work: (tx: Transaction, trail: AuditTrail) => Promise<Result>,
  ): Promise<Result> {
    return this.inTurn(orgId, () => db.transaction(async (tx) => work(tx, await this.open(tx, orgId, act))));
  }

  /**
   * Runs audited transactions of an org one after the other on this node. They would wait for the head of its log
   * anyway; here they wait without holding connections that other orgs need.
   */
  async inTurn<Result>(orgId: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#turns.get(orgId) ?? Promise.resolve();
    const mine = before.then(work);
    const ended = mine.then(ignore, ignore);
    this.#turns.set(orgId, ended);
    try {
      return await mine;
    } finally {
      if (this.#turns.get(orgId) === ended) {
        this.#turns.delete(orgId);
      }
    }
  }

  /**
   * Must be the first action of a transaction in the org: it locks the head of the org's log, which every writer locks
   * before the feed row and all others. This lock order prevents deadlocks of audited writes.
   */
  async open(tx: Transaction, orgId: string, act: AuditAct): Promise<AuditTrail> {
    await lockAuditHead(tx, orgId);
    return this.#trailOf(tx, orgId, act);
  }

  #trailOf(tx: Transaction, orgId: string, act: AuditAct): AuditTrail {
    return {
      record: (note) => this.#append(tx, orgId, act, note),
      as: (actor) => this.#trailOf(tx, orgId, { ...act, actor }),
    };
  }

  async #append(tx: Transaction, orgId: string, act: AuditAct, note: AuditNote): Promise<void> {
    const head = await lockAuditHead(tx, orgId);
    const sequence = head.last_sequence + 1;
    const { values, digests } = saltValues(sequence, [...valuesOfAct(act), ...(note.personal ?? [])]);
    const { actor, origin } = act;
    const unhashed = {
      sequence,
      // Clocks of nodes differ; the log's time never goes backwards.
      created_on: new Date(Math.max(Date.now(), head.last_stamp.getTime())),
      action: note.action,
      outcome: note.outcome ?? ("success" as const),
      actor_type: actor.type,
      actor_id: actor.id ?? null,
      credential_type: actor.credential?.type ?? null,
      credential_id: actor.credential?.id ?? null,
      target_type: note.target.type,
      target_id: note.target.id ?? null,
      request_id: origin.requestId ?? null,
      before: note.before ?? null,
      after: note.after ?? null,
      digests,
      previous_hash: head.last_hash,
    };
    const row: AuditRow = { ...unhashed, hash: hashOfEntry(orgId, unhashed) };
    await insertEntry(tx, orgId, row);
    await insertPersonalValues(tx, orgId, values);
    await moveHead(tx, orgId, row);
    for (const observe of this.#observers) {
      await observe(tx, orgId, row);
    }
  }
}

function ignore(): void {}

function valuesOfAct({ actor, origin }: AuditAct): PersonalValue[] {
  const places: readonly (readonly [string, string | undefined])[] = [
    ["actor.name", actor.name],
    ["actor.email", actor.email],
    ["origin.address", origin.address],
    ["origin.userAgent", origin.userAgent],
  ];
  return places.flatMap(([place, value]) =>
    value === undefined || value === "" ? [] : [{ place, value, subjectId: actor.id }],
  );
}

function saltValues(
  sequence: number,
  personal: readonly PersonalValue[],
): { values: StoredPersonalValue[]; digests: Record<string, string> } {
  const digests: Record<string, string> = {};
  const values = personal.map(({ place, value, subjectId, isDigestOnly }) => {
    const salt = randomBytes(saltBytes);
    const kept = value.slice(0, valueLengthMax);
    digests[place] = digestOf(salt, kept);
    return { sequence, place, subject_id: subjectId ?? null, salt, value: isDigestOnly === true ? null : kept };
  });
  return { values, digests };
}

/** The parts of a request that show its origin. */
export interface RequestOrigin {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly address: string;
}

/** A caller of the API, as the audit log names them. */
export function actOfCaller(caller: Caller, request: RequestOrigin): AuditAct {
  return { actor: actorOfCaller(caller), origin: originOf(request) };
}

export function actorOfCaller({ actor, credential }: Caller): AuditActor {
  const { id, type, name, email } = actor;
  return { id, type, name, email, credential: { type: credential.type, id: credential.id } };
}

/** A user who signs in, before there is a credential. */
export function actOfUser(
  { id, name, email }: { readonly id: string; readonly name: string; readonly email: string },
  origin: AuditOrigin,
): AuditAct {
  return { actor: { type: "user", id, name, email }, origin };
}

/** The service itself, as on its first start. */
export const systemAct: AuditAct = { actor: { type: "system" }, origin: {} };

const printable = /[^\p{Cc}]+/gu;

export function originOf({ id, headers, address }: RequestOrigin): AuditOrigin {
  const userAgent = (headers["user-agent"]?.match(printable) ?? []).join("");
  return { address, requestId: id, ...(userAgent === "" ? {} : { userAgent }) };
}

/** What to erase: all values about a user or app, or one value everywhere, such as an address. */
type Erasure = { readonly subjectId: string } | { readonly value: string };

/** Erases personal values permanently. The entries keep their digests, so the chain still verifies. */
export async function erasePersonalValues(
  tx: Transaction,
  orgId: string,
  trail: AuditTrail,
  erasure: Erasure,
): Promise<number> {
  const values =
    "subjectId" in erasure
      ? await erasePersonalValuesOf(tx, orgId, erasure.subjectId)
      : await erasePersonalValue(tx, orgId, erasure.value);
  const target = { type: "audit-log", ...("subjectId" in erasure ? { id: erasure.subjectId } : {}) };
  await trail.record({ action: "audit-log.erase", target, after: { values } });
  return values;
}
