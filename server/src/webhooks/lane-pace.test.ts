import { expect, test } from "vitest";
import { LanePace, NodeFlights } from "./lane-pace.ts";

/** Starts as many concurrent messages to one webhook as allowed. */
function startAll(flights: NodeFlights, orgId: string): number {
  const pace = new LanePace(flights, orgId);
  let started = 0;
  while (pace.mayStart()) {
    pace.begin();
    started += 1;
  }
  return started;
}

test("many slow webhooks of one org leave room for those of others", () => {
  const flights = new NodeFlights();
  const ofHostile = Array.from({ length: 30 }, () => startAll(flights, "hostile"));

  const ofQuiet = startAll(flights, "quiet");

  expect(ofHostile.slice(0, 8)).toEqual(Array(8).fill(16));
  expect(ofHostile.slice(8)).toEqual(Array(22).fill(2));
  expect(ofQuiet).toBe(16);
});
