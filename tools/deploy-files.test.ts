import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { settings } from "../server/src/config/settings.ts";

const folder = fileURLToPath(new URL("../deploy", import.meta.url));
const read = (path: string) => readFileSync(join(folder, path), "utf8");
/** The default of SHUTDOWN_DELAY, and what a node takes after it. */
const [delaySeconds, stopSeconds] = [5, 10];

test("the unit allows the time of a stop, and sets only settings that exist", () => {
  const unit = read("weft.service");
  const names = [...unit.matchAll(/^Environment=(\w+?)(?:_FILE)?=/gm)].map(([, name = ""]) => name);

  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(delaySeconds + stopSeconds);
  expect(names.filter((name) => !(name in settings))).toEqual([]);
  expect(names).toContain("DATA_DIR");
});

test("nginx closes idle connections before a stopping node closes its port", () => {
  const nginx = read("nginx.conf");
  const pause = Number(/wait another (\d+) s\b/.exec(readFileSync(join(folder, "../docs/scaling.md"), "utf8"))?.[1]);

  expect(Number(/keepalive_timeout (\d+)s;/.exec(nginx)?.[1])).toBeLessThan(delaySeconds);
  expect(Number(/fail_timeout=(\d+)s;/.exec(nginx)?.[1])).toBeLessThan(pause);
  expect(nginx).not.toContain("non_idempotent");
});

test("HAProxy notices a stopping node before it closes its port", () => {
  const [, seconds, fall] = /inter (\d+)s fall (\d+)/.exec(read("haproxy.cfg")) ?? [];

  expect(Number(seconds) * Number(fall)).toBeLessThan(delaySeconds - 1);
});
