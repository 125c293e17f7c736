import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startNode } from "../acceptance/testing/node-process.ts";
import { median } from "./measure.ts";
import { describeMachine, writeResults } from "./results.ts";

const starts = 7;
const barSeconds = 2;

/** From the command to its ready message, with the PostgreSQL that it starts itself and an existing database. */
export async function benchStart(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "weft-bench-start-"));
  try {
    const first = await secondsToStart(folder);
    const warm: number[] = [];
    for (let start = 0; start < starts; start++) {
      warm.push(await secondsToStart(folder));
    }
    const seconds = median(warm);
    writeResults("Start", describeMachine({ rounds: starts }), [
      { name: "first start, which makes the database", value: `${first.toFixed(2)} s`, spread: "" },
      {
        name: "start, warm",
        value: `${seconds.toFixed(2)} s`,
        spread: `${Math.min(...warm).toFixed(2)}–${Math.max(...warm).toFixed(2)} s; bar: ${barSeconds} s`,
        ofBar: barSeconds / seconds,
      },
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function secondsToStart(folder: string): Promise<number> {
  const began = performance.now();
  const node = await startNode({ env: { DATA_DIR: folder } });
  const seconds = (performance.now() - began) / 1_000;
  await node.end("SIGTERM");
  return seconds;
}
