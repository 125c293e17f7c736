import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { csvOf, makeFashionLine } from "./fashion-line.ts";

/** npx tsx tools/make-fashion-line.ts --families 2000 --seed 7 --mistakes 1 --folder /tmp/line */
const { values } = parseArgs({
  options: {
    families: { type: "string", default: "500" },
    seed: { type: "string", default: "1" },
    mistakes: { type: "string", default: "1" },
    folder: { type: "string", default: "fashion-line" },
  },
});

const line = makeFashionLine({
  families: Number(values.families),
  seed: Number(values.seed),
  mistakesPercent: Number(values.mistakes),
});
mkdirSync(values.folder, { recursive: true });
for (const [name, file] of Object.entries(line)) {
  const path = join(values.folder, `${name}.csv`);
  writeFileSync(path, csvOf(file));
  console.log(`Wrote ${path}: ${file.rows.length} rows, ${file.mistakes.length} of them wrong.`);
}
