import { expect, test } from "vitest";
import { openResources, type ResourceStack } from "./open-resources.ts";

/** Parts that record when they are closed; those in the list fail to close. */
function build(failing: readonly string[] = []) {
  const closed: string[] = [];
  const close = async (name: string) => {
    closed.push(name);
    if (failing.includes(name)) {
      throw new Error(`${name} does not close`);
    }
  };
  const openAll = async (parts: ResourceStack) => {
    parts.add("database", close);
    parts.add("bus", close);
    parts.add("server", close);
    parts.addBeside("jobs", close);
    return parts;
  };
  return { closed, openAll };
}

test("parts are closed in reverse order, concurrent ones together", async () => {
  const { closed, openAll } = build();

  const whole = await openResources(openAll);
  expect(closed).toEqual([]);
  await whole.close();

  expect(closed).toEqual(["server", "jobs", "bus", "database"]);
});

test("a part that fails to close does not keep others open, and is reported at the end", async () => {
  const { closed, openAll } = build(["server", "bus"]);
  const whole = await openResources(openAll);

  await expect(whole.close()).rejects.toThrow("server does not close");

  expect(closed).toEqual(["server", "jobs", "bus", "database"]);
});

test("parts are closed once", async () => {
  const { closed, openAll } = build();
  const whole = await openResources(openAll);

  await Promise.all([whole.close(), whole.close()]);

  expect(closed).toHaveLength(4);
});

test("parts opened before a failure are closed, and that failure is thrown", async () => {
  const { closed, openAll } = build(["bus"]);

  const opening = openResources(async (parts) => {
    await openAll(parts);
    throw new Error("the port is taken");
  });

  await expect(opening).rejects.toThrow("the port is taken");
  expect(closed).toEqual(["server", "jobs", "bus", "database"]);
});
