import type { ChangeRecord } from "@weft/client";
import type { Context } from "../../frame/context.ts";
import { changeLine } from "./format-change.ts";

/** Prints records as they arrive: there may be more than fits into memory. */
export interface PollOutput {
  show(records: readonly ChangeRecord[]): Promise<void>;
  /** Resolves when everything is written. */
  end(coveredUntil: string): Promise<void>;
}

export function openPollOutput(context: Context): PollOutput {
  return context.isJson ? jsonOutput(context) : linesOutput(context);
}

function linesOutput({ print, terminal }: Context): PollOutput {
  const lineOf = (record: ChangeRecord) => `${changeLine(record, terminal.columns(), print.style)}\n`;
  return {
    show: (records) => terminal.outBytes(Buffer.from(records.map(lineOf).join(""))),
    end: () => terminal.outBytes(new Uint8Array()),
  };
}

/** One JSON object, written in parts. */
function jsonOutput({ terminal }: Context): PollOutput {
  const write = (text: string) => terminal.outBytes(Buffer.from(text));
  let before = '{"results":[';
  return {
    async show(records) {
      for (const record of records) {
        await write(`${before}\n${JSON.stringify(record)}`);
        before = ",";
      }
    },
    async end(coveredUntil) {
      const beginning = before === "," ? "" : before;
      await write(`${beginning}],\n"coveredUntil":${JSON.stringify(coveredUntil)}}\n`);
    },
  };
}
