import type { Webhook } from "@weft/client";
import { expect, test } from "vitest";
import { type Attention, failuresOf, nameLoad, waitsOf } from "./attention.ts";

const now = Date.parse("2026-03-10T12:00:00.000Z");
const nothing: Attention = {
  ...{
    failedLoads: [],
    queuedLoads: [],
    failedProcesses: [],
    waitingTasks: [],
    workflows: [],
    webhooks: [],
    parked: [],
  },
};
const basics = { version: 1, createdOn: "2026-03-09T10:00:00.000Z", updatedOn: "2026-03-09T10:00:00.000Z" };

function buildWebhook(input: Partial<Webhook>): Webhook {
  return {
    ...basics,
    ...{ id: "W1", entityType: "webhook", typePath: "webhook", url: "https://erp.example/in", description: "" },
    ...{ events: [], filter: null, auth: { type: "none" }, isActive: true, headers: {}, timeoutSeconds: 10 },
    ...{ disabledReason: null, disabledOn: null, failingSince: null, lastDeliveredOn: null, pausedUntil: null },
    ...{ createdById: null, updatedById: null },
    ...input,
  };
}

test("failures are listed newest first, named by subject, and only since the given time", () => {
  const attention: Attention = {
    ...nothing,
    failedProcesses: [
      {
        ...basics,
        ...{ id: "P1", entityType: "event-workflow-process", typePath: "event-workflow-process" },
        ...{ eventWorkflowId: "E1", eventWorkflowVersion: 1, status: "failed", triggerKey: "item|create" },
        failure: { code: "error", message: "No such host.", taskName: "Quote" },
        endedOn: "2026-03-09T11:00:00.000Z",
      },
    ],
    workflows: [{ id: "E1", name: "Ask for a quote" }],
    webhooks: [
      buildWebhook({ id: "W1", failingSince: "2026-03-10T11:00:00.000Z" }),
      buildWebhook({ id: "W2", isActive: false, disabledReason: "Gone.", disabledOn: "2026-03-01T00:00:00.000Z" }),
    ],
  };

  const notices = failuresOf(attention, "2026-03-05T00:00:00.000Z", now);

  expect(notices).toMatchObject([
    { title: "Webhook erp.example/in", link: { to: "/webhooks/$id", params: { id: "W1" } } },
    { title: "Ask for a quote", text: "Quote: No such host.", link: { to: "/processes/$id", params: { id: "P1" } } },
  ]);
});

test("pending work is named by its subject, oldest first", () => {
  const attention: Attention = {
    ...nothing,
    waitingTasks: [
      {
        ...basics,
        ...{ id: "T1", entityType: "event-workflow-task", typePath: "event-workflow-task", name: "Quote" },
        ...{ status: "awaiting", processId: "P1", action: "external", async: true, logs: [], logLineCount: 0 },
        ...{ attempt: 1, idempotencyKey: "T1" },
      },
    ],
    workflows: [{ id: "E1", name: "Ask for a quote" }],
    webhooks: [buildWebhook({ pausedUntil: "2026-03-10T12:05:00.000Z", description: "ERP" })],
  };
  const event = { entityReference: "item:I1", newData: { name: "Parka" } };

  const notices = waitsOf(attention, new Map([["P1", { workflowId: "E1", event }]]), now);

  expect(notices.map(({ title, text }) => [title, text])).toEqual([
    ["Quote: Parka", "Ask for a quote is waiting for a callback."],
    ["ERP", "Paused at the receiver's request."],
  ]);
});

test("no data gives no notices", () => {
  expect(failuresOf(nothing, "", now)).toEqual([]);
  expect(waitsOf(nothing, new Map(), now)).toEqual([]);
});

test.each([
  [[], "Load"],
  [["ITEM"], "Load of items"],
  [["PROJECT_ITEM", "CUSTOM_ENTITY"], "Load of project items, custom entities"],
] as const)("a load of %j is called %s", (loadType, name) => {
  expect(nameLoad(loadType)).toBe(name);
});
