import type { Right } from "@weft/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildKey, firstOrg } from "../../testing/builders.ts";
import type { TestService } from "../../testing/test-service.ts";
import { buildWorkflow, callBack, processIn, shareWorkflowService } from "../testing/workflow-world.ts";

let service: TestService;
let processId: string;
let taskId: string;

/** The value of a field with restricted access, wherever it ends up: the event, the input, the output. */
const secretWord = "word-margin";

beforeAll(async () => {
  service = await shareWorkflowService();
  await buildWorkflow(service, {
    triggers: ["item|create"],
    tasks: [{ name: "tell", action: "external", config: { margin: "{newData.margin}" } }],
  });
  const body = { name: "Parka", fabric: "word-fabric", margin: secretWord };
  await service.call("POST", "/items", { body });
  const { body: page } = await service.call("GET", "/event-workflow-processes");
  processId = page.results[0].id;
  taskId = (await processIn(service, processId, "awaiting")).tasks[0].id;
  await callBack(service, { taskId, status: "PROGRESS", output: { margin: secretWord } });
});

afterAll(() => service.stop());

const readsProcesses: Right = { verbs: ["read"], typePath: "event-workflow-process" };
const readsTasks: Right = { verbs: ["read"], typePath: "event-workflow-task" };
const readsItems: Right = { verbs: ["read"], typePath: "item:*" };
const readsFabric: Right = { ...readsItems, fields: ["fabric"] };

const paths = () => [
  `/event-workflow-processes/${processId}?relations=tasks`,
  "/event-workflow-processes",
  `/event-workflow-tasks/${taskId}`,
  "/event-workflow-tasks",
];

/** The values that a caller with these rights sees in all responses, and the statuses. */
async function seenBy(rights: readonly Right[]) {
  const { headers } = await buildKey(service, await firstOrg(service), { rights });
  const answers = await Promise.all(paths().map((path) => service.call("GET", path, { headers })));
  const text = JSON.stringify(answers.map(({ body }) => body));
  return { statuses: answers.map(({ status }) => status), words: [...new Set(text.match(/word-\w+/g))].sort() };
}

test.each<[string, Right[], number[], string[]]>([
  ["all", [readsProcesses, readsTasks, readsItems], [200, 200, 200, 200], ["word-fabric", secretWord]],
  ["some fields", [readsProcesses, readsTasks, readsFabric], [200, 200, 200, 200], ["word-fabric"]],
  ["no items", [readsProcesses, readsTasks], [200, 200, 200, 200], []],
  ["no tasks", [readsProcesses, readsItems], [200, 200, 404, 404], ["word-fabric", secretWord]],
  ["no processes", [readsTasks, readsItems], [404, 404, 200, 200], [secretWord]],
  ["the status alone", [{ ...readsProcesses, fields: ["status"] }, readsItems], [200, 200, 404, 404], []],
])("a caller who may read %s sees that of a process and nothing else", async (...[, rights, statuses, words]) => {
  const seen = await seenBy(rights);

  expect(seen).toEqual({ statuses, words });
});

test("a criterion does not reveal a status that the caller may not read", async () => {
  const rights: Right[] = [{ ...readsTasks, fields: ["name"] }];
  const { headers } = await buildKey(service, await firstOrg(service), { rights });
  const criteria = encodeURIComponent(JSON.stringify({ status: "awaiting" }));

  const { body } = await service.call("GET", `/event-workflow-tasks?criteria=${criteria}`, { headers });

  expect(body.results).toEqual([]);
});
