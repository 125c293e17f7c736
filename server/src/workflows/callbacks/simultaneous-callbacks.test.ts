import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestAnswer, TestService } from "../../testing/test-service.ts";
import { beginTorture } from "../../testing/torture.ts";
import { type Receiver, startReceiver } from "../testing/receiver.ts";
import { buildHeldTask, taskOf, textsOf, verdictsOf } from "../testing/task-world.ts";
import { buildAwaiting, callBack, ended, startWorkflowService } from "../testing/workflow-world.ts";

const torture = beginTorture("simultaneous callbacks");
const rounds = torture.times(1);

let nodes: readonly [TestService, TestService];
let receiver: Receiver;

beforeAll(async () => {
  const first = await startWorkflowService();
  const second = await startWorkflowService({}, first);
  nodes = [first, second];
  receiver = await startReceiver();
});

afterAll(async () => {
  const [first, second] = nodes;
  await second.stop();
  await first.stop();
  await receiver.close();
});

const statuses = ["SUCCESS", "FAILURE"];

/**
 * Sends a hundred at once, half per status, half per node, in random order. Responses are in the order of their
 * numbers.
 */
async function callBackAtOnce(taskId: string): Promise<TestAnswer[]> {
  const numbers = torture.shuffle(Array.from({ length: 100 }, (_, number) => number));
  const calls = numbers.map(async (number) => {
    const [first, second] = nodes;
    const status = statuses[number % 2];
    const body = { taskId, status, logs: [`line of ${number}`, `more of ${number}`], output: { number } };
    return { number, answer: await callBack(number % 4 < 2 ? first : second, body) };
  });
  return (await Promise.all(calls)).toSorted((a, b) => a.number - b.number).map(({ answer }) => answer);
}

/** The status that won: all callbacks with that status have its receipt, all others are rejected. */
function winnerOf(answers: readonly TestAnswer[]): string {
  const taken = answers.filter(({ status }) => status === 200 || status === 202);
  const [winner] = taken.map(({ body }) => body.status);
  const expected = answers.map((_, number) => (statuses[number % 2] === winner ? taken[0]?.status : 409));
  expect(answers.map(({ status }) => status)).toEqual(expected);
  expect(new Set(taken.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  return winner;
}

test("of a hundred simultaneous callbacks for one task exactly one wins", {
  timeout: torture.times(20_000),
}, async () => {
  for (let round = 0; round < rounds; round++) {
    const [service] = nodes;
    const { process, task } = await buildAwaiting(service, {
      tasks: [
        { name: "wait", action: "external" },
        { name: "behind", action: "script", config: { code: "return {};" } },
      ],
    });

    const answers = await callBackAtOnce(task.id);
    const end = await ended(service, process.id);

    const winner = winnerOf(answers);
    const { number } = end.tasks[0].output;
    expect(end.status).toBe(winner === "SUCCESS" ? "completed" : "failed");
    expect(end.tasks[1]).toMatchObject(
      winner === "SUCCESS" ? { status: "completed", attempt: 1 } : { status: "skipped", attempt: 0 },
    );
    expect(statuses[number % 2]).toBe(winner);
    expect(textsOf((await taskOf(service, task.id)).logs)).toEqual([`line of ${number}`, `more of ${number}`]);
    const verdicts = await verdictsOf(service, task.id);
    expect(verdicts).toHaveLength(100);
    expect(verdicts.filter((verdict) => verdict === `${winner} applied`)).toHaveLength(1);
    expect(verdicts.filter((verdict) => verdict === `${winner} repeated`)).toHaveLength(49);
    expect(verdicts.filter((verdict) => verdict.endsWith("refused"))).toHaveLength(50);
  }
  torture.verdict(`rounds: ${rounds}; of 100 at once for a task that waits exactly one won`);
});

test("of a hundred simultaneous early callbacks exactly one wins", {
  timeout: torture.times(20_000),
}, async () => {
  for (let round = 0; round < rounds; round++) {
    const [service] = nodes;
    const { id, processId, letGo } = await buildHeldTask(service, receiver);

    const answers = await callBackAtOnce(id);
    letGo();
    const end = await ended(service, processId);

    const winner = winnerOf(answers);
    const { number } = end.tasks[0].output;
    expect(end.status).toBe(winner === "SUCCESS" ? "completed" : "failed");
    expect(statuses[number % 2]).toBe(winner);
    expect(textsOf(end.tasks[0].logs)).toEqual([`line of ${number}`, `more of ${number}`]);
  }
  torture.verdict(`rounds: ${rounds}; of 100 at once that came early exactly one won`);
});

test("callbacks that arrive while their task begins to wait are neither lost nor applied twice", {
  timeout: torture.times(20_000),
}, async () => {
  for (let round = 0; round < rounds; round++) {
    const [service] = nodes;
    const { id, processId, letGo } = await buildHeldTask(service, receiver);

    const calling = callBackAtOnce(id);
    letGo();
    const answers = await calling;
    const end = await ended(service, processId);

    const taken = answers.filter(({ status }) => status === 200 || status === 202);
    const { number } = end.tasks[0].output;
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(50);
    expect(taken).toHaveLength(50);
    expect(new Set(taken.map(({ body }) => `${body.status} ${body.receivedOn}`)).size).toBe(1);
    expect(statuses[number % 2]).toBe(taken[0]?.body.status);
    expect(textsOf(end.tasks[0].logs)).toEqual([`line of ${number}`, `more of ${number}`]);
  }
  torture.verdict(`rounds: ${rounds}; of 100 at once while the task began to wait exactly one won`);
});

test("every simultaneous PROGRESS is accepted, and its lines stay together", async () => {
  const [first, second] = nodes;
  const { task } = await buildAwaiting(first);

  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, number) =>
      callBack(number % 2 === 0 ? first : second, {
        taskId: task.id,
        status: "PROGRESS",
        logs: [`${number} a`, `${number} b`],
        output: { [number]: true },
      }),
    ),
  );

  const { logs, output } = await taskOf(first, task.id);
  const texts = textsOf(logs);
  const times = logs.map((line: string) => line.slice(0, line.indexOf(" ")));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(Object.keys(output)).toHaveLength(50);
  expect(texts).toHaveLength(100);
  expect(texts.every((text, index) => index % 2 === 0 || text === texts[index - 1]?.replace("a", "b"))).toBe(true);
  expect(times).toEqual(times.toSorted());
});
