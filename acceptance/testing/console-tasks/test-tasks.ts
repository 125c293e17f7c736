import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Hands } from "../acts.ts";
import { type Console, type ConsolePage, openConsole } from "../console.ts";
import { taskWindow } from "./all-tasks.ts";
import { type ConsoleTask, performTask, type TaskStage } from "./console-task.ts";

const colleague = { email: "colleague@demo.example", password: "correct horse battery" };

/** Tests each task with a mouse and with the keyboard alone, in one demo organization. */
export function testTasks(tasks: readonly ConsoleTask[]): void {
  let desk: Console;
  let seat: ConsolePage;
  let stage: TaskStage;

  beforeAll(async () => {
    desk = await openConsole({ isFilled: true });
    seat = await desk.openSignedIn("/changes", { viewport: taskWindow });
    stage = stageOf(desk, seat);
  }, 300_000);

  afterAll(() => desk.close());

  describe.each(tasks)("task $number: $name", (task) => {
    test.each<Hands>(["mouse", "keyboard"])("by %s", async (hands) => {
      const { acts } = await performTask(task, stage, hands);

      // The keyboard alone may need more, of which the Tab key is most.
      if (hands === "mouse") expect(acts).toBeLessThanOrEqual(task.actsMax);
      seat.expectQuiet();
    });
  });
}

function stageOf(desk: Console, { page, goto }: ConsolePage): TaskStage {
  let opened: ConsolePage | undefined;
  const call: TaskStage["call"] = async (method, path, body) => {
    const answer = await desk.service.call(method, path, body === undefined ? {} : { body });
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    return answer.body;
  };
  return {
    page,
    goto,
    call,
    async colleague() {
      // Its page is closed with the test that opened it.
      if (opened?.page.isClosed() === false) return opened.page;
      if (opened === undefined) await call("POST", "/users", { ...colleague, name: "Ada", role: "viewer" });
      opened = await desk.open({ viewport: taskWindow });
      await opened.goto("/sign-in");
      await opened.signIn(colleague);
      return opened.page;
    },
  };
}
