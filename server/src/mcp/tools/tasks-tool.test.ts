import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestService } from "../../testing/test-service.ts";
import { taskOf } from "../../workflows/testing/task-world.ts";
import { buildAwaiting, ended, run, shareWorkflowService } from "../../workflows/testing/workflow-world.ts";
import { callTool } from "../testing/mcp-client.ts";

let service: TestService;

beforeAll(async () => {
  service = await shareWorkflowService();
});

afterAll(() => service.stop());

const tasks = (args: object) => callTool(service, "tasks", args);
const idsOf = ({ results }: { results: { id: string }[] }) => results.map(({ id }) => id);

describe("a waiting task", () => {
  test("is listed, and shown with its logs", async () => {
    const { task, process } = await buildAwaiting(service);

    const listed = await tasks({});
    const ofProcess = await tasks({ processId: process.id });
    const { task: shown } = await tasks({ action: "show", taskId: task.id });

    expect(idsOf(listed)).toContain(task.id);
    expect(idsOf(ofProcess)).toEqual([task.id]);
    expect(shown).toMatchObject({ id: task.id, status: "awaiting", logs: [] });
  });

  test("is not completed by the first call, which is a dry run", async () => {
    const { task } = await buildAwaiting(service);

    const answer = await tasks({ action: "complete", taskId: task.id, output: { cost: 3 } });

    expect(answer).toMatchObject({
      dryRun: true,
      task: { id: task.id },
      next: expect.stringContaining("dryRun: false"),
    });
    expect(answer.wouldHappen).toContain("completed");
    expect(await taskOf(service, task.id)).toMatchObject({ status: "awaiting" });
  });

  test("is completed by the second call, with output, logs and subtext", async () => {
    const { task, process } = await buildAwaiting(service);

    const { receipt } = await tasks({
      action: "complete",
      taskId: task.id,
      output: { cost: 3 },
      logs: ["asked"],
      subtext: "agreed",
      dryRun: false,
    });

    expect(receipt).toMatchObject({ taskId: task.id, status: "SUCCESS", applied: true });
    expect(await ended(service, process.id)).toMatchObject({ status: "completed", subtext: "agreed" });
    const { output, logs } = await taskOf(service, task.id);
    expect(output).toEqual({ cost: 3 });
    expect(logs).toMatchObject([expect.stringMatching(/ asked$/)]);
  });

  test("can be failed and retried", async () => {
    const { task, process } = await buildAwaiting(service);

    await tasks({ action: "fail", taskId: task.id, dryRun: false });
    await ended(service, process.id);
    const dryRunResult = await tasks({ action: "retry", taskId: task.id });
    const { status } = await taskOf(service, task.id);
    const retried = await tasks({ action: "retry", taskId: task.id, dryRun: false });

    expect(dryRunResult.wouldHappen).toContain("would be retried");
    expect(status).toBe("failed");
    expect(retried.task.status).not.toBe("failed");
  });
});

describe("impossible actions are rejected, also in a dry run", () => {
  test.each(["complete", "fail", "retry"])("%s of a task that has ended", async (action) => {
    const process = await run(service, { tasks: [{ name: "wait", action: "delay", config: { seconds: 0 } }] });

    const { error } = await tasks({ action, taskId: process.tasks[0].id });

    expect(error).toMatchObject({ code: "conflict", next: expect.stringContaining("action: list") });
    expect(error.detail).toContain("completed");
  });

  test("any action without a task, or on a task that does not exist", async () => {
    expect((await tasks({ action: "complete" })).error.detail).toContain("taskId");
    expect((await tasks({ action: "show", taskId: "AP6W62f6Pcw7uis7" })).error.code).toBe("not-found");
  });
});

test("the former argument act is accepted, and action takes precedence", async () => {
  const { task } = await buildAwaiting(service);

  const former = await tasks({ act: "show", taskId: task.id });
  const both = await tasks({ act: "complete", action: "show", taskId: task.id, dryRun: false });

  expect(former.task).toMatchObject({ id: task.id, status: "awaiting" });
  expect(both.task).toMatchObject({ id: task.id, status: "awaiting" });
});

test("an empty list comes with a hint", async () => {
  expect(await tasks({ status: "canceled" })).toMatchObject({ results: [], hint: expect.stringContaining("awaiting") });
});
