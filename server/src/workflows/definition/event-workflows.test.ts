import { eventWorkflowOperations } from "@weft/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  describeConditions,
  describeDryRuns,
  describeSendingBack,
} from "../../access/testing/describe-kind-changes.ts";
import { describeAddresses, describeLists } from "../../access/testing/describe-kind-lists.ts";
import { KindWorld } from "../../access/testing/kind-world.ts";
import { problem } from "../../access/testing/problem.ts";
import { sql } from "../../platform/database/sql.ts";
import type { TestService } from "../../testing/test-service.ts";
import { waitUntil } from "../../testing/wait-until.ts";
import { buildWorkflow, callBack, ended, processIn, shareWorkflowService, start } from "../testing/workflow-world.ts";

let service: TestService;

beforeAll(async () => {
  service = await shareWorkflowService();
});

afterAll(() => service.stop());

const wait = { name: "wait", action: "external" };
let number = 0;

describe("event-workflows can be created, read, listed, updated and deleted", () => {
  const world = new KindWorld(() => service, {
    plural: "event-workflows",
    operations: eventWorkflowOperations,
    buildBody() {
      number += 1;
      return { name: `Kind ${number}`, triggers: [`manual|kind-${number}`], tasks: [wait] };
    },
    change: { description: "For the ERP.", isActive: false, maxConcurrentProcesses: 3, conditional: "{a} > 1" },
    readOnly: {},
    badBody: { body: {}, errors: [] },
    badChange: { body: {}, errors: [] },
  });

  beforeAll(() => world.build());

  describeSendingBack(world);
  describeConditions(world);
  describeDryRuns(world);
  describeAddresses(world);
  describeLists(world);
});

test("the response shows the documented default of each omitted field", async () => {
  const body = { name: "Notify the ERP: Überraschung!", triggers: ["item|update", "item|update"], tasks: [wait] };

  const created = await service.call("POST", "/event-workflows", { body });

  const { id } = created.body;
  const read = await service.call("GET", `/event-workflows/${id}`);
  expect(created.status).toBe(201);
  expect(created.headers.get("location")).toBe(`/api/event-workflows/${id}`);
  expect(created.body).toMatchObject({
    identifier: "notify-the-erp-uberraschung",
    isActive: true,
    description: null,
    triggers: ["item|update"],
    conditional: null,
    tasks: [{ name: "wait", action: "external", async: true, config: {} }],
    maxConcurrentProcesses: 25,
    reentrant: false,
    version: 1,
  });
  expect(read.body).toEqual(created.body);
  expect(eventWorkflowOperations.get.answers[200].body.parse(read.body)).toEqual(read.body);
  await service.call("DELETE", `/event-workflows/${id}`);
});

test("an identifier is unique, whether it was given or derived from the name", async () => {
  const first = await buildWorkflow(service, { name: "Twice", tasks: [wait] });
  const other = await buildWorkflow(service, { name: "Twice", identifier: "twice-2", tasks: [wait] });
  const body = { name: "twice", triggers: [], tasks: [wait] };

  const made = await service.call("POST", "/event-workflows", { body });
  const renamed = await service.call("PUT", `/event-workflows/${other.id}`, { body: { identifier: "twice" } });
  const kept = await service.call("PUT", `/event-workflows/${first.id}`, {
    body: { name: "Once", identifier: "twice" },
  });

  expect(made).toMatchObject(problem("conflict", { detail: expect.stringContaining("twice") }));
  expect(renamed).toMatchObject(problem("conflict"));
  expect(kept).toMatchObject({ status: 200, body: { name: "Once", identifier: "twice" } });
});

test("an invalid change is rejected with its pointer, and changes nothing", async () => {
  const workflow = await buildWorkflow(service, { tasks: [wait] });

  const answer = await service.call("PUT", `/event-workflows/${workflow.id}`, {
    body: { name: "Other", tasks: [{ ...wait, async: false }] },
  });

  const { body: after } = await service.call("GET", `/event-workflows/${workflow.id}`);
  expect(answer.body.errors).toMatchObject([{ pointer: "#/tasks/0/async" }]);
  expect(after).toEqual(workflow);
});

