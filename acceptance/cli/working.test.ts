import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { type Desk, openDesk } from "../testing/desk.ts";
import { runInTerminal, startWeft } from "../testing/run-weft.ts";

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests check.
type Json = any;

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
});

afterAll(() => desk.close());

/** A workflow whose first task is external. */
function definition(key: string): string {
  return [
    `name: Cost ${key}`,
    `triggers: ["manual|${key}"]`,
    "tasks:",
    "  - name: Ask the factory",
    "    action: external",
    "    config: {style: '{newData.name}'}",
    "  - name: Double it",
    "    action: script",
    "    config:",
    "      code: |",
    "        console.log('doubling');",
    "        return {cost: tasks['Ask the factory'].output.cost * 2};",
    "",
  ].join("\n");
}

async function createWorkflow(key: string): Promise<string> {
  await writeFile(join(desk.folder, `${key}.yaml`), definition(key));
  return (await desk.json("workflows", "create", `${key}.yaml`)).id;
}

/** A waiting run, with its waiting task. */
async function startRun(key: string): Promise<{ runId: string; taskId: string }> {
  const { results } = await desk.json(
    "workflows",
    "start",
    `manual|${key}`,
    "--event",
    '{"newData": {"name": "Anorak"}}',
  );
  const runId: string = results[0].id;
  let taskId = "";
  await waitUntil("a task waits", async () => {
    const { body } = await desk.service.call("GET", `/event-workflow-processes/${runId}?relations=tasks`);
    taskId = body.tasks?.[0]?.status === "awaiting" ? body.tasks[0].id : "";
    return taskId !== "";
  });
  return { runId, taskId };
}

const awaiting = encodeURIComponent(JSON.stringify({ status: "awaiting" }));

