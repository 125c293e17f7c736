import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildKey } from "../../testing/builders.ts";
import type { TestService } from "../../testing/test-service.ts";
import { waitUntil } from "../../testing/wait-until.ts";
import { claimed, endLease, nearHeartbeatTimeout, renew } from "../testing/claim-world.ts";
import { inOwnOrg, type OrgService } from "../testing/own-org.ts";
import { type Receiver, startReceiver } from "../testing/receiver.ts";
import { bearer, buildHeldTask, taskIn, taskOf } from "../testing/task-world.ts";
import { buildAwaiting, callBack, ended, shareWorkflowService } from "../testing/workflow-world.ts";

let node: TestService;
let receiver: Receiver;
let service: OrgService;

beforeAll(async () => {
  [node, receiver] = await Promise.all([shareWorkflowService(), startReceiver()]);
});

afterAll(async () => {
  await node.stop();
  await receiver.close();
});

beforeEach(async () => {
  service = await inOwnOrg(node);
});

async function buildClaimed(workerId: string) {
  const { process, task } = await buildAwaiting(service);
  await claimed(service, workerId, { leaseSeconds: 1800 });
  return { process, task };
}

describe("the worker that holds a task", () => {
  test("extends or shortens its lease, counted from now", async () => {
    const { task } = await buildClaimed("one");

    const longer = await renew(service, task.id, { workerId: "one", leaseSeconds: 3600 });
    const shorter = await renew(service, task.id, { workerId: "one", leaseSeconds: 60 });

    const leftSeconds = [longer, shorter].map(({ body }) => (Date.parse(body.claim.leasedUntil) - Date.now()) / 1000);
    expect(leftSeconds[0]).toBeGreaterThan(3500);
    expect(leftSeconds[1]).toBeLessThan(61);
    expect(shorter).toMatchObject({ status: 200, body: { id: task.id, claim: { workerId: "one" } } });
    expect(shorter.headers.get("etag")).toBe(`"${shorter.body.version}"`);
    expect(await taskOf(service, task.id)).toEqual(shorter.body);
    expect(await claimed(service, "two")).toEqual([]);
  });

  test("releases it any number of times, and another worker can claim it at once", async () => {
    const { task } = await buildClaimed("one");

    const back = await renew(service, task.id, { workerId: "one", leaseSeconds: 0 });
    const again = await renew(service, task.id, { workerId: "one", leaseSeconds: 0 });
    const given = await claimed(service, "two");

    expect([back.status, again.status]).toEqual([200, 200]);
    expect(back.body).not.toHaveProperty("claim");
    expect(given).toMatchObject([{ id: task.id, claim: { workerId: "two" } }]);
  });

  test("may renew late if no other worker has claimed it", async () => {
    const { task } = await buildClaimed("one");
    await endLease(service, task.id);

    const late = await renew(service, task.id, { workerId: "one", leaseSeconds: 60 });

    expect(late).toMatchObject({ status: 200, body: { claim: { workerId: "one" } } });
    expect(await claimed(service, "two")).toEqual([]);
  });

  test("does not send a heartbeat by renewing", async () => {
    const tasks = [{ name: "wait", action: "external", heartbeatSeconds: 3600 }];
    const { process, task } = await buildAwaiting(service, { tasks });
    await claimed(service, "one");

    await nearHeartbeatTimeout(service, task.id);
    await waitUntil("it times out", async () => {
      const { status } = await renew(service, task.id, { workerId: "one", leaseSeconds: 60 });
      return status === 409;
    });

    expect(await ended(service, process.id)).toMatchObject({ status: "failed", failure: { code: "timeout" } });
  });
});

