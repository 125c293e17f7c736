import type { Right } from "@weft/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { all, buildAssortments, membersOf, rows, upload } from "../../loader/testing/loading.ts";
import { buildKey } from "../../testing/builders.ts";
import type { TestService } from "../../testing/test-service.ts";
import { asCaller, inOwnOrg, type OrgService, processesOf } from "../testing/own-org.ts";
import { buildWorkflow, ended, run, shareWorkflowService, start } from "../testing/workflow-world.ts";

/** Untyped: a wrong assumption about a response fails the test. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test checks.
type Json = any;

let node: TestService;
let service: OrgService;

beforeAll(async () => {
  node = await shareWorkflowService();
});

afterAll(() => node.stop());

beforeEach(async () => {
  service = await inOwnOrg(node);
});

const loading = (config: object) => ({ name: "load", action: "load", config: { config } });
const echo = {
  name: "echo",
  action: "script",
  config: { code: "return config;", counts: "{tasks.load.output.counts}" },
};

describe("a load", () => {
  test("is started and awaited, and later tasks read its result", async () => {
    const file = await upload(service, rows("federatedId,label,hex", "R,Red,ff0000", "G,Green,00ff00"));
    const config = {
      fileLocation: "{body.file}",
      loadType: ["COLOR"],
      // Braces here name columns of the file.
      conditionalColumns: [{ toProperty: "name", default: "{label} of {federatedId}" }],
    };
    const workflow = await buildWorkflow(service, {
      triggers: ["manual|load", "color|create"],
      tasks: [loading(config), echo],
    });

    const process = await ended(service, (await start(service, workflow, { body: { file } })).id);

    const { load } = process.taskOutputs;
    const { body: loaded } = await service.call("GET", `/loader-processes/${load.loaderProcessId}`);
    const colors = await all(service, "colors");
    const counts = { color: { created: 2 } };
    expect(process.status).toBe("completed");
    expect(load).toMatchObject({
      loaderProcessId: process.tasks[0].idempotencyKey,
      status: "completed",
      counts,
      errors: 0,
    });
    expect(process.taskOutputs.echo.counts).toEqual(load.counts);
    expect(loaded.status).toBe("completed");
    expect(colors.map(({ name }) => name).sort()).toEqual(["Green of G", "Red of R"]);
    // The rows that it loaded do not start the workflow again.
    expect(await processesOf(service, workflow)).toHaveLength(1);
  });

  test("that fails also fails its task, which says where to look", async () => {
    const fileLocation = await upload(service, rows("federatedId,name,hex", "R,,ff0000"));

    const process = await run(service, { tasks: [loading({ fileLocation, loadType: ["COLOR"] }), echo] });

    const { idempotencyKey } = process.tasks[0];
    expect(process).toMatchObject({ status: "failed", failure: { code: "error", taskName: "load" } });
    expect(process.failure.message).toContain(`The load ${idempotencyKey} has failed`);
    expect(process.tasks[1].status).toBe("skipped");
    expect((await service.call("GET", `/loader-processes/${idempotencyKey}`)).body.status).toBe("failed");
  });

  test.each([
    ["of a file that is not there", { fileLocation: "0123456789abcdef", loadType: ["COLOR"] }, "There is no file"],
    ["that does not say what it loads", { fileLocation: "{file}" }, "loadType is missing"],
    ["of an unknown type", { fileLocation: "{file}", loadType: ["COLOUR"] }, "config.config.loadType"],
    ["without file", { fileLocation: "{nothing}", loadType: ["COLOR"] }, "fileLocation is missing"],
  ])("%s fails at once with a clear message", async (_name, config, words) => {
    const file = await upload(service, rows("federatedId,name,hex", "R,Red,ff0000"));

    const process = await run(service, { tasks: [loading(config)] }, { file });

    expect(process).toMatchObject({ status: "failed", failure: { code: "error" } });
    expect(process.failure.message).toContain(words);
    expect(await all(service, "colors")).toEqual([]);
  });

  test("has the rights of the workflow's owner", async () => {
    const fileLocation = await upload(service, rows("federatedId,name,hex", "R,Red,ff0000"));
    const saving: Right = { verbs: ["read", "create"], typePath: "event-workflow" };
    const inputs: Right[][] = [
      [saving],
      [saving, { verbs: ["read", "create"], typePath: "loader-process" }, { verbs: ["read"], typePath: "file" }],
    ];

    const ends: Json[] = [];
    for (const rights of inputs) {
      const narrow = asCaller(service, await buildKey(node, service.org, { rights }));
      const workflow = await buildWorkflow(narrow, { tasks: [loading({ fileLocation, loadType: ["COLOR"] })] });
      ends.push(await ended(service, (await start(service, workflow)).id));
    }

    expect(ends.map(({ status }) => status)).toEqual(["failed", "failed"]);
    expect(await all(service, "colors")).toEqual([]);
  });
});

describe("a publish", () => {
  const publish = { name: "publish", action: "publish-assortment", config: { assortmentId: "{id}" } };
  const after = {
    name: "after",
    action: "script",
    config: { code: "return config;", change: "{tasks.publish.output.assortmentPublishChangeId}" },
  };

  /** An assortment with an unpublished item. */
  async function buildUnpublished(): Promise<string> {
    const { assortments } = await buildAssortments(service, "SS27", "MEN");
    const { id } = assortments["MEN"];
    const { body: item } = await service.call("POST", "/items", { body: { name: "Parka", federatedId: "P" } });
    const added = await service.call("POST", "/assortment-items", { body: { assortmentId: id, itemId: item.id } });
    expect(added.status).toBe(201);
    return id;
  }

  test("emits the change, and later tasks read it", async () => {
    const id = await buildUnpublished();
    const listener = await buildWorkflow(service, {
      triggers: ["assortment|publish"],
      tasks: [{ name: "wait", action: "external" }],
    });

    const process = await run(service, { tasks: [publish, after] }, { id });

    const { body: history } = await service.call("GET", `/assortments/${id}/history`);
    const { publish: output } = process.taskOutputs;
    const reported = await processesOf(service, listener);
    expect(process.status).toBe("completed");
    expect(await membersOf(service, id)).toEqual(["P"]);
    expect(output).toEqual({ assortmentId: id, isPublished: true, assortmentPublishChangeId: history.results[0].id });
    expect(process.taskOutputs.after.change).toBe(output.assortmentPublishChangeId);
    expect(reported.map(({ triggerEvent }) => triggerEvent.assortmentPublishChangeId)).toEqual([history.results[0].id]);
    expect(history.results[0]).toMatchObject({ adds: 1, source: "workflow" });
  });

  test("without changes does nothing and does not fail", async () => {
    const id = await buildUnpublished();
    await run(service, { tasks: [publish] }, { id });

    const again = await run(service, { tasks: [publish] }, { id });

    expect(again).toMatchObject({
      status: "completed",
      taskOutputs: { publish: { assortmentId: id, isPublished: false } },
    });
  });

  test("of an assortment that is missing, or that the owner may not change, fails with a clear message", async () => {
    const id = await buildUnpublished();
    const key = await buildKey(node, service.org, {
      rights: [
        { verbs: ["read", "create"], typePath: "event-workflow" },
        { verbs: ["read"], typePath: "assortment" },
      ],
    });

    const missing = await run(service, { tasks: [publish] }, { id: "0123456789abcdef" });
    const withoutId = await run(service, { tasks: [publish] });
    const workflow = await buildWorkflow(asCaller(service, key), { tasks: [publish] });
    const forbidden = await ended(service, (await start(service, workflow, { id })).id);

    expect([missing, withoutId, forbidden].map(({ status }) => status)).toEqual(["failed", "failed", "failed"]);
    expect(missing.failure.message).toContain("There is no assortment 0123456789abcdef");
    expect(withoutId.failure.message).toContain("config.assortmentId");
    expect(forbidden.failure.message).toContain("may not update assortment");
  });
});
