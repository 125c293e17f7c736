import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** A fenced block of a document. */
export interface Block {
  readonly file: string;
  readonly line: number;
  /** The first word after the fence, such as sh. */
  readonly language: string;
  /** The words after it: "not-run docker" says that it is not run, and why. */
  readonly words: readonly string[];
  /** Without its indentation. */
  readonly text: string;
}

export async function readBlocks(file: string): Promise<Block[]> {
  const text = await readFile(fileURLToPath(new URL(`../../${file}`, import.meta.url)), "utf8");
  return [...text.matchAll(/^( *)```([^\n]*)\n([\s\S]*?)^\1```$/gm)].map(
    ({ index, 1: indent = "", 2: info = "", 3: body = "" }) => {
      const [language = "", ...words] = info.trim().split(" ");
      return {
        file,
        line: text.slice(0, index).split("\n").length,
        language,
        words,
        text: body.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
      };
    },
  );
}

/** Why a block is not run, if it says so. */
export function reasonNotToRun({ words }: Block): string | undefined {
  return words[0] === "not-run" ? words.slice(1).join(" ") : undefined;
}
