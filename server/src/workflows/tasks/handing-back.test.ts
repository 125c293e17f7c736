import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "../../platform/database/sql.ts";
import { buildKey } from "../../testing/builders.ts";
import type { TestService } from "../../testing/test-service.ts";
import { claimed, endLease, renew } from "../testing/claim-world.ts";
import { asCaller, inOwnOrg, type OrgService } from "../testing/own-org.ts";
import { taskIn, taskOf, textsOf } from "../testing/task-world.ts";
import { buildAwaiting, callBack, ended, processIn, shareWorkflowService } from "../testing/workflow-world.ts";

let node: TestService;
let service: OrgService;

beforeAll(async () => {
  node = await shareWorkflowService();
});

afterAll(() => node.stop());

beforeEach(async () => {
  service = await inOwnOrg(node);
});

/** A task that the worker "one" holds. */
async function buildClaimed(task: object = {}) {
  const built = await buildAwaiting(service, { tasks: [{ name: "wait", action: "external", ...task }] });
  await claimed(service, "one", { leaseSeconds: 1800 });
  return built;
}

function release(taskId: string, body: object) {
  return service.call("POST", `/event-workflow-tasks/${taskId}/release`, { body: { workerId: "one", ...body } });
}

function fail(taskId: string, body: object) {
  return service.call("POST", `/event-workflow-tasks/${taskId}/fail`, { body: { workerId: "one", ...body } });
}

/** Lets the time of the release pass. */
async function endRelease(taskId: string): Promise<void> {
  await endLease(service, taskId);
}

describe("a worker that releases a task for later", () => {
  test("says why, and no worker gets the task before that time", async () => {
    const { process, task } = await buildClaimed();

    const released = await release(task.id, { afterSeconds: 60, reason: "The mill is down.", logs: ["asked"] });

    expect(released).toMatchObject({ status: 200, body: { status: "awaiting", subtext: "The mill is down." } });
    expect(released.body).not.toHaveProperty("claim");
    expect(Date.parse(released.body.availableOn) - Date.now()).toBeGreaterThan(50_000);
    expect(textsOf(released.body.logs)).toEqual(["asked", "The mill is down."]);
    expect(await taskOf(service, task.id)).toEqual(released.body);
    expect(await processIn(service, process.id, "awaiting")).toMatchObject({ subtext: "The mill is down." });
    expect(await claimed(service, "one")).toEqual([]);
    expect(await claimed(service, "two")).toEqual([]);
  });

  test("or another worker gets it afterwards, in the same attempt, as often as needed", async () => {
    const { task } = await buildClaimed();

    for (const worker of ["one", "one", "two"]) {
      await release(task.id, { reason: "The mill is down." });
      await endRelease(task.id);
      expect(await claimed(service, worker)).toMatchObject([{ id: task.id, attempt: 1, claim: { workerId: worker } }]);
    }
    expect(await taskOf(service, task.id)).not.toHaveProperty("availableOn");
  });

  test("can still be answered by a callback", async () => {
    const { process, task } = await buildClaimed();
    await release(task.id, { reason: "The mill is down." });

    await callBack(service, { taskId: task.id, status: "SUCCESS" });

    expect((await ended(service, process.id)).status).toBe("completed");
    expect(await taskOf(service, task.id)).not.toHaveProperty("availableOn");
  });

  test("keeps the timeout of the task, and moves its heartbeat behind the release", async () => {
    const { task } = await buildClaimed({ heartbeatSeconds: 100, timeoutSeconds: 5000 });

    const { body } = await release(task.id, { afterSeconds: 600, reason: "The mill is down." });

    const [row] = await node.database.db.query<{ seconds: number }>(sql`
      select extract(epoch from heartbeat_deadline - now())::float8 as seconds from event_workflow_tasks
      where id = ${task.id}`);
    expect(row?.seconds).toBeGreaterThan(650);
    expect(row?.seconds).toBeLessThan(701);
    expect(body.deadline).toBe(task.deadline);
  });

  test.each([
    [{ reason: "x", afterSeconds: 0 }, "#/afterSeconds"],
    [{ reason: "x", afterSeconds: 86_401 }, "#/afterSeconds"],
    [{ afterSeconds: 1 }, "#/reason"],
    [{ reason: "" }, "#/reason"],
    [{ reason: "x".repeat(2001) }, "#/reason"],
    [{ reason: "x", logs: "y".repeat(16 * 1024 + 1) }, "#/logs"],
    [{ reason: "x", after: 5 }, "#/after"],
  ])("%j is rejected, and it keeps the task", async (body, pointer) => {
    const { task } = await buildClaimed();

    const rejected = await release(task.id, body);

    expect(rejected.status).toBe(400);
    expect(rejected.body.errors[0].pointer).toBe(pointer);
    expect((await taskOf(service, task.id)).claim).toMatchObject({ workerId: "one" });
  });

  test("does so even if the logs of the task are full", async () => {
    const { task } = await buildClaimed();
    await node.database.db.query(sql`
      update event_workflow_tasks set log_bytes = ${10 * 1024 * 1024} where id = ${task.id}`);

    const released = await release(task.id, { reason: "The mill is down." });

    expect(released).toMatchObject({ status: 200, body: { subtext: "The mill is down.", logLineCount: 0 } });
  });
});

