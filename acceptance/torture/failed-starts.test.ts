import { afterEach, beforeEach, expect, test } from "vitest";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { OwnFolder, postmasterPid, whoami } from "../testing/own-database.ts";
import { runWeft } from "../testing/run-weft.ts";

let folder: OwnFolder;

beforeEach(async () => {
  folder = await OwnFolder.make();
});

afterEach(() => folder.remove());

test("a killed service leaves no PostgreSQL running and starts again with its data", async () => {
  const node = await folder.start();
  const postgres = await postmasterPid(folder.path);

  expect(await node.end("SIGKILL")).toBe("SIGKILL");
  const again = await folder.start();

  expect(await whoami(folder.path, again)).toBe(200);
  expect(await postmasterPid(folder.path)).not.toBe(postgres);
});

test("the operator's commands work in the folder of a service killed together with its PostgreSQL", async () => {
  const node = await folder.start();
  const postgres = await postmasterPid(folder.path);
  process.kill(postgres, "SIGKILL");
  await node.end("SIGKILL");

  const run = await runWeft(["admin", "orgs", "create", "fall26"], { env: { DATA_DIR: folder.path } });

  expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining("Created the organization fall26") });
});

test("a killed PostgreSQL is restarted under the running service", async () => {
  const node = await folder.start();
  const ready = async () => (await fetch(`${node.address}/health/ready`)).status;

  process.kill(await postmasterPid(folder.path), "SIGKILL");

  await waitUntil("the death is noticed", async () => (await ready()) === 503);
  await waitUntil("the service is ready again", async () => (await ready()) === 200);
  expect(await whoami(folder.path, node)).toBe(200);
});

test("a service that is stopped while its PostgreSQL restarts stops as quickly", async () => {
  const node = await folder.start();

  process.kill(await postmasterPid(folder.path), "SIGKILL");

  expect(await node.end("SIGTERM")).toBe(0);
});

test("a second start on the same folder is rejected and does no harm", async () => {
  const node = await folder.start();

  await expect(folder.start()).rejects.toThrow("is in use by another running Weft");

  expect(await whoami(folder.path, node)).toBe(200);
});
