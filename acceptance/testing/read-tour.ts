import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** The shell blocks of a section of a document, as one script that stops at the first command that fails. */
export async function readTour(file: string, title: string): Promise<string> {
  const text = await readFile(fileURLToPath(new URL(`../../${file}`, import.meta.url)), "utf8");
  const [, section = ""] = text.split(`\n## ${title}\n`);
  const [tour = ""] = section.split("\n## ");
  const blocks = [...tour.matchAll(/^( *)```sh\n([\s\S]*?)```/gm)].map(([, indent = "", block = ""]) =>
    block.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
  );
  return ["set -e", ...blocks].join("\n");
}
