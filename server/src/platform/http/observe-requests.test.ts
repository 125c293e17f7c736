import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestService, type TestService } from "../../testing/test-service.ts";

let sampled: TestService;
let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  sampled = await startTestService({ LOG_SAMPLE_RATE: "0" }, service);
});

afterAll(async () => {
  await sampled.stop();
  await service.stop();
});

/** The lines of requests that the calls have caused. The line of a later call shows that all of them are written. */
async function linesOf(node: TestService, calls: () => Promise<unknown>): Promise<object[]> {
  const before = node.logLines.length;
  await calls();
  await node.call("GET", "/nowhere");
  await expect.poll(() => node.logLines.slice(before).join("")).toContain("/api/nowhere");
  const lines = node.logLines.slice(before).map((line) => JSON.parse(line));
  return lines.filter(({ msg, path }) => msg === "request" && path !== "/api/nowhere");
}

test.each(["/health/live", "/health/ready", "/health/ready/", "/metrics"])("%s has none", async (path) => {
  const lines = await linesOf(service, () => fetch(service.address + path));

  expect(lines).toEqual([]);
});

test("with a sample rate of 0 only failed calls have one", async () => {
  const lines = await linesOf(sampled, async () => {
    await sampled.call("GET", "/whoami");
    await sampled.call("GET", "/items/AP6U2ixwAP6U2ixw");
  });

  expect(lines).toMatchObject([{ path: "/api/items/AP6U2ixwAP6U2ixw", status: 404 }]);
});
