import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../../platform/database/sql.ts";
import { runOnce } from "../../testing/test-database.ts";
import { type TestService, testSecret } from "../../testing/test-service.ts";
import { waitUntil } from "../../testing/wait-until.ts";
import { type GivenAnswer, type ReceivedCall, type Receiver, startReceiver } from "../testing/receiver.ts";
import { bearer, buildHeldTask, type HeldTask, taskIn, taskOf } from "../testing/task-world.ts";
import { callBack, ended, startWorkflowService } from "../testing/workflow-world.ts";

let service: TestService;
let receiver: Receiver;

beforeAll(async () => {
  [service, receiver] = await Promise.all([startWorkflowService(), startReceiver()]);
});

afterAll(async () => {
  await service.stop();
  await receiver.close();
});

/** Simulates that the node running the task died, and that its heartbeat expired. */
async function loseNode(taskId: string): Promise<void> {
  await service.database.db.query(sql`
    update event_workflow_tasks set claimed_by = 'a node that is gone' where id = ${taskId}`);
}

async function claimantOf(taskId: string): Promise<string | null | undefined> {
  const rows = await service.database.db.query<{ claimed_by: string | null }>(sql`
    select claimed_by from event_workflow_tasks where id = ${taskId}`);
  return rows[0]?.claimed_by;
}

/** Holds the next call as well, until the test releases it. */
function holdNextCall(): { letGo(body: object): void; call(): ReceivedCall | undefined } {
  let resolveAnswer: (answer: GivenAnswer) => void = () => {};
  const answer = new Promise<GivenAnswer>((resolve) => {
    resolveAnswer = resolve;
  });
  const callsBefore = receiver.calls.length;
  receiver.answer(() => answer);
  return { letGo: (body) => resolveAnswer({ body }), call: () => receiver.calls[callsBefore] };
}

describe("a task whose node is gone", () => {
  test("is taken over as its next attempt, with the same Idempotency-Key", async () => {
    const held = await buildHeldTask(service, receiver, { task: { async: false } });
    const next = holdNextCall();

    await loseNode(held.id);
    await waitUntil("it is run again", async () => (await taskOf(service, held.id)).attempt === 2);
    next.letGo({ by: "the second" });
    const end = await ended(service, held.processId);
    held.letGo({ body: { by: "the first" } });

    expect(next.call()?.headers).toMatchObject({ "idempotency-key": held.call.headers["idempotency-key"] });
    expect(end).toMatchObject({ status: "completed", taskOutputs: { call: { by: "the second" } } });
    expect(end.tasks[0]).toMatchObject({ attempt: 2, startedOn: expect.any(String) });
  });

  test("keeps the callbacks that came early, and its deadline", async () => {
    const held = await buildHeldTask(service, receiver, { task: { timeoutSeconds: 600 } });
    const next = holdNextCall();
    const before = await taskOf(service, held.id);
    await callBack(service, { taskId: held.id, status: "SUCCESS", output: { early: true } }, bearer(held.token));

    await loseNode(held.id);
    await waitUntil("it is run again", async () => (await taskOf(service, held.id)).attempt === 2);
    const again = await taskOf(service, held.id);
    next.letGo({});
    const end = await ended(service, held.processId);
    held.letGo();

    expect(again.deadline).toBe(before.deadline);
    expect(end).toMatchObject({ status: "completed", taskOutputs: { call: { early: true } } });
  });
});

test("a task that hangs on its node is timed out by another node", async () => {
  const held = await buildHeldTask(service, receiver, { task: { async: false } });
  await service.database.db.query(sql`
    insert into nodes (id, seen_on) values ('a hanging node', now() + interval '1 hour')`);
  await service.database.db.query(sql`
    update event_workflow_tasks set claimed_by = 'a hanging node', deadline = now() - interval '10 s'
    where id = ${held.id}`);

  const end = await ended(service, held.processId);
  held.letGo();

  expect(end).toMatchObject({ status: "failed", failure: { code: "timeout" }, tasks: [{ attempt: 1 }] });
});

describe("a node that was only slow", () => {
  test("cannot end a task that another node has taken over", async () => {
    const held = await buildHeldTask(service, receiver, { task: { async: false } });
    await service.database.db.query(sql`
      insert into nodes (id, seen_on) values ('another node', now() + interval '1 hour')`);
    await service.database.db.query(sql`
      update event_workflow_tasks set claimed_by = 'another node', attempt = attempt + 1 where id = ${held.id}`);
    const before = await taskOf(service, held.id);

    held.letGo({ body: { late: true } });
    await untilNoted(held);

    expect(await taskOf(service, held.id)).toEqual(before);
    expect(before).toMatchObject({ status: "running", output: {}, attempt: 2 });
    expect(await claimantOf(held.id)).toBe("another node");
    await service.call("POST", `/event-workflow-processes/${held.processId}/cancel`);
    await service.database.db.query(sql`delete from nodes where id = 'another node'`);
  });

  test("cannot end its second attempt with the result of its first", async () => {
    const held = await buildHeldTask(service, receiver, { task: { async: false } });
    const next = holdNextCall();
    const claimant = await claimantOf(held.id);
    await loseNode(held.id);
    await waitUntil("it has taken it again", async () => (await claimantOf(held.id)) === claimant);
    const before = await taskOf(service, held.id);

    held.letGo({ body: { late: true } });
    await untilNoted(held);
    const between = await taskOf(service, held.id);
    next.letGo({ second: true });
    const end = await ended(service, held.processId);

    expect(between).toEqual(before);
    expect(end).toMatchObject({
      status: "completed",
      taskOutputs: { call: { second: true } },
      tasks: [{ attempt: 2 }],
    });
  });

  test("stops its second attempt when the process is canceled, even after the first has ended", async () => {
    const held = await buildHeldTask(service, receiver, { task: { async: false } });
    const next = holdNextCall();
    await loseNode(held.id);
    await waitUntil("it is called again", () => next.call() !== undefined);
    held.letGo();
    await untilNoted(held);

    await service.call("POST", `/event-workflow-processes/${held.processId}/cancel`);

    await waitUntil("the call is aborted", () => next.call()?.isAborted === true);
  });

  /** The node handles notifications in order: once it has run another task, it has recorded the earlier result. */
  async function untilNoted({ call }: HeldTask): Promise<void> {
    await waitUntil("the answer has been sent", () => call.isAnswered);
    const other = await buildHeldTask(service, receiver, { task: { async: false } });
    other.letGo();
    await ended(service, other.processId);
  }
});

