import type { ReadStream, WriteStream } from "node:tty";
import { type TypedLine, typeOn } from "./typed-line.ts";

export interface Question {
  readonly text: string;
  /** Without echo. */
  readonly isSecret?: boolean;
  readonly signal: AbortSignal;
}

/** Prompts for a line. */
export async function ask(input: ReadStream, output: WriteStream, question: Question): Promise<string> {
  const { text, isSecret = false, signal } = question;
  signal.throwIfAborted();
  // Set before the prompt is shown: the first character of a quick answer must not be echoed.
  if (isSecret) input.setRawMode(true);
  output.write(`${text} `);
  try {
    return await readLine(input, signal);
  } finally {
    if (isSecret) {
      input.setRawMode(false);
      output.write("\n");
    }
    input.pause();
  }
}

function readLine(input: ReadStream, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    let typed: TypedLine = { kind: "open", line: "" };
    const read = (piece: string) => {
      typed = typeOn(typed.line, piece);
      if (typed.kind === "given-up") stop();
      if (typed.kind !== "ended") return;
      release();
      // Input pasted after the line answers the next prompt.
      if (typed.rest !== "") input.unshift(typed.rest, "utf8");
      resolve(typed.line);
    };
    const stop = () => {
      release();
      reject(new DOMException("Interrupted.", "AbortError"));
    };
    const release = () => {
      input.off("data", read).off("end", stop);
      signal.removeEventListener("abort", stop);
    };
    // It was paused after the previous prompt, and does not resume by itself.
    input.setEncoding("utf8").on("data", read).once("end", stop).resume();
    signal.addEventListener("abort", stop, { once: true });
  });
}
