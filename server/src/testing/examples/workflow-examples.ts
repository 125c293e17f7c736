import {
  eventWorkflowOperations,
  eventWorkflowProcessOperations,
  eventWorkflowRestartOperations,
  eventWorkflowTaskClaimOperations,
  eventWorkflowTaskOperations,
  externalEventOperations,
  inboundWebhookOperations,
  triggerWebhook,
} from "@weft/contract";
import type { ExampleRecorder } from "./example-recorder.ts";
import { buildExampleWorld, type ExampleWorld, unknownId } from "./example-world.ts";

const missing = { status: 404, params: { id: unknownId } };

/** Workflows from start to end: started manually, by an external event, called back, failed and rerun. */
export async function recordWorkflowExamples(recorder: ExampleRecorder): Promise<void> {
  const world = await buildExampleWorld(recorder, "acme-workflows");
  await world.create("event-workflows", approval);
  await world.create("event-workflows", greeting);
  const processId = await recordStarts(world);
  const taskId = await awaitedTask(world, processId);
  await recordTask(world, taskId);
  await recordCallbacks(world, taskId);
  await recordProcess(world, processId);
  await recordRetry(world, taskId);
  await recordClaims(world);
  await recordTakeOver(world);
  await recordInbound(recorder, world);
}

const approval = {
  name: "Approve a sample",
  triggers: ["manual|approve", "erp|sample-arrived"],
  tasks: [{ name: "Ask the buyer", action: "external", config: { sample: "{sample}" } }],
};

const greeting = {
  name: "Greet",
  triggers: ["manual|greet"],
  tasks: [{ name: "Greet", action: "script", config: { code: "return { text: 'Hello ' + event.who };" } }],
};

async function recordStarts(world: ExampleWorld): Promise<string> {
  const { request, raise, requestSynchronously } = externalEventOperations;
  const body = { triggerKey: "manual|approve", event: { sample: "S-17" } };
  const started = await world.record(request, { title: "Start a workflow manually.", status: 201, body });
  await world.record(request, {
    title: "A key without a listening workflow, with the closest match.",
    status: 400,
    body: { triggerKey: "manual|aprove" },
  });
  await world.record(raise, {
    title: "An external event.",
    status: 201,
    body: { eventType: "erp", actionType: "sample-arrived", sample: "S-18" },
  });
  await world.record(raise, { title: "eventType is missing.", status: 400, body: { actionType: "sample-arrived" } });
  await world.record(requestSynchronously, {
    title: "Start a short workflow and wait for it.",
    status: 200,
    body: { triggerKey: "manual|greet", event: { who: "Jo" } },
  });
  await world.record(requestSynchronously, { title: "The key is missing.", status: 400, body: { event: {} } });
  return started.body.results[0].id;
}

async function awaitedTask(world: ExampleWorld, processId: string): Promise<string> {
  for (;;) {
    const process = await world.send("GET", `/event-workflow-processes/${processId}?relations=tasks`);
    if (process.status === "awaiting") {
      return process.tasks[0].id;
    }
  }
}

async function recordTask(world: ExampleWorld, id: string): Promise<void> {
  const { list, get, update } = eventWorkflowTaskOperations;
  const criteria = JSON.stringify({ id });
  await world.record(list, { title: "Matching tasks.", status: 200, query: { criteria } });
  await world.record(list, { title: "A limit above the maximum.", status: 400, query: { limit: "1001" } });
  await world.record(get, { title: "A task that waits for its callback.", status: 200, params: { id } });
  await world.record(get, { title: "Unknown id.", ...missing });
  const body = { subtext: "The buyer has it" };
  await world.record(update, { title: "Update the status message.", status: 200, params: { id }, body });
  await world.record(update, {
    title: "Other fields cannot be changed.",
    status: 400,
    params: { id },
    body: { status: "completed" },
  });
  await world.record(update, { title: "Unknown id.", ...missing, body });
}

