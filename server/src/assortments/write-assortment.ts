import { setTimeout } from "node:timers/promises";
import type { EntityServices } from "../entities/entity-services.ts";
import type { Entity } from "../entities/model/entity.ts";
import { findEntities } from "../entities/model/entity-store.ts";
import type { Writer } from "../entities/model/write-request.ts";
import { checkVersions, requireReadable, requireWriteRight } from "../entities/write/check-draft.ts";
import type { Work } from "../entities/write/entity-writer.ts";
import { lockEntities } from "../entities/write/lock-rows-store.ts";
import type { OpenWrite } from "../entities/write/open-write.ts";
import type { Transaction } from "../platform/database/database.ts";
import { notFound, unavailable } from "../platform/errors.ts";
import type { Problem } from "../platform/problem.ts";
import { findCompositesAbove } from "./composites.ts";
import { tryLocks } from "./published-member-store.ts";

export type AssortmentServices = Pick<EntityServices, "db" | "writer">;

/** The assortment whose members the caller wants to change. */
interface AssortmentAddress {
  readonly orgId: string;
  readonly assortmentId: string;
  readonly writer: Writer;
  readonly expectedVersion?: number;
  /** How long to wait for other writers. */
  readonly patienceMs: number;
}

/** Background work waits for the work before it, within reason. */
export const backgroundPatienceMs = 30 * 60_000;

/** An assortment that is locked for this write, with all its composites. */
export interface OpenAssortment {
  readonly write: OpenWrite;
  readonly writer: Writer;
  readonly assortment: Entity;
  readonly composites: readonly Entity[];
}

/** Executes the work on the assortment in one transaction, once no other writer holds it. */
export function writeAssortment<Result>(
  { writer }: AssortmentServices,
  address: AssortmentAddress,
  work: (open: OpenAssortment) => Promise<Result>,
): Promise<Result> {
  return whenFree(address, () => writer.run(address.orgId, inAssortment(address, work)));
}

/** The same, but rolls back everything. */
export function planAssortment<Result>(
  { writer }: AssortmentServices,
  address: AssortmentAddress,
  work: (open: OpenAssortment) => Promise<Result>,
): Promise<Result> {
  return whenFree(address, () => writer.run(address.orgId, inAssortment(address, work), { isDryRun: true }));
}

function inAssortment<Result>(
  address: AssortmentAddress,
  work: (open: OpenAssortment) => Promise<Result>,
): Work<Result> {
  const { orgId, assortmentId, writer } = address;
  return async (write) => {
    const { tx } = write;
    // Checked before the lock: a caller without permission must not learn whether another caller is writing.
    requireWritable(address, await findEntities(tx, orgId, "assortment", [assortmentId]));
    const known = await findCompositesAbove(tx, orgId, assortmentId);
    const ids = [assortmentId, ...known.map(({ id }) => id)];
    await lockAssortments(tx, orgId, ids);
    // From here on they cannot be deleted.
    const addresses = ids.map((id) => ({ entityType: "assortment", id }));
    const entities = await lockEntities(tx, orgId, addresses, "for key share");
    const locked = new Set(entities.map(({ id }) => id));
    const composites = await findCompositesAbove(tx, orgId, assortmentId);
    if (composites.some(({ id }) => !locked.has(id))) {
      throw new AssortmentBusyError();
    }
    const assortment = requireWritable(
      address,
      entities.filter(({ id }) => id === assortmentId),
    );
    checkVersions(address, assortment);
    return work({ write, writer, assortment, composites });
  };
}

function requireWritable({ assortmentId, writer }: AssortmentAddress, [assortment]: readonly Entity[]): Entity {
  if (assortment === undefined) {
    throw notFound("assortment", assortmentId);
  }
  requireReadable(writer.rights, assortment);
  requireWriteRight(writer.rights, "update", assortment);
  return assortment;
}

const firstPauseMs = 20;
const pauseMaxMs = 500;

/** Waits outside of transactions: a wait inside one would hold a connection. */
async function whenFree<Result>({ patienceMs }: AssortmentAddress, attempt: () => Promise<Result>): Promise<Result> {
  const until = Date.now() + patienceMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, pauseMaxMs)) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof AssortmentBusyError)) {
        throw error;
      }
      if (Date.now() > until) {
        throw beingWritten(error);
      }
    }
    // Jitter, so that two waiting writers do not collide on every retry.
    await setTimeout(pauseMs * (0.5 + Math.random()));
  }
}

export function beingWritten(cause: unknown): Problem {
  return unavailable("The assortment is being published by another request. Retry in a moment.", {
    retryAfterSeconds: 5,
    cause,
  });
}

/** Thrown when another writer holds one of the assortments. The transaction is rolled back and retried later. */
export class AssortmentBusyError extends Error {
  constructor() {
    super("another transaction writes one of the assortments");
    this.name = "AssortmentBusyError";
  }
}

/**
 * Blocks changes of the members of these assortments through this folder until the end of the transaction; the generic
 * verbs on members are not blocked. Takes all locks at once or throws, and never waits while holding a lock, so two
 * loads cannot deadlock whatever the order of their assortments.
 */
export async function lockAssortments(tx: Transaction, orgId: string, assortmentIds: readonly string[]): Promise<void> {
  if (!(await tryLocks(tx, orgId, assortmentIds))) {
    throw new AssortmentBusyError();
  }
}
