// Prints each use of a word that tools/word-rules.ts rules out, and fails if there is one.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listFiles, root } from "./list-files.ts";
import { findWord, textsOf, words } from "./word-rules.ts";

// Generated files, and those that define the words.
const skipped = /^(client\/src\/contract\/|tools\/(check-words|word-rules)|tools\/tidy\.test|docs\/reference)/;
const paths = listFiles().filter((path) => /\.(tsx?|mjs|md)$/.test(path) && !skipped.test(path));
const texts = textsOf(paths.map((path) => ({ path, text: readFileSync(join(root, path), "utf8") })));

for (const name of Object.keys(words)) {
  for (const { path, line, text } of findWord(name, texts)) {
    process.exitCode = 1;
    console.error(`${path}:${line}: "${name}" (instead: ${words[name]?.better}): ${text.trim()}`);
  }
}
