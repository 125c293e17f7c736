import { logBytesMax, logLineBytesMax, logLinesMax } from "../script-limits.ts";
import { storableText } from "./storable-text.ts";

const lastLine = "Further lines are omitted: a script can log 1,000 lines and 1 MiB.";

/** Passes lines through up to the limit. */
export class LogLines {
  readonly #write: (line: string) => void;
  #lines = 0;
  #bytes = 0;
  #isFull = false;

  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  add(text: string): void {
    if (this.#isFull) {
      return;
    }
    const line = storableText(text, logLineBytesMax);
    this.#lines += 1;
    this.#bytes += Buffer.byteLength(line);
    // The last line that fits says that there was more.
    this.#isFull = this.#lines === logLinesMax || this.#bytes + lastLine.length > logBytesMax;
    this.#write(this.#isFull ? lastLine : line);
  }
}
