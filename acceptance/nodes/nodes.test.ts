import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { nodeLines } from "../../server/src/doctor/check-versions.ts";
import { everyPartWorks, useEveryPart } from "../testing/everyday-use.ts";
import { type NodeProcess, startNode, weft } from "../testing/node-process.ts";
import { downloadNode } from "../testing/node-releases.ts";

const run = promisify(execFile);

let folder: string;
let service: NodeProcess | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "weft-node-"));
});

afterEach(async () => {
  await service?.end("SIGTERM");
  service = undefined;
  await rm(folder, { recursive: true, force: true });
});

test.each(nodeLines.map(({ tested }) => tested))(
  "every part of the service works on Node %s, without a warning",
  async (version) => {
    const program = await downloadNode(version, folder);
    const data = join(folder, "data");
    service = await startNode({ env: { DATA_DIR: data, PATH: "/usr/bin:/bin", HOME: folder }, launcher: [program] });

    const { stdout: used } = await run(program, ["--version"]);
    const works = await useEveryPart(service, data);
    const { port } = new URL(service.address);
    const doctor = await run(program, [weft, "doctor"], { env: { DATA_DIR: data, PORT: port } });
    const output = service.output();
    const ended = await service.end("SIGTERM");

    expect(used.trim()).toBe(`v${version}`);
    expect(works).toEqual(everyPartWorks);
    expect([doctor.stderr, ended]).toEqual(["", 0]);
    expect(output).not.toMatch(/warning|deprecat|experimental/i);
  },
);