test("null removes a conditional and a description", async () => {
  const workflow = await buildWorkflow(service, { conditional: "{a}", description: "x", tasks: [wait] });

  const { body } = await service.call("PUT", `/event-workflows/${workflow.id}`, {
    body: { conditional: null, description: null },
  });

  expect(body).toMatchObject({ conditional: null, description: null, version: 2 });
});

test("the history records who created, changed and deleted a workflow", async () => {
  const workflow = await buildWorkflow(service, { tasks: [wait] });
  await service.call("PUT", `/event-workflows/${workflow.id}`, { body: { isActive: false } });
  await service.call("DELETE", `/event-workflows/${workflow.id}`);

  const criteria = encodeURIComponent(JSON.stringify({ entityReference: `event-workflow:${workflow.id}` }));
  const { body } = await service.call("GET", `/change-history?criteria=${criteria}`);

  const [deleted, updated, created] = body.results;
  expect(created).toMatchObject({ action: "create", entityVersion: 1, source: "api" });
  expect(updated).toMatchObject({ action: "update", entityVersion: 2 });
  expect(updated.propertyDiffs).toMatchObject({ isActive: { oldValue: true, newValue: false } });
  expect(deleted).toMatchObject({ action: "delete", entityVersion: 3 });
});

test("a running process keeps the definition that it started with", async () => {
  const note = { name: "note", action: "script", config: { code: "return { edition: 1 };" } };
  const workflow = await buildWorkflow(service, { tasks: [wait, note] });
  const { id } = await start(service, workflow);
  const awaiting = await processIn(service, id, "awaiting");

  const later = { name: "later", action: "script", config: { code: "return { edition: 2 };" } };
  const saved = await service.call("PUT", `/event-workflows/${workflow.id}`, { body: { tasks: [wait, later] } });
  await callBack(service, { taskId: awaiting.tasks[0].id, status: "SUCCESS" });
  const process = await ended(service, id);
  const next = await start(service, saved.body);

  expect(process).toMatchObject({ status: "completed", eventWorkflowVersion: 1 });
  expect(process.taskOutputs).toEqual({ wait: {}, note: { edition: 1 } });
  expect(next.eventWorkflowVersion).toBe(2);
});

test("deleting a workflow cancels its pending processes, and running ones continue", async () => {
  const last = { name: "last", action: "script", config: { code: "return 'done';" } };
  const workflow = await buildWorkflow(service, { tasks: [wait, last], maxConcurrentProcesses: 1 });
  const begun = await start(service, workflow);
  const awaiting = await processIn(service, begun.id, "awaiting");
  const pending = await start(service, workflow);

  const removal = await service.call("DELETE", `/event-workflows/${workflow.id}`);
  const canceled = await ended(service, pending.id);
  await callBack(service, { taskId: awaiting.tasks[0].id, status: "SUCCESS" });
  const process = await ended(service, begun.id);

  expect(removal.status).toBe(204);
  expect(canceled).toMatchObject({ status: "canceled", failure: { message: "The workflow was deleted." }, tasks: [] });
  expect(process).toMatchObject({ status: "completed", taskOutputs: { last: { result: "done" } } });
});

test("a process created while its workflow was being deleted does not stay pending", async () => {
  const workflow = await buildWorkflow(service, { tasks: [wait], maxConcurrentProcesses: 1 });
  await processIn(service, (await start(service, workflow)).id, "awaiting");
  const { id } = await start(service, workflow);

  await service.database.db.query(sql`delete from event_workflows where id = ${workflow.id}`);

  await waitUntil("the process is canceled", async () => {
    const { body } = await service.call("GET", `/event-workflow-processes/${id}`);
    return body.status === "canceled";
  });
});