describe("a surviving node", () => {
  test("runs a task that it claimed unknowingly, even while it still runs an earlier attempt", async () => {
    const held = await buildHeldTask(service, receiver, { task: { async: false } });
    const next = holdNextCall();

    // Simulates that it claimed the task again and never got the response.
    await service.database.db.query(sql`
      update event_workflow_tasks set attempt = attempt + 1 where id = ${held.id}`);
    await waitUntil("it is called again", () => next.call() !== undefined);
    next.letGo({ by: "the third" });
    const end = await ended(service, held.processId);
    held.letGo({ body: { by: "the first" } });

    expect(end).toMatchObject({ status: "completed", taskOutputs: { call: { by: "the third" } } });
    expect(end.tasks[0]).toMatchObject({ attempt: 3 });
  });

  test("records its result once the error has passed, and does not run the task again", async () => {
    const held = await buildHeldTask(service, receiver, { task: { async: false } });
    const repair = await breakEnding(held.id);
    const hasFailed = () => service.logLines.some((line) => line.includes(held.id) && line.includes("planted"));

    held.letGo({ body: { done: "once" } });
    await waitUntil("the end could not be noted", hasFailed);
    await untilLookedAround();
    await repair();
    const end = await ended(service, held.processId);

    expect(end).toMatchObject({
      status: "completed",
      taskOutputs: { call: { done: "once" } },
      tasks: [{ attempt: 1 }],
    });
  });

  /** No task with this id can be completed until it is repaired. */
  async function breakEnding(taskId: string): Promise<() => Promise<void>> {
    const { connectionString } = service.database;
    await runOnce(
      connectionString,
      `create function refuse_end() returns trigger language plpgsql as $$ begin raise 'a planted fault'; end $$;
      create trigger refuse_end before update on event_workflow_tasks for each row
      when (new.id = '${taskId}' and new.status = 'completed') execute function refuse_end()`,
    );
    return () => runOnce(connectionString, "drop trigger refuse_end on event_workflow_tasks; drop function refuse_end");
  }

  /** Waits for the sweep of the org, in which the node also releases the tasks of a dead one. */
  async function untilLookedAround(): Promise<void> {
    const other = await buildHeldTask(service, receiver, { task: { async: false } });
    await loseNode(other.id);
    await waitUntil("it is run again", async () => (await taskOf(service, other.id)).attempt === 2);
    other.letGo();
    await ended(service, other.processId);
  }
});

describe("a killed node", () => {
  let child: ChildProcess | undefined;

  afterAll(() => {
    child?.kill("SIGKILL");
  });

  async function startChild(): Promise<string> {
    const script = fileURLToPath(new URL("../testing/engine-child.ts", import.meta.url));
    const { connectionString } = service.database;
    const args = ["--conditions=source", "--import", "tsx", script, connectionString, testSecret];
    const started = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    child = started;
    const [said] = await once(started.stdout, "data");
    return String(said).trim();
  }

  /** Starts tasks until the other node claims one of them. */
  async function buildTaskOf(nodeId: string): Promise<HeldTask> {
    for (;;) {
      const held = await buildHeldTask(service, receiver);
      if ((await claimantOf(held.id)) === nodeId) {
        return held;
      }
      held.letGo();
      await taskIn(service, held.id, "awaiting");
    }
  }

  test("leaves its task to another node, which runs it again with the same key", async () => {
    const nodeId = await startChild();
    const held = await buildTaskOf(nodeId);
    const next = holdNextCall();

    child?.kill("SIGKILL");
    await waitUntil("the call is aborted", () => held.call.isAborted);
    // A node without a heartbeat for 8 s is removed, as the heartbeat's own tests show.
    await service.database.db.query(sql`delete from nodes where id = ${nodeId}`);
    await waitUntil("it is run again", async () => (await taskOf(service, held.id)).attempt === 2);
    next.letGo({ again: true });
    await taskIn(service, held.id, "awaiting");
    const answer = await callBack(service, { taskId: held.id, status: "SUCCESS" }, bearer(held.token));
    const end = await ended(service, held.processId);

    expect(next.call()?.headers).toMatchObject({ "idempotency-key": held.call.headers["idempotency-key"] });
    expect(answer.status).toBe(200);
    expect(end).toMatchObject({ status: "completed", taskOutputs: { call: { again: true } } });
  });
});
