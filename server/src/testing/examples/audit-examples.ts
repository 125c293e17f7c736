import { exportAuditLog, listAuditLog } from "@weft/contract";
import type { ExampleRecorder } from "./example-recorder.ts";
import { buildExampleWorld } from "./example-world.ts";

const ofUsers = { criteria: JSON.stringify({ targetType: "user" }) };
const invalid = { criteria: JSON.stringify({ action: "user.rename" }) };
const beyond = { after: "A1000" };

/** The audit log and its export. */
export async function recordAuditExamples(recorder: ExampleRecorder): Promise<void> {
  const world = await buildExampleWorld(recorder, "acme-audit");
  const user = await world.create("users", { email: "jo@acme.example", name: "Jo Miller", role: "viewer" });
  await world.send("PUT", `/users/${user.id}`, { role: "editor" });
  const first = await world.record(listAuditLog, {
    title: "The latest entry about a user.",
    status: 200,
    query: { ...ofUsers, limit: "1" },
  });
  await world.record(listAuditLog, {
    title: "The previous page.",
    status: 200,
    query: { ...ofUsers, limit: "1", nextPageKey: first.body.nextPageKey },
  });
  const followed = await world.record(listAuditLog, {
    title: "All entries from the beginning, oldest first.",
    status: 200,
    query: { after: "beginning" },
  });
  await world.record(listAuditLog, {
    title: "Continue from there: no entries since.",
    status: 200,
    query: { after: followed.body.coveredUntil },
  });
  await world.record(listAuditLog, { title: "Unknown action.", status: 400, query: invalid });
  await world.record(listAuditLog, { title: "A cursor of another log.", status: 410, query: beyond });
  await world.record(exportAuditLog, { title: "All entries about users, one per line.", status: 200, query: ofUsers });
  await world.record(exportAuditLog, { title: "Unknown action.", status: 400, query: invalid });
  await world.record(exportAuditLog, { title: "A cursor of another log.", status: 410, query: beyond });
}
