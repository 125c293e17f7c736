import { statisticsOperations } from "@weft/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { errorsOf, problem } from "../access/testing/problem.ts";
import { shareTestService, type TestService } from "../testing/test-service.ts";
import { buildStatisticsWorld, type StatisticsWorld } from "./testing/statistics-world.ts";

let service: TestService;
let world: StatisticsWorld;

beforeAll(async () => {
  service = await shareTestService();
  world = await buildStatisticsWorld(service, "Asia/Kolkata");
});

afterAll(() => service.stop());

describe.each(Object.keys(statisticsOperations))("/statistics/%s", (name) => {
  test("returns 200 with the range, in the organization's time zone unless another is requested", async () => {
    const query = { from: "2026-03-01", to: "2026-03-03" };

    const answer = await world.chart(name, query);
    const elsewhere = await world.chart(name, { ...query, timeZone: "UTC", by: "day" });

    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      from: "2026-02-28T18:30:00.000Z",
      to: "2026-03-02T18:30:00.000Z",
      by: "hour",
      timeZone: "Asia/Kolkata",
    });
    expect(elsewhere.body).toMatchObject({ from: "2026-03-01T00:00:00.000Z", by: "day", timeZone: "UTC" });
  });

  test("returns 401 without a credential", async () => {
    expect(await service.call("GET", `/statistics/${name}`, { headers: {} })).toMatchObject(problem("unauthenticated"));
  });

  test.each([
    ["from", { from: "yesterday" }],
    ["from", { from: "2026-02-30" }],
    ["to", { to: "2026-03-01T10:00" }],
    ["to", { from: "2026-03-02", to: "2026-03-01" }],
    ["by", { by: "minute" }],
    ["by", { from: "2020-01-01", to: "2026-01-01", by: "hour" }],
    ["timeZone", { timeZone: "Europe/Atlantis" }],
    ["until", { until: "2026-03-01" }],
  ])("returns 400 for %s in %o", async (parameter, query) => {
    const answer = await world.chart(name, query);

    expect(answer).toMatchObject(problem("invalid-request"));
    expect(errorsOf(answer).join()).toContain(parameter);
  });
});

test("too many points are rejected with a suggested interval", async () => {
  const { body } = await world.chart("changes", { from: "2020-01-01", to: "2026-01-01", by: "hour" });

  expect(body.detail).toBe(
    "A chart can have at most 1000 points; by=hour would have more. Use by=week or a shorter range.",
  );
});