async function recordCallbacks(world: ExampleWorld, taskId: string): Promise<void> {
  const { callBack } = externalEventOperations;
  const { listCallbacks } = eventWorkflowTaskOperations;
  const success = {
    taskId,
    status: "SUCCESS",
    logs: ["approved by Jo"],
    output: { approved: true },
    subtext: "Approved",
  };
  const progress = { taskId, status: "PROGRESS", progress: 50, logs: "half way" };
  await world.record(callBack, { title: "A heartbeat.", status: 200, body: progress });
  await world.record(callBack, { title: "Complete the task.", status: 200, body: success });
  await world.record(callBack, {
    title: "A duplicate: returns the first receipt, and nothing is applied twice.",
    status: 200,
    body: success,
  });
  await world.record(callBack, {
    title: "Contradicts an earlier callback.",
    status: 409,
    body: { taskId, status: "FAILURE" },
  });
  await world.record(callBack, { title: "Unknown status.", status: 400, body: { taskId, status: "DONE" } });
  await world.record(callBack, {
    title: "Unknown task.",
    status: 404,
    body: { taskId: unknownId, status: "SUCCESS" },
  });
  await world.record(listCallbacks, { title: "All callbacks received.", status: 200, params: { id: taskId } });
  await world.record(listCallbacks, { title: "Unknown task.", ...missing });
}

async function recordProcess(world: ExampleWorld, id: string): Promise<void> {
  const { list, get, cancel } = eventWorkflowProcessOperations;
  const { restart, listRestarts } = eventWorkflowRestartOperations;
  await world.record(get, {
    title: "A completed process with its tasks.",
    status: 200,
    params: { id },
    query: { relations: "tasks", wait: "30" },
  });
  await world.record(get, { title: "Unknown id.", ...missing });
  const { tasks } = await world.send("GET", `/event-workflow-processes/${id}?relations=tasks`);
  const corrected = { fromTaskId: tasks[0].id, output: { approved: false } };
  await world.record(restart, { title: "Correct an answer.", status: 200, params: { id }, body: corrected });
  await world.record(restart, {
    title: "A task of another process.",
    status: 400,
    params: { id },
    body: { fromTaskId: unknownId },
  });
  await world.record(restart, { title: "Unknown id.", ...missing, body: corrected });
  await world.record(listRestarts, { title: "The results that were replaced.", status: 200, params: { id } });
  await world.record(listRestarts, { title: "Unknown id.", ...missing });
  const criteria = JSON.stringify({ id });
  await world.record(list, { title: "Matching processes.", status: 200, query: { criteria } });
  await world.record(list, { title: "A limit above the maximum.", status: 400, query: { limit: "1001" } });
  const body = { triggerKey: "manual|approve", event: { sample: "S-19" } };
  const other = (await world.create("event-workflow-requests", body)).results[0];
  await awaitedTask(world, other.id);
  await world.record(cancel, { title: "Cancel a waiting process.", status: 200, params: { id: other.id } });
  await world.record(cancel, { title: "Already ended.", status: 409, params: { id: other.id } });
  await world.record(cancel, { title: "Unknown id.", ...missing });
}

async function recordRetry(world: ExampleWorld, completedId: string): Promise<void> {
  const { retry } = eventWorkflowTaskOperations;
  const body = { triggerKey: "manual|approve", event: { sample: "S-20" } };
  const process = (await world.create("event-workflow-requests", body)).results[0];
  const id = await awaitedTask(world, process.id);
  await world.send("POST", "/external-events/callback", { taskId: id, status: "FAILURE", logs: "lost" });
  await world.record(retry, { title: "Retry a failed task.", status: 200, params: { id } });
  await world.record(retry, { title: "A task that has not failed.", status: 409, params: { id: completedId } });
  await world.record(retry, { title: "Unknown id.", ...missing });
}

