// npm run check: all static checks, as many at a time as the machine has processors. Each reports its own errors.
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

// The longest first.
const checks = [
  "tsc -p tsconfig.tests.json",
  "tsc -p console",
  "biome check --error-on-warnings .",
  "node tools/check-imports.mjs",
  "knip",
  "tsc --build",
  "tsx --conditions=source tools/generate-files.ts --compare",
  "node tools/check-openapi.mjs",
  "tsx tools/check-words.ts",
];

const env = { ...process.env, PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH}` };

function run(command) {
  const [program, ...args] = command.split(" ");
  const started = Date.now();
  const child = spawn(program, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const collect = (text) => {
    output += text;
  };
  child.stdout.setEncoding("utf8").on("data", collect);
  child.stderr.setEncoding("utf8").on("data", collect);
  return new Promise((resolve) => {
    child.once("close", (code) => {
      const seconds = Math.round((Date.now() - started) / 1000);
      console.log(`${code === 0 ? "passed" : "FAILED"} in ${seconds} s: ${command}`);
      if (code !== 0) console.log(output);
      resolve(code === 0);
    });
  });
}

const waiting = [...checks];
let failed = 0;
async function work() {
  for (let command = waiting.shift(); command !== undefined; command = waiting.shift()) {
    if (!(await run(command))) failed += 1;
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, work));
console.log(failed === 0 ? "All checks passed." : `${failed} of ${checks.length} checks failed.`);
process.exitCode = failed === 0 ? 0 : 1;
