import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { rateSubject } from "./rate-limiter.ts";
import { buildNode, buildNodes, hammer, sendAtOnce } from "./testing/limiter-nodes.ts";

test.each([
  { state: "refusing", lossMs: 100 },
  // A node that has spent its lease waits for the timeout before it knows that no response will come.
  { state: "silent", lossMs: 600 },
] as const)("with a $state store each node counts on its own", async ({ state, lossMs }) => {
  const { nodes, clock, store, failures } = buildNodes(2);
  store.state = state;

  const allowed = await hammer(nodes, clock, 10);

  const whole = 2 * (200 + 10 * 100);
  expect(allowed).toBeGreaterThanOrEqual(whole - 2 * (lossMs / 1_000) * 100);
  expect(allowed).toBeLessThanOrEqual(whole);
  expect(failures).toHaveLength(2);
});

test("an unavailable store is asked once a second", async () => {
  const { node, clock, store } = buildNode();
  store.state = "refusing";
  await hammer([node], clock, 1);
  const callsBefore = store.calls;

  await hammer([node], clock, 10);

  expect(store.calls - callsBefore).toBeGreaterThanOrEqual(8);
  expect(store.calls - callsBefore).toBeLessThanOrEqual(11);
});

test("a caller at its rate is served without a gap while the store fails and recovers", async () => {
  const { node, clock, store } = buildNode();
  let refused = 0;

  for (let step = 0; step < 1_000; step++) {
    store.state = step < 200 ? "well" : step < 500 ? "silent" : step < 700 ? "refusing" : "well";
    clock.ms += 10;
    refused += 1 - sendAtOnce(node, 1);
    await nextTurn();
  }

  expect(refused).toBe(0);
});

test("nodes share their count again when the store recovers", async () => {
  const { nodes, clock, store } = buildNodes(4);
  store.state = "refusing";
  await hammer(nodes, clock, 3);
  store.state = "well";
  await hammer(nodes, clock, 5);

  const allowed = await hammer(nodes, clock, 10);

  expect(allowed).toBeLessThanOrEqual(10 * 100 + 4 * 10);
  expect(allowed).toBeGreaterThanOrEqual(10 * 100 - 4 * 10);
});

test("a store that another subject found available is not marked unavailable again", async () => {
  const { node, clock, store, failures } = buildNode();
  store.state = "refusing";
  sendAtOnce(node, 200);
  await nextTurn();
  store.state = "well";
  clock.ms += 1_100;
  sendAtOnce(node, 10, { to: rateSubject("org1", "key2") });
  await nextTurn();

  const callsBefore = store.calls;
  sendAtOnce(node, 10);
  await nextTurn();

  expect(store.calls - callsBefore).toBe(1);
  expect(failures).toHaveLength(1);
});

test("a response after the timeout changes nothing", async () => {
  const { node, clock, store } = buildNode();
  store.state = "held";
  sendAtOnce(node, 200);
  clock.ms += 600;
  sendAtOnce(node, 60);

  store.answerHeld();
  await nextTurn();

  expect(sendAtOnce(node, 1)).toBe(0);
});
