import type { AuditedKind, KindName, Verb } from "@weft/contract";
import type { Database, Transaction } from "../platform/database/database.ts";
import type { JsonValue } from "../platform/json-value.ts";
import type { AuditTrail } from "./audit/audit-log.ts";
import type { KindAudit } from "./audit/kind-audit.ts";
import type { Caller } from "./caller.ts";

/** Something of a kind as callers see it: flat, without secrets. */
export interface KindDocument {
  readonly id: string;
  readonly version: number;
  readonly [field: string]: JsonValue;
}

export interface CreatedDocument {
  readonly document: KindDocument;
  /** What is shown in this one answer and never again, such as a key. */
  readonly shownOnce?: Readonly<Record<string, JsonValue>>;
}

/** What can be read and changed. An org, which is made and removed by operators only, is no more than this. */
export interface ChangeableKind<Update> {
  /** Singular, as in entityType. The table kindAccess says who may do what with it. */
  readonly name: KindName;
  readonly hasHistory: boolean;
  /** What the audit log records of it. */
  readonly audit: KindAudit<AuditedKind | "org">;
  /**
   * True where writes of entities depend on it, because they are checked against it or because it listens for them: a
   * write that was planned before must be planned again.
   */
  readonly shapesWrites: boolean;
  /** Throws unless the caller may do this to anything of the kind; what is particular to one is decided by the verbs. */
  requireRight(caller: Caller, verb: Verb, id: string): void;
  find(db: Database, caller: Caller, id: string): Promise<KindDocument | undefined>;
  /**
   * Finds it and keeps others from changing it until the transaction ends, so that the conditions of a change still
   * hold when it is made. Left out where shapesWrites holds back every writer anyway.
   */
  lock?(tx: Transaction, caller: Caller, id: string): Promise<KindDocument | undefined>;
  /** Slow work that needs no transaction, such as hashing a password. Answers the body with what has come of it. */
  prepareUpdate?(body: Update): Promise<Update>;
  /** Answers the very document that was there before when nothing has changed. */
  update(tx: Transaction, caller: Caller, change: KindUpdate<Update>, options: ChangeOptions): Promise<KindDocument>;
  /** Tells the nodes that something of the kind has changed. */
  announce?(orgId: string): void;
}

/**
 * A kind that is kept in tables of its own: users, keys, types. Its folder says how it is read and changed; the verbs,
 * their conditions and its history are the same for all. Declared in the lowest folder that contributes kinds, so that
 * each can contribute its own.
 */
export interface EntityKind<Create, Update> extends ChangeableKind<Update> {
  readonly plural: string;
  readonly audit: KindAudit<AuditedKind>;
  /** All that the caller may see, in the order of their ids. */
  list(db: Database, caller: Caller): Promise<readonly KindDocument[]>;
  /** As prepareUpdate. */
  prepareCreate?(body: Create): Promise<Create>;
  create(tx: Transaction, caller: Caller, body: Create, options: ChangeOptions): Promise<CreatedDocument>;
  remove(tx: Transaction, caller: Caller, document: KindDocument, options: ChangeOptions): Promise<void>;
}

interface KindUpdate<Update> {
  readonly before: KindDocument;
  readonly body: Update;
}

export interface ChangeOptions {
  /** The caller accepts that what is stored no longer fits. */
  readonly isForced: boolean;
  /** Records what the change itself does not show, such as sessions that it has ended. Absent in a dry run. */
  readonly trail?: AuditTrail | undefined;
}
