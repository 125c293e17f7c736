import assert from "node:assert";
import { once } from "node:events";
import { memoryExitCode, type RenderOutcome, type RenderRequest } from "./picture.ts";
import { renderPicture } from "./render-picture.ts";

const [, , memoryBytesMax] = process.argv;
// Decoding runs in another thread, so this one always gets to look.
const lookEveryMs = 25;

setInterval(() => {
  if (process.memoryUsage.rss() > Number(memoryBytesMax)) {
    process.exit(memoryExitCode);
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
  return renderPicture(await readInput(bytes));
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
