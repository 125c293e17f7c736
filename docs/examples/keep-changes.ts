// Appends every item change of an organization to changes.ndjson, one per line, without gaps or duplicates, even if this
// program or the service is killed. The id of a change is its position in the log, so one write stores both.
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, truncateSync, writeSync } from "node:fs";
import { changes, login } from "@weft/client";

const path = "changes.ndjson";
const { WEFT_API_KEY: apiKey = "", WEFT_ORG: orgSlug = "", WEFT_BASE_URL: baseUrl } = process.env;

/** The position after the last complete line. An incomplete line is removed: its change is returned again. */
function findPosition(): string {
  if (!existsSync(path)) return "beginning";
  const bytes = readFileSync(path);
  const end = bytes.lastIndexOf("\n") + 1;
  truncateSync(path, end);
  const last = bytes.subarray(0, end).toString("utf8").trimEnd().split("\n").at(-1);
  return last ? JSON.parse(last).id : "beginning";
}

const after = findPosition();
await login({ apiKey, orgSlug, baseUrl, retries: Number.POSITIVE_INFINITY });

const file = openSync(path, "a");
for await (const change of changes.poll({ after, criteria: { entityType: "item" } })) {
  writeSync(file, `${JSON.stringify(change)}\n`);
  fsyncSync(file);
  console.log(change.createdOn, change.action, change.entityReference);
}
closeSync(file);
