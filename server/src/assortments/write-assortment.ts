import { setTimeout } from "node:timers/promises";
import type { Entity } from "../entities/entity.ts";
import { entityOfRow } from "../entities/entity-row.ts";
import type { EntityServices } from "../entities/entity-services.ts";
import { findEntities } from "../entities/entity-store.ts";
import type { Work } from "../entities/entity-writer.ts";
import type { OpenWrite } from "../entities/open-write.ts";
import { checkVersions } from "../entities/write/check-sent-fields.ts";
import { requireReadable, requireWriteRight } from "../entities/write/check-write-rights.ts";
import { lockToReferTo } from "../entities/write/lock-rows-store.ts";
import type { Writer } from "../entities/write/write-request.ts";
import { notFound } from "../errors.ts";
import { Problem } from "../platform/problem.ts";
import { findCompositesAbove } from "./composites.ts";
import { AssortmentBusy, lockAssortments } from "./lock-assortments.ts";

export type AssortmentServices = Pick<EntityServices, "db" | "writer">;

/** The assortment whose members the caller wants to change. */
export interface AssortmentAddress {
  readonly orgId: string;
  readonly assortmentId: string;
  readonly writer: Writer;
  readonly expectedVersion?: number;
  /** How long to wait for other writers. */
  readonly patienceMs: number;
}

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
  return whenFree(address, () => writer.writeBatches(address.orgId, inAssortment(address, work)));
}

/** The same, but rolls back everything. */
export function planAssortment<Result>(
  { writer }: AssortmentServices,
  address: AssortmentAddress,
  work: (open: OpenAssortment) => Promise<Result>,
): Promise<Result> {
  return whenFree(address, () => writer.planBatches(address.orgId, inAssortment(address, work)));
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
    const rows = await lockToReferTo(tx, orgId, { types: ids.map(() => "assortment"), ids });
    const locked = new Set(rows.map(({ id }) => id));
    const composites = await findCompositesAbove(tx, orgId, assortmentId);
    if (composites.some(({ id }) => !locked.has(id))) {
      throw new AssortmentBusy();
    }
    const assortment = requireWritable(
      address,
      rows.map(entityOfRow).filter(({ id }) => id === assortmentId),
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
      if (!(error instanceof AssortmentBusy)) {
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

function beingWritten(cause: unknown): Problem {
  return new Problem("unavailable", "The assortment is being published by another request. Retry in a moment.", {
    headers: { "retry-after": "5" },
    cause,
  });
}
