import type { TestAnswer, TestService } from "../../testing/test-service.ts";
import { shareTestService, startTestService } from "../../testing/test-service.ts";
import { waitUntil } from "../../testing/wait-until.ts";

/** Untyped: a wrong assumption about a response fails the test. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test checks.
type Json = any;

/** An org on the shared node that may call receivers on this machine. */
export function shareWorkflowService(): Promise<TestService> {
  return shareTestService(outboundSettings);
}

const outboundSettings = { WEFT_OUTBOUND_ALLOW: "127.0.0.1/32" };

/** A node that may call receivers on this machine. */
export function startWorkflowService(settings: Readonly<Record<string, string>> = {}, beside?: TestService) {
  return startTestService({ ...outboundSettings, ...settings }, beside);
}

let number = 0;

/** Saves a workflow with a manual trigger, unless the input says otherwise. */
export async function buildWorkflow(service: TestService, input: object): Promise<Json> {
  number += 1;
  const body = { name: `Workflow ${number}`, triggers: [`manual|${number}`], ...input };
  const answer = await service.call("POST", "/event-workflows", { body });
  if (answer.status !== 201) {
    throw new Error(`workflow: ${answer.status} ${JSON.stringify(answer.body)}`);
  }
  return answer.body;
}

/** Starts a workflow by the first of its keys and returns its process. */
export async function start(service: TestService, workflow: Json, event: object = {}): Promise<Json> {
  const body = { triggerKey: workflow.triggers[0], event, eventWorkflowId: workflow.id };
  const answer = await service.call("POST", "/event-workflow-requests", { body });
  if (answer.status !== 201) {
    throw new Error(`start: ${answer.status} ${JSON.stringify(answer.body)}`);
  }
  return answer.body.results[0];
}

/** Waits until the process is in one of the states, and returns it with its tasks. */
export function processIn(service: TestService, id: string, ...statuses: readonly string[]): Promise<Json> {
  return readUntil(service, `/event-workflow-processes/${id}?relations=tasks`, statuses);
}

/** Waits until the process has ended, and returns it with its tasks. */
export function ended(service: TestService, id: string): Promise<Json> {
  // The service responds when the process has ended: repeated requests would cost more.
  return readUntil(service, `/event-workflow-processes/${id}?relations=tasks&wait=5`, endStatuses);
}

const endStatuses = ["completed", "failed", "canceled"];

async function readUntil(service: TestService, path: string, statuses: readonly string[]): Promise<Json> {
  let process: Json;
  await waitUntil(`the process is ${statuses.join(" or ")}`, async () => {
    process = (await service.call("GET", path)).body;
    return statuses.includes(process.status);
  });
  return process;
}

/** Saves and starts a workflow, and returns its ended process. */
export async function run(service: TestService, input: object, event: object = {}): Promise<Json> {
  const { id } = await start(service, await buildWorkflow(service, input), event);
  return ended(service, id);
}

/** A process that awaits the callback of its first task, and that task. */
export async function buildAwaiting(service: TestService, input: object = {}): Promise<{ process: Json; task: Json }> {
  const tasks = [{ name: "wait", action: "external" }];
  const { id } = await start(service, await buildWorkflow(service, { tasks, ...input }));
  const process = await processIn(service, id, "awaiting");
  return { process, task: process.tasks.find(({ status }: Json) => status === "awaiting") };
}

export function callBack(service: TestService, body: object, headers?: Record<string, string>): Promise<TestAnswer> {
  return service.call("POST", "/external-events/callback/", { body, ...(headers === undefined ? {} : { headers }) });
}
