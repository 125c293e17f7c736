import { sql } from "../../platform/database/sql.ts";
import type { TestAnswer, TestService } from "../../testing/test-service.ts";
import { waitUntil } from "../../testing/wait-until.ts";
import { buildWorkflow } from "./workflow-world.ts";

/** Untyped: a wrong assumption about a response fails the test. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test checks.
type Json = any;

export function claim(service: TestService, body: object, headers?: Record<string, string>): Promise<TestAnswer> {
  return service.call("POST", "/event-workflow-tasks/claims", { body, ...(headers === undefined ? {} : { headers }) });
}

/** The tasks that a claim of the worker returns. */
export async function claimed(service: TestService, workerId: string, input: object = {}): Promise<Json[]> {
  const { status, body } = await claim(service, { workerId, ...input });
  if (status !== 200) {
    throw new Error(`claim: ${status} ${JSON.stringify(body)}`);
  }
  return body.results;
}

export function renew(
  service: TestService,
  taskId: string,
  body: object,
  headers?: Record<string, string>,
): Promise<TestAnswer> {
  const path = `/event-workflow-tasks/${taskId}/claim`;
  return service.call("PUT", path, { body, ...(headers === undefined ? {} : { headers }) });
}

/** Expires the lease of the task. */
export async function endLease(service: TestService, taskId: string): Promise<void> {
  await service.database.db.query(sql`
    update event_workflow_tasks set leased_until = now() - interval '1 second' where id = ${taskId}`);
}

/** Moves the task past its timeout. */
export async function endTime(service: TestService, taskId: string): Promise<void> {
  await service.database.db.query(sql`
    update event_workflow_tasks set deadline = now() where id = ${taskId}`);
}

/** Leaves one second until the heartbeat timeout of the task. */
export async function nearHeartbeatTimeout(service: TestService, taskId: string): Promise<void> {
  await service.database.db.query(sql`
    update event_workflow_tasks set heartbeat_deadline = now() + interval '1 second' where id = ${taskId}`);
}

/** Awaiting tasks in an org without other awaiting tasks, oldest first. */
export async function buildAwaitingTasks(service: TestService, count: number): Promise<string[]> {
  const workflowsMax = 10;
  const triggers = [`manual|${count} tasks`];
  const tasks = [{ name: "wait", action: "external" }];
  const workflows = Math.min(workflowsMax, count);
  for (let number = 0; number < workflows; number += 1) {
    await buildWorkflow(service, { triggers, tasks, maxConcurrentProcesses: count });
  }
  const body = { triggerKey: triggers[0], event: {} };
  for (let started = 0; started < count; started += workflows) {
    await service.call("POST", "/event-workflow-requests", { body });
  }
  return awaitingTasks(service, count);
}

async function awaitingTasks(service: TestService, count: number): Promise<string[]> {
  const criteria = encodeURIComponent(JSON.stringify({ status: "awaiting" }));
  let ids: string[] = [];
  await waitUntil(`${count} tasks wait`, async () => {
    const { body } = await service.call("GET", `/event-workflow-tasks?limit=1000&criteria=${criteria}`);
    ids = body.results.map(({ id }: Json) => id);
    return ids.length === count;
  });
  return ids;
}
