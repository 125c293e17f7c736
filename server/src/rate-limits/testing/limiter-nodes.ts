import { setImmediate as nextTurn } from "node:timers/promises";
import { expect } from "vitest";
import { LeasedLimiter } from "../leased-limiter.ts";
import { ratePolicy, rateSubject } from "../rate-limiter.ts";
import { buildSharedStore } from "./shared-store.ts";

export const subject = rateSubject("org1", "key1");
export const policy = ratePolicy("key", 100);

/** Limiters that share one store and one clock. */
export function buildNodes(nodeCount: number) {
  const clock = { ms: 1_000 };
  const now = () => clock.ms;
  const store = buildSharedStore(now);
  const failures: unknown[] = [];
  const nodes = Array.from(
    { length: nodeCount },
    () => new LeasedLimiter({ store, nodeCount: () => nodeCount, onStoreAway: (cause) => failures.push(cause), now }),
  );
  return { clock, store, failures, nodes };
}

export function buildNode() {
  const { nodes, ...rest } = buildNodes(1);
  const [node] = nodes;
  expect.assert(node !== undefined);
  return { node, ...rest };
}

/** Sends the requests synchronously, so that no response of the store can arrive in between. */
export function sendAtOnce(node: LeasedLimiter, requests: number, { cost = 1, to = subject } = {}): number {
  let allowed = 0;
  for (let request = 0; request < requests; request++) {
    allowed += node.take(to, policy, cost).allowed ? 1 : 0;
  }
  return allowed;
}

/** Sends far more than the rate to every node, in steps of 10 ms. */
export async function hammer(nodes: readonly LeasedLimiter[], clock: { ms: number }, seconds: number): Promise<number> {
  let allowed = 0;
  for (let step = 0; step < seconds * 100; step++) {
    clock.ms += 10;
    for (const node of nodes) {
      allowed += sendAtOnce(node, 20);
    }
    await nextTurn();
  }
  return allowed;
}
