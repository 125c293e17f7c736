import { operatorOperations } from "@weft/contract";
import type { ExampleCall, ExampleRecorder } from "./example-recorder.ts";
import { buildExampleWorld } from "./example-world.ts";

export const exampleOperatorToken = "the-token-of-the-operator-in-examples";

type Operation = (typeof operatorOperations)[keyof typeof operatorOperations];

type RecordCall = (operation: Operation, call: ExampleCall) => ReturnType<ExampleRecorder["record"]>;

/** Imported under another slug, with new ids, beside the original. */
async function recordArchives({ service }: ExampleRecorder, record: RecordCall): Promise<void> {
  const { export: exportOperation, import: importOperation } = operatorOperations;
  const params = { slug: "autumn26" };
  await record(exportOperation, { title: "Download the archive.", status: 200, params });
  await record(exportOperation, { title: "Unknown organization.", status: 404, params: { slug: "winter26" } });
  const answer = await fetch(`${service.address}/api/operator/orgs/autumn26/export`, {
    headers: { authorization: `Bearer ${exampleOperatorToken}` },
  });
  const body = new Uint8Array(await answer.arrayBuffer());
  const headers = { "content-type": "application/octet-stream" };
  const query = { slug: "autumn26-copy", newIds: "true" };
  await record(importOperation, { title: "Import with new ids.", status: 201, query, headers, body });
  await record(importOperation, { title: "The slug is taken.", status: 409, query, headers, body });
  await record(importOperation, { title: "Not an archive.", status: 400, headers, body: "not an archive" });
}

/** Organizations as the operator sees and changes them. */
export async function recordOperatorExamples(recorder: ExampleRecorder): Promise<void> {
  const world = await buildExampleWorld(recorder, "fall26");
  await world.create("items", { name: "Parka", roles: ["family"] });
  const record = (operation: Operation, call: ExampleCall) =>
    recorder.record(operation, call, { authorization: `Bearer ${exampleOperatorToken}` });
  const fall = { slug: "fall26" };
  const nowhere = { slug: "winter26" };
  const { list, read, suspend, resume, rename, releaseSlug, requestDeletion, listDeletions } = operatorOperations;

  const reason = { reason: "The invoice of March is unpaid." };
  await record(suspend, { title: "Suspend an organization.", status: 200, params: fall, body: reason });
  await record(suspend, { title: "Unknown organization.", status: 404, params: nowhere, body: reason });
  await record(list, { title: "Suspended organizations.", status: 200, query: { status: "suspended" } });
  await record(list, { title: "Unknown status.", status: 400, query: { status: "late" } });
  await record(read, { title: "Read an organization.", status: 200, params: fall });
  await recorder.record(read, { title: "Without the operator's token.", status: 401, params: fall });
  await record(resume, { title: "Resume a suspended organization.", status: 200, params: fall });
  await record(resume, { title: "Unknown organization.", status: 404, params: nowhere });

  const autumn = { slug: "autumn26" };
  await record(rename, { title: "Rename; the old slug works for 90 days.", status: 200, params: fall, body: autumn });
  await record(rename, { title: "The slug is taken.", status: 409, params: autumn, body: { slug: "acme" } });
  const former = { ...autumn, formerSlug: "fall26" };
  await record(releaseSlug, { title: "Give up the old slug.", status: 200, params: former });
  await record(releaseSlug, { title: "It is no longer a former slug.", status: 404, params: former });

  const confirm = { confirm: "autumn26" };
  await record(requestDeletion, { title: "Delete in a week.", status: 202, params: autumn, body: confirm });
  await record(requestDeletion, {
    title: "The slug was not repeated.",
    status: 400,
    params: autumn,
    body: { confirm: "fall26" },
  });
  await record(requestDeletion, {
    title: "An active organization is never deleted without a waiting time.",
    status: 409,
    params: { slug: "acme" },
    body: { confirm: "acme", now: true },
  });
  await recordArchives(recorder, record);
  await record(listDeletions, { title: "The deletions of a slug.", status: 200, query: autumn });
  await record(listDeletions, { title: "Invalid page size.", status: 400, query: { limit: "0" } });
  await record(resume, { title: "Cancel a deletion.", status: 200, params: autumn });
}
