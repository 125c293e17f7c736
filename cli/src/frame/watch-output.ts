import { exitCodes } from "./exit-codes.ts";

/** Output may have no reader, or no space: this is reported or ignored, and never crashes the program. */
export function watchOutput(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // A reader such as head may close the pipe early.
    if (error.code === "EPIPE") process.exit(exitCodes.done);
    console.error(`weft: Cannot write the output: ${error.message}.`);
    process.exit(exitCodes.failed);
  });
  // Messages that cannot be written must not change the result.
  process.stderr.on("error", () => undefined);
}