describe("a workflow", () => {
  test("is created from YAML, started, shown waiting, completed by the CLI and followed to its end", async () => {
    const workflowId = await createWorkflow("story");
    const shownWorkflow = await desk.weft(["workflows", "show", workflowId]);
    const { runId, taskId } = await startRun("story");
    const waiting = await desk.weft(["runs", "show", runId]);
    const listed = await desk.weft(["tasks", "list", "--status", "awaiting", "--process-id", runId]);
    const progressed = await desk.weft([
      "tasks",
      "progress",
      taskId,
      "40",
      "--subtext",
      "samples ordered",
      "--log",
      "one",
    ]);
    const task = await desk.weft(["tasks", "get", taskId]);
    await writeFile(join(desk.folder, "quote.json"), '{"cost": 12.5}');
    const completed = await desk.weft(["tasks", "complete", taskId, "--output-file", "quote.json", "--log", "quoted"]);
    const ended = await desk.weft(["workflows", "run", runId, "--wait"]);
    const runs = await desk.weft(["workflows", "runs", "--workflow", workflowId, "--status", "completed"]);

    expect(shownWorkflow.stdout).toMatch(
      /^Cost story, version 1\n[\s\S]*\n1 {2}Ask the factory {2}external {2}waits for a callback\n/,
    );
    expect(waiting.stdout).toMatch(/^Cost story: awaiting, for .* Run \S+, started by manual\|story\.$/m);
    expect(waiting.stdout).toContain(`… Ask the factory  awaiting`);
    expect(waiting.stdout).toContain(`complete with: weft tasks complete ${taskId}`);
    expect(waiting.stdout).toContain("· Double it        pending");
    expect(listed.stdout).toMatch(new RegExp(`^${taskId} +Ask the factory +awaiting +external`, "m"));
    expect(progressed).toMatchObject({ code: 0, stdout: `Progress reported for the task ${taskId}. Run ${runId}.\n` });
    expect(task.stdout).toMatch(/^ {2}status +awaiting, 40 %\n[\s\S]*^ {2}subtext +samples ordered$/m);
    expect(completed).toMatchObject({ code: 0, stdout: `Completed the task ${taskId}. Run ${runId}.\n` });
    expect(ended.code).toBe(0);
    expect(ended.stdout).toMatch(
      /^✓ Ask the factory {2}completed .* samples ordered\n {4}\S+Z one\n {4}\S+Z quoted\n✓ Double it {8}completed/m,
    );
    expect(ended.stdout).toMatch(/^ {4}\S+Z doubling$/m);
    expect(runs.stdout).toMatch(new RegExp(`^${runId} .* completed +manual\\|story`, "m"));
  });

  test("an error in its definition is shown with its line", async () => {
    await writeFile(
      join(desk.folder, "fault.yaml"),
      definition("fault").replace("action: external", "acton: external"),
    );

    const { code, stdout, stderr } = await desk.weft(["workflows", "create", "fault.yaml"]);

    expect({ code, stdout }).toEqual({ code: 6, stdout: "" });
    expect(stderr).toMatch(/Did you mean action\?.*\(fault.yaml, line 5\)/);
  });

  test("is updated by a file or by fields, and only validated with --dry-run", async () => {
    const id = await createWorkflow("changed");
    await writeFile(join(desk.folder, "changed.yaml"), definition("changed").replace("Cost changed", "Costs"));

    const dry = await desk.json("workflows", "update", id, "changed.yaml", "--dry-run");
    const before = await desk.json("workflows", "get", id);
    const changed = await desk.json("workflows", "update", id, "changed.yaml", "--set", "isActive=false");
    const piped = await desk.weft(["workflows", "update", id, "-"], '{"name": "By a pipe"}');
    const stale = await desk.weft(["workflows", "update", id, "--set", "name=X", "--if-match", "1"]);

    expect(dry.name).toBe("Costs");
    expect(before.name).toBe("Cost changed");
    expect(changed).toMatchObject({ name: "Costs", isActive: false });
    expect(piped.stdout).toMatch(/^By a pipe, version \d, disabled$/m);
    expect(stale.code).toBe(5);
  });

  test("with --wait it is followed, and a failure is an exit code", async () => {
    await createWorkflow("waited");

    const running = startWeft(["workflows", "start", "manual|waited", "--wait"], { env: desk.env, cwd: desk.folder });
    let taskId = "";
    await waitUntil("it waits", async () => {
      const { body } = await desk.service.call("GET", `/event-workflow-tasks?criteria=${awaiting}&limit=1000`);
      const found = body.results.find(
        ({ input, name }: Json) => name === "Ask the factory" && input?.style === undefined,
      );
      taskId = found?.id ?? "";
      return taskId !== "";
    });
    const failed = await desk.weft(["tasks", "fail", taskId, "--log", "the factory is closed"]);
    const { code, stdout, stderr } = await running.ended;

    expect(failed.code).toBe(0);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^Cost waited: failed in /);
    expect(stdout).toContain(`retry with: weft tasks retry ${taskId}`);
    expect(stderr).toMatch(/^weft: The run \S+ failed\.$/m);
  });

  test("waiting can be interrupted or limited, and a run can be canceled", async () => {
    await createWorkflow("patient");
    const { runId } = await startRun("patient");

    const typed = [{ after: /Waiting +░+ +0 % {2}Ask the factory/, text: "\u0003" }];
    const interrupted = await runInTerminal(["workflows", "run", runId, "--wait"], {
      env: { ...desk.env, NO_COLOR: "1" },
      typed,
    });
    const limited = await desk.weft(["workflows", "run", runId, "--wait", "--timeout", "0"]);
    const canceled = await desk.weft(["workflows", "cancel", runId]);
    const twice = await desk.weft(["workflows", "cancel", runId]);

    expect(interrupted.code).toBe(130);
    expect(interrupted.shown).toContain(`Stopped waiting. The run ${runId} continues.`);
    expect(limited).toMatchObject({ code: 1, stderr: expect.stringContaining("Timed out.") });
    expect(canceled).toMatchObject({ code: 0, stdout: `The run ${runId} is canceled.\n` });
    expect(twice.code).toBe(5);
  });

  test("an unknown trigger key is rejected", async () => {
    expect(await desk.weft(["workflows", "start", "manual|nobody"])).toMatchObject({
      code: 6,
      stderr: expect.stringContaining("No active workflow listens to manual|nobody"),
    });
  });
});

