import type { PostgresDatabase, Transaction } from "../../platform/database/database.ts";
import { type AuditRow, digestOf, hashOfEntry } from "./audit-entry.ts";
import { type AuditHead, findAuditHead, findEntries, findPersonalValues, readOneMoment } from "./audit-store.ts";

/** A sign of tampering. */
interface ChainError {
  readonly sequence: number;
  readonly reason: string;
}

export interface VerifiedLog {
  /** The first stored sequence; the last one is that of the head. */
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly entries: number;
  readonly headHash: string;
  readonly errors: readonly ChainError[];
}

const entriesAtATime = 1_000;
const errorsMax = 20;

/** Recomputes every hash of an org's log from its checkpoint to its head. Undefined for an org without a log. */
export async function verifyAuditLog(db: PostgresDatabase, orgId: string): Promise<VerifiedLog | undefined> {
  return db.transaction(async (tx) => {
    await readOneMoment(tx);
    const head = await findAuditHead(tx, orgId);
    return head === undefined ? undefined : walkChain(tx, orgId, head);
  });
}

async function walkChain(tx: Transaction, orgId: string, head: AuditHead): Promise<VerifiedLog> {
  const errors: ChainError[] = [];
  let entries = 0;
  let place: Place = { sequence: head.checkpoint_sequence, hash: head.checkpoint_hash };
  for (;;) {
    const range = { after: place.sequence, until: Number.MAX_SAFE_INTEGER, limit: entriesAtATime };
    const rows = await findEntries(tx, orgId, range);
    const [first] = rows;
    if (first === undefined) {
      break;
    }
    for (const row of rows) {
      errors.push(...errorsOfLink(orgId, place, row));
      place = { sequence: row.sequence, hash: row.hash };
    }
    errors.push(...(await errorsOfValues(tx, orgId, rows, { first: first.sequence, last: place.sequence })));
    entries += rows.length;
    if (errors.length >= errorsMax) {
      break;
    }
  }
  if (errors.length < errorsMax) {
    errors.push(...errorsOfEnd(head, place));
  }
  return {
    firstSequence: head.checkpoint_sequence + 1,
    lastSequence: head.last_sequence,
    entries,
    headHash: head.last_hash.toString("hex"),
    errors: errors.slice(0, errorsMax),
  };
}

interface Place {
  readonly sequence: number;
  readonly hash: Buffer;
}

function errorsOfLink(orgId: string, before: Place, row: AuditRow): ChainError[] {
  const next = before.sequence + 1;
  if (row.sequence !== next) {
    return [{ sequence: next, reason: missing(next, row.sequence - 1) }];
  }
  if (!row.previous_hash.equals(before.hash)) {
    return [{ sequence: row.sequence, reason: "does not follow the previous entry" }];
  }
  return row.hash.equals(hashOfEntry(orgId, row)) ? [] : [{ sequence: row.sequence, reason: "was changed" }];
}

function errorsOfEnd(head: AuditHead, end: Place): ChainError[] {
  if (end.sequence < head.last_sequence) {
    return [{ sequence: end.sequence + 1, reason: missing(end.sequence + 1, head.last_sequence) }];
  }
  return end.sequence === head.last_sequence && end.hash.equals(head.last_hash)
    ? []
    : [{ sequence: end.sequence, reason: "is not the last entry that the head of the log names" }];
}

/** A replaced value does not match the digest in the entry. */
async function errorsOfValues(
  tx: Transaction,
  orgId: string,
  rows: readonly AuditRow[],
  range: { readonly first: number; readonly last: number },
): Promise<ChainError[]> {
  const digests = new Map(rows.map(({ sequence, digests: ofEntry }) => [sequence, ofEntry]));
  return (await findPersonalValues(tx, orgId, range)).flatMap(({ sequence, place, salt, value }) =>
    value === null || !digests.has(sequence) || digests.get(sequence)?.[place] === digestOf(salt, value)
      ? []
      : [{ sequence, reason: `has a changed personal value at ${place}` }],
  );
}

function missing(first: number, last: number): string {
  return first === last ? "is missing" : `is missing, and all entries up to ${last}`;
}
