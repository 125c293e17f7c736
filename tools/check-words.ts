// Fails when a word of tools/word-rules.ts is used more often than tools/word-ceilings.json allows.
// --list [word] prints the uses. --lower lowers the ceilings to the present counts.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findWord, textsOf, words } from "./word-rules.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const ceilingsFile = join(root, "tools/word-ceilings.json");
const ceilings: Record<string, number> = JSON.parse(readFileSync(ceilingsFile, "utf8"));

// Generated files, and those that define the words.
const skipped = /^(client\/src\/contract\/|tools\/(check-words|word-rules)|tools\/tidy\.test|docs\/reference)/;
const paths = execFileSync("git", ["ls-files", "*.ts", "*.tsx", "*.mjs", "*.md"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((path) => path !== "" && !skipped.test(path));
const texts = textsOf(paths.map((path) => ({ path, text: readFileSync(join(root, path), "utf8") })));

const [, , option, only] = process.argv;
const counts = Object.keys(words).map((name) => ({ name, uses: findWord(name, texts) }));
if (option === "--list") {
  for (const { path, line, text } of counts.filter(({ name }) => name === (only ?? name)).flatMap(({ uses }) => uses)) {
    console.log(`${path}:${line}: ${text.trim()}`);
  }
} else if (option === "--lower") {
  const lowered = counts.map(({ name, uses }) => [name, Math.min(uses.length, ceilings[name] ?? uses.length)]);
  writeFileSync(ceilingsFile, `${JSON.stringify(Object.fromEntries(lowered), null, 2)}\n`);
} else {
  for (const { name, uses } of counts) {
    const ceiling = ceilings[name] ?? 0;
    if (uses.length > ceiling) {
      process.exitCode = 1;
      console.error(`"${name}" is used ${uses.length} times (max ${ceiling}). Instead: ${words[name]?.better}.`);
      console.error(`  List the uses: npx tsx tools/check-words.ts --list "${name}"`);
    }
  }
}
