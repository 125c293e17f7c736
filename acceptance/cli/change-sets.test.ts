import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestService, type TestService } from "../../server/src/testing/test-service.ts";
import { keyEnv, runWeft } from "../testing/run-weft.ts";

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service.stop());

const weft = (...args: string[]) => runWeft(args, { env: keyEnv(service) });

test("change sets are listed as one line for each act, reverted and redone", async () => {
  const item = (await service.call("POST", "/items", { body: { name: "Trench", price: 198.95 } })).body;
  await service.call("PUT", `/items/${item.id}`, { body: { price: 189 } });

  const listed = await weft("changes", "sets", "--where", `entityReference=item:${item.id}`);
  const json = await weft("changes", "sets", "--limit", "1", "--json");
  const [set] = JSON.parse(json.stdout).results;
  const planned = await weft("changes", "revert", set.id, "--dry-run");
  const unconfirmed = await weft("changes", "revert", set.id);
  const reverted = await weft("changes", "revert", set.id, "--yes");
  const { price } = (await service.call("GET", `/items/${item.id}`)).body;
  const redone = await weft("changes", "revert", /revert (\S+)$/m.exec(reverted.stdout)?.[1] ?? "", "--yes", "--json");

  expect(listed.stdout.split("\n").slice(0, 3)).toEqual([
    expect.stringMatching(/^LASTCHANGEDON +BY +CHANGES +ENTITIES +PROPERTIES +ID/),
    expect.stringMatching(/1 updated +Trench +price 198\.95 → 189/),
    expect.stringMatching(/1 created +Trench/),
  ]);
  expect(planned.stdout).toBe("Would revert 1 entity; kept 0.\n");
  expect(unconfirmed.code).toBe(2);
  expect(reverted.stdout).toContain("Reverted 1 entity; kept 0.\n");
  expect(price).toBe(198.95);
  expect(JSON.parse(redone.stdout)).toMatchObject({ revertedCount: 1, keptCount: 0 });
});

test("a deleted entity is restored, and an existing one is set back", async () => {
  const item = (await service.call("POST", "/items", { body: { name: "Parka", price: 7 } })).body;
  const [{ id: cursor }] = (await service.call("GET", "/change-history?limit=1")).body.results;
  await service.call("PUT", `/items/${item.id}`, { body: { price: 8, name: "Coat" } });
  await service.call("DELETE", `/items/${item.id}`);

  const restored = await weft("items", "restore", item.id, "--json");
  const back = await weft("items", "restore", item.id, "--as-of", cursor, "--property", "price", "--json");
  const unknown = await weft("items", "restore", "unknown");

  expect(JSON.parse(restored.stdout)).toMatchObject({ id: item.id, name: "Coat", price: 8 });
  expect(JSON.parse(back.stdout)).toMatchObject({ name: "Coat", price: 7 });
  expect(unknown.code).toBe(3);
});
