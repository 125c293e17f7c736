import type { AuditedKind, KindName, Verb } from "@weft/contract";
import type { AuditTrail } from "../access/audit/audit-log.ts";
import type { KindAudit } from "../access/audit/kind-audit.ts";
import type { Caller } from "../access/caller.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import type { JsonValue } from "../platform/json-value.ts";

/** An entity of a kind as callers see it: flat, without secrets. */
export interface KindDocument {
  readonly id: string;
  readonly version: number;
  readonly [field: string]: JsonValue;
}

/** The document of a stored row, if there is one. */
export function presentFound<Row>(row: Row | undefined, present: (row: Row) => KindDocument): KindDocument | undefined {
  return row === undefined ? undefined : present(row);
}

export interface CreatedDocument {
  readonly document: KindDocument;
  /** Shown only in this response, such as a key. */
  readonly shownOnce?: Readonly<Record<string, JsonValue>>;
}

/** A kind that can be read and changed. An org, which only operators create and delete, is no more than this. */
export interface ChangeableKind<Update> {
  /** Singular, as in entityType. The kindAccess table has its access rules. */
  readonly name: KindName;
  readonly hasHistory: boolean;
  /** The document as the history records it: without names of users, which an erasure could not find there. */
  recorded?(document: KindDocument): KindDocument;
  /** What the audit log records for it. */
  readonly audit: KindAudit<AuditedKind | "org">;
  /**
   * True if writes of entities depend on it, because they are validated against it or because they trigger it: a write
   * that was planned before must be planned again.
   */
  readonly shapesWrites: boolean;
  /** Throws unless the caller may apply the verb to the kind; the operations check what is specific to an entity. */
  requireRight(caller: Caller, verb: Verb, id: string): void;
  find(db: Database, caller: Caller, id: string): Promise<KindDocument | undefined>;
  /**
   * Locks the entity until the transaction ends, so that the conditions of a change still hold when it is made. Omitted
   * if shapesWrites blocks every other writer anyway.
   */
  lock?(tx: Transaction, caller: Caller, id: string): Promise<KindDocument | undefined>;
  /** Slow work that needs no transaction, such as hashing a password. Returns the body with the result. */
  prepareUpdate?(body: Update): Promise<Update>;
  /** Returns the identical document if nothing has changed. */
  update(tx: Transaction, caller: Caller, change: KindUpdate<Update>, options: ChangeOptions): Promise<KindDocument>;
  /** Notifies the nodes of a change of the kind. */
  announce?(orgId: string): void;
}

/**
 * A kind with its own tables: users, keys, types. Its folder defines how it is read and changed; operations, conditions
 * and history are the same for all. Declared in the lowest folder that contributes kinds, so that each can contribute
 * its own.
 */
export interface EntityKind<Create, Update> extends ChangeableKind<Update> {
  readonly plural: string;
  readonly audit: KindAudit<AuditedKind>;
  /** All that the caller may see, ordered by id. */
  list(db: Database, caller: Caller): Promise<readonly KindDocument[]>;
  /** See prepareUpdate. */
  prepareCreate?(body: Create): Promise<Create>;
  create(tx: Transaction, caller: Caller, body: Create, options: ChangeOptions): Promise<CreatedDocument>;
  remove(tx: Transaction, caller: Caller, document: KindDocument, options: ChangeOptions): Promise<void>;
}

interface KindUpdate<Update> {
  readonly before: KindDocument;
  readonly body: Update;
}

export interface ChangeOptions {
  /** The caller accepts that stored data becomes invalid. */
  readonly isForced: boolean;
  /** Records effects that the change itself does not show, such as ended sessions. Absent in a dry run. */
  readonly trail?: AuditTrail | undefined;
}
