// Keeps every change of an organization in changes.ndjson, one line each, and misses and repeats none of them,
// whoever is killed meanwhile. A change's id is its place in the log: what is kept and how far we are is one write.
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, truncateSync, writeSync } from "node:fs";
import { changes, login } from "@weft/client";

const path = "changes.ndjson";
const { WEFT_API_KEY: apiKey = "", WEFT_ORG: orgSlug = "", WEFT_BASE_URL: baseUrl } = process.env;

/** The place behind the last whole line. A line that a kill has torn is cut off: its change comes again. */
function findPlace(): string {
  if (!existsSync(path)) return "beginning";
  const bytes = readFileSync(path);
  const end = bytes.lastIndexOf("\n") + 1;
  truncateSync(path, end);
  const last = bytes.subarray(0, end).toString("utf8").trimEnd().split("\n").at(-1);
  return last ? JSON.parse(last).id : "beginning";
}

const after = findPlace();
await login({ apiKey, orgSlug, baseUrl, retries: Number.POSITIVE_INFINITY });

const file = openSync(path, "a");
for await (const change of changes.poll({ after, criteria: { entityType: "item" } })) {
  writeSync(file, `${JSON.stringify(change)}\n`);
  fsyncSync(file);
  console.log(change.createdOn, change.action, change.entityReference);
}
closeSync(file);
