import assert from "node:assert";
import type pg from "pg";
import type { Budget } from "../budgets/budget.ts";
import { Problem } from "../problem.ts";
import type { Tracer } from "../tracing/tracer.ts";
import { BoundedQuery, type BoundedRows } from "./bounded-query.ts";
import type { DatabaseOptions } from "./open-pool.ts";
import type { SqlStatement } from "./sql.ts";
import { asUnavailable, isOutage, isRejectedCommit } from "./unavailable.ts";

export type Observers = Pick<DatabaseOptions, "tracer" | "onOutage">;

export async function answered<Result>(asked: Promise<Result>, { onOutage }: Observers): Promise<Result> {
  try {
    return await asked;
  } catch (error) {
    const failure = asUnavailable(error);
    if (failure !== error && isOutage(failure)) {
      onOutage?.(failure);
    }
    throw failure;
  }
}

/** A commit that was sent without a response may or may not be committed. */
export async function committed<Result>(asked: Promise<Result>, observers: Observers): Promise<Result> {
  try {
    return await answered(asked, observers);
  } catch (failure) {
    if (!(failure instanceof Problem) || isRejectedCommit(failure.cause)) {
      throw failure;
    }
    const detail = "Connection lost during commit. Check whether the write was applied before retrying.";
    throw new Problem("outcome-unknown", detail, { cause: failure.cause });
  }
}

// Pipelines may be nested.
const pipelines = new WeakMap<pg.PoolClient, number>();

/**
 * While it runs, pg sends each statement without waiting for the response to the one before. Waits for all results, so that
 * the connection is free again.
 */
export async function pipelined<Asked extends readonly Promise<unknown>[]>(
  client: pg.PoolClient,
  send: () => Asked,
): Promise<{ -readonly [Index in keyof Asked]: PromiseSettledResult<Awaited<Asked[Index]>> }> {
  pipelines.set(client, (pipelines.get(client) ?? 0) + 1);
  setPipelining(client, true);
  const settled = await Promise.allSettled(send());
  const left = (pipelines.get(client) ?? 1) - 1;
  pipelines.set(client, left);
  setPipelining(client, left > 0);
  return settled;
}

/** Not part of pg's types. */
function setPipelining(client: pg.PoolClient, isOn: boolean): void {
  assert(Reflect.has(client, "pipeline"), "pg has no pipelining");
  Reflect.set(client, "pipeline", isOn);
}

export function resultOf<Result>(settled: PromiseSettledResult<Result>): Result {
  if (settled.status === "rejected") {
    throw settled.reason;
  }
  return settled.value;
}

export function ask<Row extends object>(
  client: pg.Pool | pg.PoolClient,
  statement: SqlStatement,
  observers: Observers,
): Promise<pg.QueryResult<Row>> {
  return traced(observers.tracer, statement, () => answered(client.query<Row>(queryConfig(statement)), observers));
}

export function askWithin<Row extends object>(
  client: pg.PoolClient,
  statement: SqlStatement,
  budget: Budget,
  observers: Observers,
): Promise<BoundedRows<Row>> {
  return traced(observers.tracer, statement, () => {
    const query = new BoundedQuery<Row>(queryConfig(statement), budget);
    client.query(query);
    return answered(query.result, observers);
  });
}

/** The statement, never its values. */
function traced<Result>(
  tracer: Tracer | undefined,
  { text }: SqlStatement,
  ask: () => Promise<Result>,
): Promise<Result> {
  if (tracer === undefined) return ask();
  const name = /\b(select|insert|update|delete)\b/i.exec(text)?.[1]?.toLowerCase() ?? "statement";
  const attributes = { "db.system.name": "postgresql", "db.query.text": text.replace(/\s+/g, " ").trim() };
  return tracer.trace({ name, kind: "client", attributes }, ask);
}

function queryConfig(statement: SqlStatement): pg.QueryConfig {
  const { text, values, name } = statement;
  return name === undefined ? { text, values: [...values] } : { text, values: [...values], name };
}
