import type { Right } from "@weft/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { problem } from "../../access/testing/problem.ts";
import { buildKey } from "../../testing/builders.ts";
import type { TestService } from "../../testing/test-service.ts";
import { asCaller, inOwnOrg, type OrgService } from "../testing/own-org.ts";
import { buildWorkflow, shareWorkflowService } from "../testing/workflow-world.ts";

let node: TestService;
let service: OrgService;
let workflowId: string;

beforeAll(async () => {
  node = await shareWorkflowService();
  service = await inOwnOrg(node);
  const tasks = [{ name: "work", action: "script", config: { code: "return { margin: 7 };" } }];
  workflowId = (await buildWorkflow(service, { triggers: ["manual|x"], description: "Of the buyers", tasks })).id;
});

afterAll(() => node.stop());

async function callerWith(...rights: Right[]) {
  return asCaller(node, await buildKey(node, service.org, { rights }));
}

test("a right on some fields of workflows shows only these, and rejects searches by others", async () => {
  const reader = await callerWith({ verbs: ["read"], typePath: "event-workflow", fields: ["name"] });

  const read = await reader.call("GET", `/event-workflows/${workflowId}`);
  const list = await reader.call("GET", "/event-workflows");
  const probe = await reader.call(
    "GET",
    `/event-workflows?criteria=${JSON.stringify({ description: "Of the buyers" })}`,
  );

  const fields = ["id", "entityType", "typePath", "name", "createdOn", "updatedOn", "createdById", "version"];
  expect(Object.keys(read.body).sort()).toEqual(fields.sort());
  expect(list.body.results).toEqual([read.body]);
  expect(probe.body.results ?? []).toEqual([]);
});

test("a right on some fields of workflows changes only these, and the response shows no others", async () => {
  const editor = await callerWith({
    verbs: ["read", "update", "create"],
    typePath: "event-workflow",
    fields: ["isActive"],
  });

  const off = await editor.call("PUT", `/event-workflows/${workflowId}`, { body: { isActive: false } });
  const other = await editor.call("PUT", `/event-workflows/${workflowId}`, { body: { description: "Mine" } });
  const guess = await editor.call("PUT", `/event-workflows/${workflowId}`, { body: { description: "Of the buyers" } });
  const created = await editor.call("POST", "/event-workflows", {
    body: { name: "New", triggers: ["manual|y"], tasks: [{ name: "wait", action: "external" }] },
  });

  expect(off).toMatchObject({ status: 200, body: { isActive: false } });
  expect(off.body).not.toHaveProperty("description");
  expect(other).toMatchObject(problem("forbidden"));
  expect(other.body.detail).toContain("description");
  expect(guess).toMatchObject(problem("forbidden"));
  expect(created).toMatchObject(problem("forbidden"));
});

test("a workflow that may be changed but not read does not exist for the caller", async () => {
  const writer = await callerWith({ verbs: ["update", "delete"], typePath: "event-workflow" });

  expect(await writer.call("PUT", `/event-workflows/${workflowId}`, { body: {} })).toMatchObject(problem("not-found"));
  expect(await writer.call("DELETE", `/event-workflows/${workflowId}`)).toMatchObject(problem("not-found"));
});
