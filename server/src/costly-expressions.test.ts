import { afterAll, beforeAll, expect, test } from "vitest";
import { compileExpression } from "./platform/expressions/compile-expression.ts";
import { documentPaths } from "./platform/expressions/names/document-paths.ts";
import type { TestService } from "./testing/test-service.ts";
import { inOwnOrg, type OrgService } from "./workflows/testing/own-org.ts";
import { buildWorkflow, startWorkflowService } from "./workflows/testing/workflow-world.ts";

let node: TestService;

beforeAll(async () => {
  node = await startWorkflowService();
});

afterAll(() => node.stop());

const itemCount = 60;
const names = Array.from({ length: itemCount }, (_, index) => `abcabcdefg-abcd-xyzabcdefghijklmno ${index}`);
/** Takes several milliseconds for a name, and holds for those that end in 7. */
const costly = (name: string) => `${name}.repeat(150).replace(/(a|b|c)+x?/g, '').length > 0 && ${name}.endsWith('7')`;
const matching = names.filter((name) => name.endsWith("7")).length;

/** How long the expressions of a batch take when they are evaluated one after the other in this thread. */
function evaluateAllHere(): number {
  const { matches } = compileExpression(costly("{name}"), documentPaths());
  const begun = performance.now();
  for (const name of names) {
    matches({ name });
  }
  return performance.now() - begun;
}

/** Writes the batch, and answers the longest time for which this thread, which serves the calls, was held up. */
async function writeBatch(service: OrgService, fields: object = {}): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 2);
  const operations = names.map((name) => ({ op: "create", object: { name, ...fields } }));
  const answer = await service.call("POST", "/items/batch", { body: { operations } });
  clearInterval(timer);
  expect(answer.status).toBe(200);
  return Math.max(longest, performance.now() - last);
}

test("conditionals of workflows that take long hold up nobody, and are decided with the change", async () => {
  const service = await inOwnOrg(node);
  const tasks = [{ name: "wait", action: "external" }];
  const workflow = await buildWorkflow(service, {
    triggers: ["item|create"],
    conditional: costly("{newData.name}"),
    tasks,
  });

  const heldUpMs = await writeBatch(service);

  const criteria = encodeURIComponent(JSON.stringify({ eventWorkflowId: workflow.id }));
  const { body } = await service.call("GET", `/event-workflow-processes?limit=1000&criteria=${criteria}`);
  expect(body.results).toHaveLength(matching);
  expect(heldUpMs).toBeLessThan(evaluateAllHere() / 3);
});

test("filters of webhooks that take long hold up nobody, and let the same events pass", async () => {
  const service = await inOwnOrg(node);
  const webhook = { url: "http://127.0.0.1:9/hook", events: ["item|create"], auth: { type: "none" } };
  await service.call("POST", "/webhooks", { body: { ...webhook, filter: costly("{newData.name}") } });

  const heldUpMs = await writeBatch(service);

  const { body } = await service.call("GET", "/webhook-deliveries?limit=1000");
  expect(body.results).toHaveLength(matching);
  expect(heldUpMs).toBeLessThan(evaluateAllHere() / 3);
});

test("formulas that take long hold up nobody, and have the same values", async () => {
  const service = await inOwnOrg(node);
  const expression = `${costly("{name}")} ? 'seven' : 'other'`;
  const properties = [{ slug: "kind", label: "Kind", propertyType: "formula", resultKind: "string", expression }];
  const type = await service.call("POST", "/entity-types", { body: { typePath: "item:coat", properties } });
  expect(type.body).toMatchObject({ typePath: "item:coat" });

  const heldUpMs = await writeBatch(service, { typePath: "item:coat" });

  const { body } = await service.call("GET", "/items?limit=1000");
  expect(body.results.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
    ...Array(itemCount - matching).fill("other"),
    ...Array(matching).fill("seven"),
  ]);
  expect(heldUpMs).toBeLessThan(evaluateAllHere() / 3);
});

test("a workflow whose conditionals take more than a transaction may fails its processes and says so", async () => {
  const service = await inOwnOrg(node);
  // Many steps that take little time.
  const conditional = Array(4).fill("{newData.name}.repeat(100).split('').length > 0").join(" && ");
  const tasks = [{ name: "wait", action: "external" }];
  const workflow = await buildWorkflow(service, { triggers: ["item|create"], conditional, tasks });

  await writeBatch(service);

  const criteria = encodeURIComponent(JSON.stringify({ eventWorkflowId: workflow.id, status: "failed" }));
  const { body } = await service.call("GET", `/event-workflow-processes?limit=1000&criteria=${criteria}`);
  expect(body.results.length).toBeGreaterThan(0);
  const one = await service.call("GET", `/event-workflow-processes/${body.results[0].id}`);
  expect(one.body.failure).toEqual({
    code: "limit",
    message: expect.stringContaining("one transaction took too many"),
  });
});
