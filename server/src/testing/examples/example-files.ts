import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ExamplePair } from "./example-recorder.ts";

/** The contents of contract/examples/<operation>.json. */
export interface ExampleFile {
  readonly operation: string;
  readonly pairs: readonly ExamplePair[];
}

const folder = new URL("../../../../contract/examples/", import.meta.url);

/** True if the files are to be written instead of compared. */
export function wantsNewExamples(): boolean {
  return process.env["UPDATE_EXAMPLES"] === "1";
}

/** The committed files, by name without .json. */
export function readExampleFiles(): Map<string, ExampleFile> {
  return new Map(
    readdirSync(folder).map((name) => [
      name.replace(/\.json$/, ""),
      JSON.parse(readFileSync(new URL(name, folder), "utf8")),
    ]),
  );
}

/** Writes all of them, and deletes files that are no longer among them. */
export function writeExampleFiles(files: ReadonlyMap<string, ExampleFile>): void {
  rmSync(fileURLToPath(folder), { recursive: true, force: true });
  mkdirSync(fileURLToPath(folder));
  for (const [name, file] of files) {
    writeFileSync(new URL(`${name}.json`, folder), `${JSON.stringify(file, undefined, 2)}\n`);
  }
}