async function recordTakeOver(world: ExampleWorld): Promise<void> {
  const { takeOver } = eventWorkflowOperations;
  const { id } = await world.create("event-workflows", {
    ...greeting,
    name: "Greet again",
    triggers: ["manual|again"],
  });
  await world.record(takeOver, { title: "The workflow acts as the caller from now on.", status: 200, params: { id } });
  await world.record(takeOver, { title: "Unknown id.", ...missing });
}

async function recordClaims(world: ExampleWorld): Promise<void> {
  const { claim, renew, release, fail } = eventWorkflowTaskClaimOperations;
  const tasks = [{ name: "Weigh the sample", action: "external", config: { sample: "{sample}" } }];
  await world.create("event-workflows", { name: "Weigh a sample", triggers: ["manual|weigh"], tasks });
  const body = { triggerKey: "manual|weigh", event: { sample: "S-21" } };
  const process = (await world.create("event-workflow-requests", body)).results[0];
  const id = await awaitedTask(world, process.id);
  const input = { workerId: "scales-1", names: ["Weigh the sample"], limit: 10, leaseSeconds: 3600 };
  await world.record(claim, { title: "A worker claims waiting tasks.", status: 200, body: input });
  await world.record(claim, {
    title: "Another worker gets no leased tasks.",
    status: 200,
    body: { ...input, workerId: "scales-2" },
  });
  await world.record(claim, { title: "A limit above the maximum.", status: 400, body: { ...input, limit: 101 } });
  const longer = { workerId: "scales-1", leaseSeconds: 3600 };
  await world.record(renew, { title: "Renew the lease.", status: 200, params: { id }, body: longer });
  await world.record(renew, {
    title: "Another worker holds the lease.",
    status: 409,
    params: { id },
    body: { ...longer, workerId: "scales-2" },
  });
  await world.record(renew, {
    title: "Release the task.",
    status: 200,
    params: { id },
    body: { ...longer, leaseSeconds: 0 },
  });
  await world.record(renew, { title: "Unknown task.", ...missing, body: longer });
  const later = { workerId: "scales-1", afterSeconds: 1, reason: "The scales are being calibrated." };
  const error = { workerId: "scales-1", message: "The scales do not respond." };
  await world.send("POST", "/event-workflow-tasks/claims", input);
  await world.record(release, { title: "Try again later.", status: 200, params: { id }, body: later });
  await world.record(release, {
    title: "The worker no longer holds the task.",
    status: 409,
    params: { id },
    body: later,
  });
  await world.record(release, { title: "Unknown task.", ...missing, body: later });
  await world.send("POST", "/event-workflow-tasks/claims", { ...input, wait: 10 });
  await world.record(fail, {
    title: "The worker failed, and no retries are left.",
    status: 200,
    params: { id },
    body: error,
  });
  await world.record(fail, { title: "The task has ended.", status: 409, params: { id }, body: error });
  await world.record(fail, { title: "Unknown task.", ...missing, body: error });
}

async function recordInbound(recorder: ExampleRecorder, world: ExampleWorld): Promise<void> {
  const { id, secret, triggerKey } = await world.create("inbound-webhooks", { name: "Shop orders" });
  await world.create("event-workflows", { ...greeting, name: "Greet the shop", triggers: [triggerKey] });
  const headers = { "content-type": "application/json" };
  const body = { order: 4711 };
  await recorder.record(triggerWebhook, {
    title: "A request with the secret.",
    status: 202,
    params: { id },
    headers: { ...headers, "x-webhook-secret": secret },
    body,
  });
  await recorder.record(triggerWebhook, {
    title: "A wrong secret, or an unknown URL.",
    status: 401,
    params: { id },
    headers: { ...headers, "x-webhook-secret": "a guess" },
    body,
  });
  const { rotate } = inboundWebhookOperations;
  const overlap = { overlapSeconds: 3600 };
  await world.record(rotate, {
    title: "The old secret stays valid for an hour.",
    status: 200,
    params: { id },
    body: overlap,
  });
  await world.record(rotate, { title: "Unknown id.", ...missing, body: overlap });
}
