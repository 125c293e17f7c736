import { afterEach, expect, test } from "vitest";
import { waitUntil } from "../../testing/wait-until.ts";
import { errorNameOf } from "./thread-error.ts";
import { runInOwnThread, WorkThread } from "./work-thread.ts";

const entry = new URL("./testing/small-thread.ts", import.meta.url);
const options = { entry, data: undefined, memoryMbMax: 64, silenceSecondsMax: 3 };
const never = new AbortController().signal;

let thread: Pick<WorkThread, "close" | "run">;

afterEach(async () => {
  await thread.close();
});

test("work is done in the thread, stops when asked to, and its errors are returned with their names", async () => {
  thread = new WorkThread(options);
  const stopping = new AbortController();

  const done = thread.run("finish", never);
  const waiting = thread.run("wait", stopping.signal).catch((error: unknown) => error);
  stopping.abort();
  const failed = await thread.run("fail", never).catch((error: unknown) => error);
  const again = thread.run("finish", never);

  await expect(done).resolves.toBeUndefined();
  expect(await waiting).toMatchObject({ message: "stopped" });
  await expect(again).resolves.toBeUndefined();
  expect(failed).toMatchObject({ message: "the disk is full" });
  expect(errorNameOf(failed)).toBe("Error ENOSPC");
});

test("what a thread reports beside its results arrives before the result", async () => {
  const notices: unknown[] = [];
  const noticing = new WorkThread<string, void, unknown>({
    ...options,
    onNotice: (notice) => void notices.push(notice),
  });
  thread = noticing;

  await noticing.run("notify", never);

  expect(notices).toEqual([{ text: "noticed" }]);
});

test("a thread that hangs is ended, its work fails, and the next work has a new one", async () => {
  thread = new WorkThread(options);

  const [hanging, beside] = await Promise.allSettled([thread.run("hang", never), thread.run("wait", never)]);
  const next = thread.run("finish", never);

  expect(hanging).toMatchObject({ reason: { message: expect.stringMatching(/^the thread was silent for \d+ s$/) } });
  expect(beside).toMatchObject({ status: "rejected" });
  await expect(next).resolves.toBeUndefined();
});

test("a thread that gets no time to run is not ended", async () => {
  thread = new WorkThread({ ...options, silenceSecondsMax: 2 });

  const starving = thread.run("starve", never);

  await expect(starving).resolves.toBeUndefined();
});

test("work in a separate thread does not affect others", async () => {
  thread = new WorkThread(options);
  const stopping = new AbortController();
  let isOver = false;
  const beside = thread.run("wait", stopping.signal).catch(() => {
    isOver = true;
  });

  const died = await runInOwnThread(options, "exit", never).catch((error: unknown) => error);
  const wasOver = isOver;
  stopping.abort();
  await beside;

  expect(died).toMatchObject({ message: "the thread has ended with 7" });
  expect(wasOver).toBe(false);
  await waitUntil("the other has stopped", () => isOver);
});