describe("a renewal is rejected with a reason", () => {
  async function refusedDetail(taskId: string, leaseSeconds = 60): Promise<string> {
    const { status, body } = await renew(service, taskId, { workerId: "one", leaseSeconds });
    expect([status, body.code]).toEqual([409, "conflict"]);
    return body.detail;
  }

  test("while another worker holds the task, also for a release", async () => {
    const { task } = await buildClaimed("one");
    await endLease(service, task.id);
    const [given] = await claimed(service, "two");

    const details = [await refusedDetail(task.id), await refusedDetail(task.id, 0)];

    expect(details).toEqual(Array(2).fill("Another worker holds the lease of the task. Stop working on it."));
    expect(await taskOf(service, task.id)).toEqual(given);
  });

  test("after the lease of another worker has expired as well", async () => {
    const { task } = await buildClaimed("two");
    await endLease(service, task.id);

    expect(await refusedDetail(task.id)).toContain("This worker does not hold the lease of the task. Claim it");
  });

  test("if the task was never claimed", async () => {
    const { task } = await buildAwaiting(service);

    expect(await refusedDetail(task.id)).toContain("This worker does not hold the lease of the task. Claim it");
  });

  test("if the task has ended", async () => {
    const { task } = await buildClaimed("one");
    await callBack(service, { taskId: task.id, status: "SUCCESS" });

    expect(await refusedDetail(task.id)).toBe(
      "The task does not wait for a callback: it is completed. Stop working on it.",
    );
  });

  test("if the task has been run again since", async () => {
    const { task } = await buildClaimed("one");
    await callBack(service, { taskId: task.id, status: "FAILURE" });
    await service.call("POST", `/event-workflow-tasks/${task.id}/retry`);
    await taskIn(service, task.id, "awaiting");

    expect(await refusedDetail(task.id)).toContain("This worker does not hold the lease of the task. Claim it");
  });
});

test("of simultaneous renewals and claims exactly one holds the task, and the others are rejected", async () => {
  const { task } = await buildClaimed("worker 0");
  await endLease(service, task.id);
  const workers = Array.from({ length: 10 }, (_, number) => `worker ${number}`);

  await Promise.all(workers.map((workerId) => claimed(service, workerId)));
  const answers = await Promise.all(workers.map((workerId) => renew(service, task.id, { workerId, leaseSeconds: 60 })));

  const { claim } = await taskOf(service, task.id);
  const statuses = answers.map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, ...Array(9).fill(409)]);
  expect(workers[statuses.indexOf(200)]).toBe(claim.workerId);
});

describe("renewals are rejected", () => {
  test.each<[string, string, object]>([
    ["without a worker", "#/workerId", { leaseSeconds: 60 }],
    ["without a time", "#/leaseSeconds", { workerId: "one" }],
    ["for a time before now", "#/leaseSeconds", { workerId: "one", leaseSeconds: -1 }],
    ["for too long a time", "#/leaseSeconds", { workerId: "one", leaseSeconds: 3601 }],
    ["with an unknown member", "#/limit", { workerId: "one", leaseSeconds: 60, limit: 1 }],
  ])("%s", async (_, pointer, body) => {
    const { task } = await buildClaimed("one");

    const answer = await renew(service, task.id, body);

    expect(answer).toMatchObject({ status: 400, body: { code: "invalid-request", errors: [{ pointer }] } });
  });

  test("from callers who may not call back, and for a task that does not exist", async () => {
    const { task } = await buildClaimed("one");
    const before = await taskOf(service, task.id);
    const reader = await buildKey(node, service.org, { preset: "read-only" });
    const stranger = await inOwnOrg(node);
    const body = { workerId: "one", leaseSeconds: 0 };

    const answers = [
      await renew(service, task.id, body, reader.headers),
      await renew(stranger, task.id, body),
      await renew(service, "AAAAAAAAAAAAAAAA", body),
      await renew(node, task.id, body, {}),
    ];

    const codes = answers.map(({ status, body: problem }) => [status, problem.code]);
    expect(codes).toEqual([
      [403, "forbidden"],
      [404, "not-found"],
      [404, "not-found"],
      [401, "unauthenticated"],
    ]);
    expect(await taskOf(service, task.id)).toEqual(before);
  });

  test("from a token for another task", async () => {
    const held = await buildHeldTask(service, receiver);
    held.letGo();
    await taskIn(service, held.id, "awaiting");
    await claimed(service, "one", { action: "http" });
    const { task } = await buildClaimed("one");
    const body = { workerId: "one", leaseSeconds: 60 };

    const own = await renew(node, held.id, body, bearer(held.token));
    const other = await renew(node, task.id, body, bearer(held.token));

    expect([own.status, other.status]).toEqual([200, 404]);
  });
});