describe("a task", () => {
  test("can be retried after a failure, sets its status message, and lists its callbacks", async () => {
    await createWorkflow("retried");
    const { runId, taskId } = await startRun("retried");

    await desk.weft(["tasks", "fail", taskId, "--log", "no"]);
    const other = await desk.weft(["tasks", "complete", taskId]);
    const retried = await desk.weft(["tasks", "retry", taskId]);
    const spoken = await desk.weft(["tasks", "subtext", taskId, "asking again"]);
    const silent = await desk.json("tasks", "subtext", taskId, "");
    const callbacks = await desk.weft(["tasks", "callbacks", taskId]);

    expect(other).toMatchObject({ code: 5, stderr: expect.stringContaining("FAILURE") });
    expect(retried.stdout).toBe(`Retrying Ask the factory. Run ${runId}.\n`);
    expect(spoken.stdout).toMatch(/^Ask the factory \w+: asking again$/m);
    expect(silent.subtext ?? null).toBeNull();
    expect(callbacks.stdout).toMatch(/^\S+Z +FAILURE +applied +first-app/m);
    expect(callbacks.stdout).toMatch(/^\S+Z +SUCCESS +refused/m);
  });

  test("a run restarts from it with a corrected output, and shows what was replaced", async () => {
    await createWorkflow("corrected");
    const { runId, taskId } = await startRun("corrected");
    await desk.weft(["tasks", "complete", taskId, "--output", '{"cost": 1240}']);
    await desk.weft(["runs", "show", runId, "--wait"]);

    const without = await desk.weft(["runs", "restart", runId]);
    const restarted = await desk.weft(["runs", "restart", runId, "--from", taskId, "--output", '{"cost": 12.4}']);
    const restarts = await desk.weft(["runs", "restarts", runId]);

    expect(without).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("--from is missing.") });
    expect(restarted.stdout).toMatch(new RegExp(`^Restarted the run ${runId}. It is \\w+.$`, "m"));
    expect(restarts.stdout).toContain('{"cost":1240}');
    expect((await desk.json("tasks", "get", taskId)).output).toEqual({ cost: 12.4 });
  });

  test("output can be an argument, standard input or a YAML file", async () => {
    await createWorkflow("output");
    await writeFile(join(desk.folder, "output.yaml"), "cost: 3\nby: yaml\n");
    const first = await startRun("output");
    const second = await startRun("output");

    await desk.weft(["tasks", "progress", first.taskId, "--output", '{"cost": 1}']);
    await desk.weft(["tasks", "complete", first.taskId, "--output", "@output.yaml"]);
    await desk.weft(["tasks", "complete", second.taskId, "--output", "-"], '{"cost": 7}');

    expect((await desk.json("tasks", "get", first.taskId)).output).toEqual({ cost: 3, by: "yaml" });
    expect((await desk.json("tasks", "get", second.taskId)).output).toEqual({ cost: 7 });
  });

  test.each([
    [["tasks", "complete", "AP6U2iy1Fw9WV_Qi"], 3],
    [["tasks", "complete", "AP6U2iy1Fw9WV_Qi", "--output", "{broken"], 2],
    [["tasks", "complete", "AP6U2iy1Fw9WV_Qi", "--output", "[1]"], 2],
    [["tasks", "complete", "AP6U2iy1Fw9WV_Qi", "--output", "{}", "--output-file", "x"], 2],
    [["tasks", "progress", "AP6U2iy1Fw9WV_Qi", "101"], 2],
    [["tasks", "get", "AP6U2iy1Fw9WV_Qi"], 3],
    [["tasks", "complete"], 2],
  ])("weft %j exits with %i", async (args, code) => {
    expect(await desk.weft(args)).toMatchObject({ code, stdout: "" });
  });
});