describe("a failure that a worker reports", () => {
  test("is retried by the policy of the task, and fails it when no retries are left", async () => {
    const { process, task } = await buildClaimed({ retry: { attempts: 1, backoffSeconds: 0 } });

    const first = await fail(task.id, { message: "ECONNREFUSED", logs: "connecting" });
    await taskIn(service, task.id, "awaiting");
    const [again] = await claimed(service, "one", { wait: 10 });
    const second = await fail(task.id, { message: "ECONNRESET" });

    expect(first).toMatchObject({ status: 200, body: { status: "pending", failure: { message: "ECONNREFUSED" } } });
    expect(again).toMatchObject({ id: task.id, attempt: 2, idempotencyKey: task.idempotencyKey });
    expect(second).toMatchObject({ status: 200, body: { status: "failed", attempt: 2 } });
    expect(await ended(service, process.id)).toMatchObject({
      status: "failed",
      failure: { code: "error", message: "ECONNRESET", taskName: "wait" },
    });
    expect(textsOf((await taskOf(service, task.id)).logs)).toEqual(["connecting", "ECONNREFUSED", "ECONNRESET"]);
  });

  test("fails a task without a policy at once; a callback with FAILURE is never retried", async () => {
    const plain = await buildClaimed();
    expect(await fail(plain.task.id, { message: "broken" })).toMatchObject({ body: { status: "failed" } });

    const retried = await buildClaimed({ retry: { attempts: 5 } });
    await callBack(service, { taskId: retried.task.id, status: "FAILURE" });

    expect((await ended(service, retried.process.id)).status).toBe("failed");
  });
});

describe.each([
  ["release", (taskId: string) => release(taskId, { reason: "later" })],
  ["fail", (taskId: string) => fail(taskId, { message: "broken" })],
])("%s", (verb, handBack) => {
  test("needs the last claim of the task: others must stop", async () => {
    const { task } = await buildAwaiting(service);
    const unclaimed = await handBack(task.id);
    await claimed(service, "two");
    const ofOther = await handBack(task.id);
    await callBack(service, { taskId: task.id, status: "SUCCESS" });
    const late = await handBack(task.id);

    expect([unclaimed.status, ofOther.status, late.status]).toEqual([409, 409, 409]);
    expect(ofOther.body.detail).toContain("Another worker holds the lease of the task. Stop working on it.");
    expect(late.body.detail).toContain("it is completed");
  });

  test("is accepted late, while no other worker has the task, and once only", async () => {
    const { task } = await buildClaimed({ retry: { attempts: 3, backoffSeconds: 3600 } });
    await endLease(service, task.id);

    const late = await handBack(task.id);
    const again = await handBack(task.id);
    const renewal = await renew(service, task.id, { workerId: "one", leaseSeconds: 60 });

    expect([late.status, again.status, renewal.status]).toEqual([200, 409, 409]);
  });

  test("needs the rights of a callback", async () => {
    const { task } = await buildClaimed();
    const body = { workerId: "one", ...(verb === "release" ? { reason: "later" } : { message: "broken" }) };
    const path = `/event-workflow-tasks/${task.id}/${verb}`;
    const as = async (key: Parameters<typeof buildKey>[2]) =>
      (await asCaller(service, await buildKey(node, service.org, key)).call("POST", path, { body })).status;

    expect(await as({ rights: [] })).toBe(404);
    expect(await as({ rights: [{ verbs: ["read"], typePath: "event-workflow-task" }] })).toBe(403);
    expect(await as({ preset: "callback" })).toBe(200);
    expect((await service.call("POST", path.replace(task.id, "unknown-unknown-"), { body })).status).toBe(404);
  });
});
