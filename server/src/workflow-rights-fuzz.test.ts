import type { Right } from "@weft/contract";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { arbitraryRight } from "./testing/arbitrary-right.ts";
import { buildKey, firstOrg } from "./testing/builders.ts";
import type { TestService } from "./testing/test-service.ts";
import { beginTorture } from "./testing/torture.ts";
import { type Known, visibleTexts } from "./testing/visible-texts.ts";
import { waitUntil } from "./testing/wait-until.ts";
import { asCaller, processesOf } from "./workflows/testing/own-org.ts";
import { type Receiver, startReceiver } from "./workflows/testing/receiver.ts";
import { shareWorkflowService } from "./workflows/testing/workflow-world.ts";

/** Untyped: a wrong assumption about a response fails the test. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test checks.
type Json = any;

const torture = beginTorture("rights of workflows");
let service: TestService;
let receiver: Receiver;
let world: readonly Known[];
let projects: readonly string[];

const fields = ["fabric", "margin", "again"] as const;

beforeAll(async () => {
  [service, receiver] = await Promise.all([shareWorkflowService(), startReceiver()]);
  projects = [(await post("projects", { name: "one" })).id, (await post("projects", { name: "two" })).id];
  world = await buildWorld();
});

afterAll(async () => {
  await service.stop();
  await receiver.close();
});

async function post(path: string, body: object): Promise<Json> {
  const answer = await service.call("POST", `/${path}`, { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

/** The two values that each field of an entity has in turn. */
function wordsOf(number: number): readonly [Record<string, string>, Record<string, string>] {
  const of = (turn: string) => Object.fromEntries(fields.map((field) => [field, `word${number}${field}${turn}`]));
  return [of("a"), of("b")];
}

async function buildWorld(): Promise<Known[]> {
  const known: Known[] = [];
  const add = async (path: string, fixed: object): Promise<string> => {
    const [first, second] = wordsOf(known.length);
    const {
      id,
      entityType: kind,
      typePath,
      projectId,
    } = await post(path, { name: `name ${known.length}`, ...fixed, ...first });
    const words = Object.fromEntries(fields.map((field) => [field, `${first[field]} ${second[field]}`]));
    known.push({ kind, path, id, typePath, projectId, federatedId: undefined, words });
    return id;
  };
  const itemId = await add("items", { typePath: "item:shoe" });
  await add("items", { typePath: "item:shirt" });
  await add("colors", { hex: "336699" });
  for (const projectId of projects) {
    await add("project-items", { projectId, itemId });
    const { rootWorkspaceId: workspaceId } = (await service.call("GET", `/projects/${projectId}`)).body;
    await add("assortments", { workspaceId });
  }
  return known;
}

const kinds = ["item", "color", "project-item", "assortment"];

/** Sends, logs, returns and throws everything that a workflow can see: its event, and what it can list. */
function reportingTasks(path: string) {
  const code = `
    const lists = [];
    for (const kind of ${JSON.stringify(kinds)}) {
      try { lists.push(await entities.list(kind)); } catch (error) { lists.push(error.message); }
    }
    console.log(JSON.stringify(event));
    console.log(JSON.stringify(lists));
    if (config.fails) { throw new Error(JSON.stringify([event, lists, tasks])); }
    return { event, lists, config };`;
  const config = { code, all: "{newData.fabric} {oldData.margin} {propertyDiffs.again.newValue}" };
  return [
    { name: "send", action: "http", config: { url: `${receiver.url}/${path}` } },
    { name: "tell", action: "script", config },
    { name: "fail", action: "script", config: { ...config, fails: true } },
  ];
}

const savesWorkflows: Right = { verbs: ["read", "create", "update"], typePath: "event-workflow" };
let turn = 0;

/** Everything that a workflow of a key with these rights reveals while each entity of the fixture changes. */
async function gatherAs(rights: readonly Right[]) {
  turn += 1;
  const path = `run-${turn}`;
  const key = await buildKey(service, await firstOrg(service), { rights: [savesWorkflows, ...rights] });
  const triggers = kinds.map((kind) => `${kind}|update`);
  const by = asCaller(service, key);
  // Only an administrator may add a task that calls out; the workflow then acts with the rights of its new owner.
  const { body: workflow } = await service.call("POST", "/event-workflows", {
    body: { name: path, triggers, tasks: reportingTasks(path) },
  });
  await by.call("POST", `/event-workflows/${workflow.id}/take-over`);
  for (const [number, known] of world.entries()) {
    await service.call("PUT", `/${known.path}/${known.id}`, { body: wordsOf(number)[turn % 2] });
  }
  await by.call("PUT", `/event-workflows/${workflow.id}`, { body: { isActive: false } });
  let processes: Json[] = [];
  const hasEnded = async () => {
    processes = await processesOf(service, workflow);
    return processes.every(({ status }) => status === "failed");
  };
  await waitUntil("all runs have ended", hasEnded, 60_000);
  const calls = receiver.calls.filter((call) => call.path === `/${path}`);
  const reported = processes.map(({ taskOutputs, tasks, failure }) => [taskOutputs, tasks, failure]);
  const text = JSON.stringify([calls.map(({ headers, text: body }) => [headers, body]), reported]);
  const started = processes.map(({ triggerEvent }) => triggerEvent.entityReference.split(":")[1]);
  return { words: [...new Set(text.match(/word\d+(?:fabric|margin|again)[ab]/g))], started };
}

test("for any rights of its owner, a workflow sees exactly what they allow", {
  timeout: torture.times(240_000),
}, async () => {
  let runs = 0;

  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryRight(projects, fields), { maxLength: 3 }), async (rights) => {
      const { words, started } = await gatherAs(rights);

      const visible = new Set(world.flatMap((known) => [...(visibleTexts(rights, known) ?? [])]));
      const readable = world.filter((known) => visibleTexts(rights, known) !== undefined).map(({ id }) => id);
      runs += started.length;
      expect(
        words.filter((word) => !visible.has(word)),
        JSON.stringify(rights),
      ).toEqual([]);
      expect(started.toSorted(), JSON.stringify(rights)).toEqual(readable.toSorted());
    }),
    torture.runs(3),
  );

  torture.verdict(
    `${torture.times(3)} owners with random rights, ${runs} runs; no run saw or reported more than its owner may read`,
  );
});
