import assert from "node:assert";
import { once } from "node:events";
import { limitExitCode, type RenderOutcome, type RenderRequest } from "./picture.ts";
import { renderPicture } from "./render-picture.ts";

const [memoryBytesMax = 0, cpuMsMax = 0] = process.argv.slice(2).map(Number);
// Processor time, of each picture: a busy machine must not reject them.
let cpuAtStart = process.cpuUsage();
// Decoding runs in another thread, so this one always gets to look.
const lookEveryMs = 25;

setInterval(() => {
  const { user, system } = process.cpuUsage(cpuAtStart);
  if (process.memoryUsage.rss() > memoryBytesMax || (user + system) / 1_000 > cpuMsMax) {
    process.exit(limitExitCode);
  }
}, lookEveryMs);

// The service is gone.
process.once("disconnect", () => process.exit(0));

process.on("message", (request: RenderRequest) => {
  void renderNext(request).then(
    (outcome) => process.send?.(outcome),
    () => process.exit(1),
  );
});

async function renderNext({ bytes }: RenderRequest): Promise<RenderOutcome> {
  const picture = await readInput(bytes);
  cpuAtStart = process.cpuUsage();
  const outcome = await renderPicture(picture);
  cpuAtStart = process.cpuUsage();
  return outcome;
}

/** Exactly this many bytes: those of the next picture come only after the outcome of this one. */
async function readInput(size: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafeSlow(size);
  let read = 0;
  while (read < size) {
    const chunk: Buffer | null = process.stdin.read();
    if (chunk === null) {
      await once(process.stdin, "readable");
    } else {
      assert(read + chunk.length <= size, "more bytes than announced");
      read += chunk.copy(bytes, read);
    }
  }
  return bytes;
}
