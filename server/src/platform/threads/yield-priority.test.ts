import { execFileSync } from "node:child_process";
import { getPriority } from "node:os";
import { expect, test } from "vitest";

const source = new URL("./yield-priority.ts", import.meta.url).href;
const program = `
  const { yieldPriority } = await import(${JSON.stringify(source)});
  const { getPriority } = await import("node:os");
  yieldPriority();
  console.log(getPriority());`;

test.each([0, 10, 19])("background work of a service with niceness %i is nicer by 5, up to 19", (added) => {
  const args = ["-n", String(added), process.execPath, "--import", "tsx", "--input-type=module", "--eval", program];
  const niceness = Number(execFileSync("nice", args, { encoding: "utf8" }));
  const own = Math.min(19, getPriority() + added);

  expect(niceness).toBe(process.platform === "linux" ? Math.min(19, own + 5) : own);
});
