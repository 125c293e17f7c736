import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildKey, buildOrg } from "../../server/src/testing/builders.ts";
import { startTestService, type TestService } from "../../server/src/testing/test-service.ts";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { keyEnv, runWeft, type WeftRun } from "../testing/run-weft.ts";

let service: TestService;
let filled: WeftRun;

beforeAll(async () => {
  service = await startTestService();
  filled = await weft(["demo"]);
}, 200_000);

afterAll(() => service.stop());

function weft(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<WeftRun> {
  return runWeft(args, { env: { ...keyEnv(service), ...env }, timeoutMs: 150_000 });
}

async function get(path: string) {
  const { status, body } = await service.call("GET", path);
  expect(status, path).toBe(200);
  return body;
}

async function count(plural: string, criteria: object = {}): Promise<number> {
  return (await get(`/${plural}?limit=1&includeTotal=true&criteria=${encodeURIComponent(JSON.stringify(criteria))}`))
    .total;
}

describe("an empty organization", () => {
  test("is filled, with a summary", () => {
    expect(filled.code).toBe(0);
    expect(filled.stdout).toMatch(/^Filled demo in [\d.]+ s:\n +300 styles\n +1,500 options\n +60 colors\n/);
    expect(filled.stderr).toMatch(/^Loading: /m);
  });

  test("has styles, options, colors, seasons and everything else", async () => {
    const counts = {
      families: await count("items", { role: "family" }),
      options: await count("items", { role: "option" }),
      colors: await count("colors"),
      projects: await count("projects"),
      workspaces: await count("workspaces"),
      sizes: await count("size-range-templates"),
      suppliers: await count("custom-entities", { typePath: "custom-entity:supplier" }),
      projectItems: await count("project-items"),
      assortments: await count("assortments"),
      webhooks: await count("webhooks"),
    };

    expect(counts).toEqual({
      ...{ families: 300, options: 1500, colors: 60, projects: 2, workspaces: 6, sizes: 9, suppliers: 18 },
      ...{ projectItems: 2028, assortments: 10, webhooks: 0 },
    });
  });

  test("has loads without a single warning", async () => {
    const { results } = await get("/loader-processes");

    expect(results.map(({ status, warnings, errors }: Record<string, unknown>) => [status, warnings, errors])).toEqual(
      Array.from({ length: 3 }, () => ["completed", 0, 0]),
    );
  });

  test("has a style with all its dependents", async () => {
    const style = await get("/items/federated/WEFT-1001");
    const option = (
      await get(
        `/items?limit=1&relations=color,sizeRun&criteria=${encodeURIComponent(JSON.stringify({ itemFamilyId: style.id, role: "option" }))}`,
      )
    ).results[0];

    expect(style).toMatchObject({ category: expect.any(String), composition: expect.any(String), status: "draft" });
    expect(style.margin).toBe(Math.round(100 - (style.costPrice / style.retailPrice) * 100));
    expect(Object.keys(option).sort()).toEqual(expect.arrayContaining(["ean", "optionName", "retailPrice", "sizes"]));
    expect(option["Line"]).toBeUndefined();
  });

  test("has a picture of each option in its color; a style shows the one of its first", async () => {
    const withoutPicture = await count("items", { picture: { exists: false } });
    const style = await get("/items/federated/WEFT-1001");
    const criteria = encodeURIComponent(JSON.stringify({ itemFamilyId: style.id, role: "option" }));
    const { results: options } = await get(`/items?relations=color&criteria=${criteria}`);
    const files = await Promise.all(options.map(({ picture }: { picture: string }) => get(`/files/${picture}`)));

    expect(withoutPicture).toBe(0);
    expect(options.map(({ picture }: { picture: string }) => picture)).toContain(style.picture);
    expect(new Set(files.map(({ fileName }) => fileName)).size).toBe(options.length);
    expect(files[0]).toMatchObject({ contentType: "image/png", fileName: expect.stringMatching(/^[a-z-]+\.png$/) });
  });

  test("has a history: reduced prices, a dropped style, and publishes", async () => {
    const reduced = await get(
      `/change-history?criteria=${encodeURIComponent(JSON.stringify({ changed: "retailPrice", action: "update" }))}&limit=1000`,
    );
    const assortment = await get("/assortments/federated/demo-ss27-core");
    const capsule = await get("/assortments/federated/demo-aw26-capsule");
    const all = await get("/assortments/federated/demo-ss27-all");
    const histories = await Promise.all(
      ["core", "fashion", "online"].map(async (key) => {
        const { id } = await get(`/assortments/federated/demo-ss27-${key}`);
        return (await get(`/assortments/${id}/history`)).results;
      }),
    );

    const families = new Set(reduced.results.map(({ changeSetId }: { changeSetId: string }) => changeSetId));
    expect(families.size).toBe(12);
    expect(reduced.results.every(({ source }: { source: string }) => source === "cli")).toBe(true);
    expect(await count("items", { status: "dropped", role: "family" })).toBe(1);
    expect(histories.flat().some(({ deletes }: { deletes: number }) => deletes > 0)).toBe(true);
    expect(capsule.summary.itemCount).toBeGreaterThan(20);
    expect(all.summary.itemCount).toBeGreaterThan(assortment.summary.itemCount);
  });

  test("has tasks waiting for a callback", async () => {
    const awaiting = `/event-workflow-tasks?criteria=${encodeURIComponent('{"status":"awaiting"}')}`;
    // The command waits a limited time for them, which a busy machine may exceed.
    await waitUntil("four tasks wait", async () => (await get(awaiting)).results.length >= 4);

    const { results } = await get(awaiting);

    expect(results).toHaveLength(4);
    expect(results[0]).toMatchObject({ name: "Quote", input: { style: expect.stringMatching(/^WEFT-1\d{3}$/) } });
  });

  test("can be explored with the commands that it prints", async () => {
    const commands = filled.stdout.split("\n").flatMap((line) => /^ {2}weft (.*)$/.exec(line)?.[1] ?? []);

    const runs = await Promise.all(commands.map((command) => weft([...command.split(" "), "--json"])));

    expect(commands).toHaveLength(3);
    for (const { code, stdout } of runs) {
      expect(code).toBe(0);
      expect(JSON.parse(stdout).results.length).toBeGreaterThan(3);
    }
  });
});

describe("a second run", () => {
  test("is rejected without --force, also by the check", async () => {
    const refused = await weft(["demo"]);
    const checked = await weft(["demo", "--check"]);

    expect([refused.code, checked.code]).toEqual([5, 5]);
    expect(refused.stderr).toMatch(/^weft: demo already has 1,800 items: .*\n +weft demo --force /);
  });

  test("with --force, or its former name --again, changes nothing", async () => {
    const { coveredUntil } = await get("/change-history?after=now");
    const loads = await count("loader-processes");
    const processes = await count("event-workflow-processes");

    const again = await weft(["demo", "--force", "--json"]);
    const formerly = await weft(["demo", "--again", "--json"]);

    expect(formerly.code).toBe(0);
    expect(JSON.parse(again.stdout)).toMatchObject({
      org: "demo",
      counts: { styles: 300, options: 1500, awaitingTasks: 4 },
    });
    expect((await get(`/change-history?after=${coveredUntil}`)).results).toEqual([]);
    expect(await count("loader-processes")).toBe(loads);
    expect(await count("event-workflow-processes")).toBe(processes);
  });
});

describe("another organization", () => {
  test("is not changed without --force, and conflicting types are kept", async () => {
    const org = await buildOrg(service, "foreign");
    const { apiKey, headers } = await buildKey(service, org);
    const env = { WEFT_API_KEY: apiKey, WEFT_ORG: "foreign" };
    const label = "Ours";
    await service.call("POST", "/entity-types", { headers, body: { typePath: "item:product", label } });
    await service.call("POST", "/items", { headers, body: { name: "Ours", typePath: "item:product" } });

    const refused = await weft(["demo"], env);
    const again = await weft(["demo", "--force"], env);
    const { body: items } = await service.call("GET", "/items", { headers });
    const { body: type } = await service.call("GET", "/entity-types/item:product", { headers });
    const { body: sets } = await service.call("GET", "/option-sets", { headers });

    expect(refused.code).toBe(5);
    expect(refused.stderr).toContain("foreign already has 1 item");
    expect(again.code).toBe(5);
    expect(again.stderr).toContain("The organization already defines item:product differently from the demo data.");
    expect(items.results).toHaveLength(1);
    expect(type).toMatchObject({ label, properties: [] });
    expect(sets.results).toEqual([]);
  });

  test("is reported as empty, and missing permissions are reported", async () => {
    const org = await buildOrg(service, "empty");
    const { apiKey } = await buildKey(service, org, { preset: "read-only" });
    const env = { WEFT_API_KEY: apiKey, WEFT_ORG: "empty" };

    const checked = await weft(["demo", "--org-check"], env);
    const refused = await weft(["demo"], env);

    expect(checked).toMatchObject({ code: 0, stdout: "empty has 0 items: weft demo can fill it.\n" });
    expect(refused.code).toBe(4);
  });
});

test("the result of a waiting task is stored on its style", async () => {
  const { results } = await get(`/event-workflow-tasks?criteria=${encodeURIComponent('{"status":"awaiting"}')}`);
  const [{ id: taskId, processId, input }] = results;

  await service.call("POST", "/external-events/callback/", {
    body: { taskId, status: "SUCCESS", output: { cost: 12.34 } },
  });
  const { status } = await get(`/event-workflow-processes/${processId}?wait=30`);

  expect(status).toBe("completed");
  expect(await get(`/items/federated/${input.style}`)).toMatchObject({ costPrice: 12.34, status: "approved" });
});
