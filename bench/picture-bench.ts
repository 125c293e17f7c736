import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { buildNoisyJpeg } from "../server/src/files/pictures/testing/build-pictures.ts";
import { type BenchWorld, inBenchWorld } from "./bench-world.ts";
import { familyOf, memoryMbOf } from "./process-usage.ts";
import { describeMachine, writeResults } from "./results.ts";
import { describeTimes, percentile } from "./times.ts";

const rounds = 20;
const uploads = 1_000;
const thumbnailBarMs = 1_000;
const thumbnailBarMb = 300;
const riseBarMb = 100;

/** Thumbnails of large photos, and the memory of a node that receives many of usual size. */
export async function benchPictures(): Promise<void> {
  await inBenchWorld(async (world) => {
    const { address, pid } = await world.startService();
    const node: Node = { ...world, address, pid };
    const large = await measureLargePhotos(node);
    // The heap of a node grows with any requests, so files that are not pictures come first.
    const plain = await measureUploads(node, Buffer.alloc(150_000, "a"));
    const pictures = await measureUploads(node, await buildNoisyJpeg({ width: 800, height: 1_000 }));
    writeResults("Pictures", describeMachine({ rounds }), [
      {
        name: "thumbnail of a 20-megapixel JPEG",
        ...describeTimes(large.times),
        ofBar: thumbnailBarMs / percentile(large.times, 50),
      },
      {
        name: "most memory of its process",
        value: `${Math.round(large.mostMb)} MB`,
        spread: "",
        ofBar: thumbnailBarMb / large.mostMb,
      },
      {
        name: `${uploads} uploads of other files: rise of memory`,
        value: `${Math.round(plain.riseMb)} MB`,
        spread: "",
      },
      {
        name: `${uploads} uploads of pictures: rise of memory`,
        value: `${Math.round(pictures.riseMb)} MB`,
        spread: `${Math.round(pictures.perSecond)} processed/s`,
        ofBar: riseBarMb / Math.max(1, pictures.riseMb),
      },
    ]);
  });
}

interface Node extends Pick<BenchWorld, "client" | "headers"> {
  readonly address: string;
  readonly pid: number;
}

async function measureLargePhotos(node: Node) {
  const photo = await buildNoisyJpeg({ width: 5_472, height: 3_648 });
  const times: number[] = [];
  let mostMb = 0;
  for (let round = 0; round < rounds; round += 1) {
    const id = await upload(node, photo);
    const startedMs = performance.now();
    const answer = await fetch(`${node.address}/api/files/${id}/thumbnail?size=240`, { headers: node.headers });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`The thumbnail returned ${answer.status}.`);
    times.push(performance.now() - startedMs);
    mostMb = Math.max(mostMb, await mostMemoryOfPictureProcess(node.pid));
  }
  return { times, mostMb };
}

async function upload({ address, headers }: Node, body: Buffer): Promise<string> {
  const answer = await fetch(`${address}/api/files?fileName=photo.jpg`, { method: "POST", headers, body });
  const { id }: { id: string } = JSON.parse(await answer.text());
  return id;
}

async function mostMemoryOfPictureProcess(pid: number): Promise<number> {
  for (const child of familyOf(pid)) {
    const command = await readFile(`/proc/${child}/cmdline`, "utf8").catch(() => "");
    if (command.includes("picture-process")) {
      const status = await readFile(`/proc/${child}/status`, "utf8");
      return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1_024;
    }
  }
  return 0;
}

/** One after the other, and until all are processed. */
async function measureUploads(node: Node, body: Buffer) {
  const beforeMb = await memoryMbOf(node.pid);
  let mostMb = beforeMb;
  const startedMs = performance.now();
  for (let number = 0; number < uploads; number += 1) {
    await upload(node, body);
    mostMb = Math.max(mostMb, await memoryMbOf(node.pid));
  }
  while (await hasPending(node)) {
    mostMb = Math.max(mostMb, await memoryMbOf(node.pid));
    await delay(100);
  }
  return { riseMb: mostMb - beforeMb, perSecond: (uploads * 1_000) / (performance.now() - startedMs) };
}

async function hasPending({ client }: Node): Promise<boolean> {
  const { rowCount } = await client.query("select 1 from files where picture ->> 'status' = 'pending' limit 1");
  return (rowCount ?? 0) > 0;
}
