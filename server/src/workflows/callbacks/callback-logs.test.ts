import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestService } from "../../testing/test-service.ts";
import { taskOf, textsOf, verdictsOf } from "../testing/task-world.ts";
import { buildAwaiting, callBack, ended, shareWorkflowService } from "../testing/workflow-world.ts";

let service: TestService;

beforeAll(async () => {
  service = await shareWorkflowService();
});

afterAll(async () => {
  await service.stop();
});

const lineBytesMax = 16 * 1024;

describe("lines of a callback", () => {
  test.each<[string, string | string[], string[]]>([
    ["a text is one line", "booked", ["booked"]],
    ["a text with line breaks is one line", "one\ntwo\r\nthree", ["one\ntwo\r\nthree"]],
    ["each entry of a list is one", ["b", "a", "c"], ["b", "a", "c"]],
    ["an entry with line breaks stays one", ["one\ntwo", "three"], ["one\ntwo", "three"]],
    ["an empty list is none", [], []],
    ["an empty text is one", "", [""]],
    ["any text is kept", ['{"a": "b"}', "Größe 😀", "\\", '"'], ['{"a": "b"}', "Größe 😀", "\\", '"']],
  ])("%s", async (_, logs, texts) => {
    const { task } = await buildAwaiting(service);

    const { body: receipt } = await callBack(service, { taskId: task.id, status: "SUCCESS", logs });

    const after = await taskOf(service, task.id);
    expect(after.logs).toEqual(texts.map((text) => `${receipt.receivedOn} ${text}`));
    expect(after.logLineCount).toBe(texts.length);
  });

  test("are in the order received, each with the time of its callback", async () => {
    const { process, task } = await buildAwaiting(service);
    const receipts: string[] = [];
    for (const [status, logs] of [
      ["PROGRESS", ["1", "2"]],
      ["PROGRESS", "3"],
      ["SUCCESS", ["4", "5"]],
    ]) {
      const { body } = await callBack(service, { taskId: task.id, status, logs });
      receipts.push(body.receivedOn);
    }

    const { logs } = await taskOf(service, task.id);
    const end = await ended(service, process.id);

    const [first, second, third] = receipts;
    expect(logs).toEqual([`${first} 1`, `${first} 2`, `${second} 3`, `${third} 4`, `${third} 5`]);
    expect(end.tasks[0].logs).toEqual(logs);
  });

  test("a process shows the last hundred, and a task all of them", async () => {
    const { process, task } = await buildAwaiting(service);
    const lines = (from: number) => Array.from({ length: 70 }, (_, index) => String(from + index));
    await callBack(service, { taskId: task.id, status: "PROGRESS", logs: lines(0) });
    await callBack(service, { taskId: task.id, status: "SUCCESS", logs: lines(70) });

    const whole = await taskOf(service, task.id);
    const end = await ended(service, process.id);

    expect(textsOf(whole.logs)).toEqual([...lines(0), ...lines(70)]);
    expect(textsOf(end.tasks[0].logs)).toEqual(textsOf(whole.logs).slice(40));
    expect(end.tasks[0].logLineCount).toBe(140);
  });
});

describe("the limits allow", () => {
  test("a thousand lines, and one of 16 KiB", async () => {
    const { task } = await buildAwaiting(service);

    const many = await callBack(service, { taskId: task.id, status: "PROGRESS", logs: Array(1_000).fill("x") });
    const long = await callBack(service, { taskId: task.id, status: "SUCCESS", logs: "ä".repeat(lineBytesMax / 2) });

    expect([many.status, long.status]).toEqual([200, 200]);
    expect((await taskOf(service, task.id)).logLineCount).toBe(1_001);
  });
});

describe("beyond the limits a callback is rejected, and its task continues waiting", () => {
  test.each<[string, string | string[], RegExp]>([
    ["1,001 lines", Array(1_001).fill("x"), /at most 1000 texts/],
    ["a line of more than 16 KiB", "x".repeat(lineBytesMax + 1), /Line 1 is longer than 16 KiB/],
    ["a line of more than 16 KiB in bytes", ["a", "ä".repeat(lineBytesMax / 2 + 1)], /Line 2 is longer than 16 KiB/],
  ])("%s", async (_, logs, detail) => {
    const { process, task } = await buildAwaiting(service);
    const body = { taskId: task.id, status: "SUCCESS", output: { a: 1 }, subtext: "no", progress: 1 };

    const refused = await callBack(service, { ...body, logs });
    const after = await taskOf(service, task.id);
    const taken = await callBack(service, { ...body, logs: "short" });

    expect(refused).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: expect.stringContaining("#/logs"), detail: expect.stringMatching(detail) }] },
    });
    expect(after).toEqual(task);
    expect(taken.status).toBe(200);
    expect((await ended(service, process.id)).status).toBe("completed");
    expect(await verdictsOf(service, task.id)).toEqual(["SUCCESS applied"]);
  });

  test("10 MiB per task", async () => {
    const { process, task } = await buildAwaiting(service);
    const logs = Array(500).fill("x".repeat(lineBytesMax - 100));
    const first = await callBack(service, { taskId: task.id, status: "PROGRESS", logs });

    const second = await callBack(service, { taskId: task.id, status: "SUCCESS", logs });
    const after = await taskOf(service, task.id);
    const without = await callBack(service, { taskId: task.id, status: "SUCCESS", output: { logs: "elsewhere" } });

    expect(first.status).toBe(200);
    expect(second).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: "#/logs", detail: expect.stringMatching(/10 MiB/) }] },
    });
    expect(after).toMatchObject({ status: "awaiting", logLineCount: 500 });
    expect(without.status).toBe(200);
    expect((await ended(service, process.id)).status).toBe("completed");
  });
});
