import type { TestService } from "../../testing/test-service.ts";
import { waitUntil } from "../../testing/wait-until.ts";
import type { GivenAnswer, ReceivedCall, Receiver } from "./receiver.ts";
import { buildWorkflow, start } from "./workflow-world.ts";

/** Untyped: a wrong assumption about a response fails the test. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test checks.
type Json = any;

/** A task as GET returns it. */
export async function taskOf(service: TestService, id: string): Promise<Json> {
  const answer = await service.call("GET", `/event-workflow-tasks/${id}`);
  if (answer.status !== 200) {
    throw new Error(`task: ${answer.status} ${JSON.stringify(answer.body)}`);
  }
  return answer.body;
}

/** Waits until the task is in one of the states. */
export async function taskIn(service: TestService, id: string, ...statuses: readonly string[]): Promise<Json> {
  let task: Json;
  await waitUntil(`the task is ${statuses.join(" or ")}`, async () => {
    task = await taskOf(service, id);
    return statuses.includes(task.status);
  });
  return task;
}

/** The verdicts on the callbacks of a task, oldest first. */
export async function verdictsOf(service: TestService, id: string): Promise<string[]> {
  const { body } = await service.call("GET", `/event-workflow-tasks/${id}/callbacks`);
  return body.results.map(({ status, verdict }: Json) => `${status} ${verdict}`);
}

/** Log lines without their timestamps. */
export function textsOf(lines: readonly string[]): string[] {
  return lines.map((line) => line.replace(/^\S+ /, ""));
}

export function bearer(token: string): Record<string, string> {
  return { authorization: `bearer ${token}` };
}

/** A task whose call the receiver holds without a response. */
export interface HeldTask {
  readonly id: string;
  readonly processId: string;
  readonly call: ReceivedCall;
  /** Valid for this task only; empty for a synchronous task. */
  readonly token: string;
  letGo(answer?: GivenAnswer): void;
}

interface HeldInput {
  /** Members of the task other than its name, action and url. */
  readonly task?: object;
  readonly tasksBehind?: readonly object[];
}

/** Starts a workflow whose first task calls the receiver, which holds the call until the test releases it. */
export async function buildHeldTask(
  service: TestService,
  receiver: Receiver,
  input: HeldInput = {},
): Promise<HeldTask> {
  const { letGo, answer } = createAnswer();
  const callsBefore = receiver.calls.length;
  receiver.answer(() => answer);
  const first = { name: "call", action: "http", async: true, config: { url: `${receiver.url}/held` }, ...input.task };
  const workflow = await buildWorkflow(service, { tasks: [first, ...(input.tasksBehind ?? [])] });
  const { id: processId } = await start(service, workflow);
  await waitUntil("the receiver is called", () => receiver.calls.length > callsBefore);
  const { body } = await service.call("GET", `/event-workflow-processes/${processId}?relations=tasks`);
  const [call] = receiver.calls.slice(callsBefore);
  if (call === undefined) {
    throw new Error("the receiver was not called");
  }
  return { id: body.tasks[0].id, processId, call, token: call.body?.callbackToken ?? "", letGo };
}

function createAnswer() {
  let resolveAnswer: (answer: GivenAnswer) => void = () => {};
  const answer = new Promise<GivenAnswer>((resolve) => {
    resolveAnswer = resolve;
  });
  return { answer, letGo: (given: GivenAnswer = {}) => resolveAnswer(given) };
}
