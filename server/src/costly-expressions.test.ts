import { afterAll, beforeAll, expect, test } from "vitest";
import { compileExpression } from "./platform/expressions/compiling/compile-expression.ts";
import { documentPaths } from "./platform/expressions/names/document-paths.ts";
import type { TestService } from "./testing/test-service.ts";
import { inOwnOrg, type OrgService } from "./workflows/testing/own-org.ts";
import { buildWorkflow, shareWorkflowService } from "./workflows/testing/workflow-world.ts";

let node: TestService;

beforeAll(async () => {
  node = await shareWorkflowService();
});

afterAll(() => node.stop());

const itemCount = 60;
const names = Array.from({ length: itemCount }, (_, index) => `abcabcdefg-abcd-xyzabcdefghijklmno ${index}`);
/** Takes several milliseconds per name, and is true for names that end in 7. */
const costly = (name: string) => `${name}.repeat(150).replace(/(a|b|c)+x?/g, '').length > 0 && ${name}.endsWith('7')`;
const matching = names.filter((name) => name.endsWith("7")).length;

/** The time to evaluate the expressions of a batch one after the other in this thread. */
function evaluateAllHere(): number {
  const { matches } = compileExpression(costly("{name}"), documentPaths());
  const begun = performance.now();
  for (const name of names) {
    matches({ name });
  }
  return performance.now() - begun;
}

/** Writes the batch, and returns the longest time for which this thread, which serves requests, was blocked. */
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

/**
 * Expects that the batch is written with short pauses of this thread. The time is taken up to five times: a busy
 * machine can interrupt some of them, and expressions evaluated in this thread would block it each time.
 */
async function expectShortPauses(service: OrgService, firstMs: number, fields: object = {}): Promise<void> {
  const limitMs = evaluateAllHere() / 3;
  let leastMs = firstMs;
  for (let times = 1; times < 5 && leastMs >= limitMs; times += 1) {
    leastMs = Math.min(leastMs, await writeBatch(service, fields));
  }
  expect(leastMs).toBeLessThan(limitMs);
}

test("slow workflow conditionals do not block requests, and are decided with the change", async () => {
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
  await expectShortPauses(service, heldUpMs);
});

test("slow webhook filters do not block requests, and match the same events", async () => {
  const service = await inOwnOrg(node);
  const webhook = { url: "http://127.0.0.1:9/hook", events: ["item|create"], auth: { type: "none" } };
  await service.call("POST", "/webhooks", { body: { ...webhook, filter: costly("{newData.name}") } });

  const heldUpMs = await writeBatch(service);

  const { body } = await service.call("GET", "/webhook-deliveries?limit=1000");
  expect(body.results).toHaveLength(matching);
  await expectShortPauses(service, heldUpMs);
});

test("slow formulas do not block requests, and have the same values", async () => {
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
  await expectShortPauses(service, heldUpMs, { typePath: "item:coat" });
});

test("conditionals that exceed the limit of a transaction fail their processes with a message", async () => {
  const service = await inOwnOrg(node);
  // Many steps that each take little time.
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
