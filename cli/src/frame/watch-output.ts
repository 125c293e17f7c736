import { exitCodes } from "./exit-codes.ts";

/** What is printed may find no reader, or no room: that is told or let be, and never a fault of the program. */
export function watchOutput(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // A reader that has seen enough, such as head, closes the pipe.
    if (error.code === "EPIPE") process.exit(exitCodes.done);
    console.error(`weft: The output could not be written: ${error.message}.`);
    process.exit(exitCodes.failed);
  });
  // Words that nobody can hear must not change what is done.
  process.stderr.on("error", () => undefined);
}
