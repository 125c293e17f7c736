import { afterAll, beforeAll, expect, test } from "vitest";
import { shareTestService, type TestService } from "../../../server/src/testing/test-service.ts";
import { inOwnOrg, type OrgService } from "../../../server/src/workflows/testing/own-org.ts";
import { buildWorkflow } from "../../../server/src/workflows/testing/workflow-world.ts";
import { Weft } from "../weft.ts";

let node: TestService;
let service: OrgService;
let weft: Weft;

beforeAll(async () => {
  node = await shareTestService();
  service = await inOwnOrg(node);
  const { apiKey, orgSlug } = service.first;
  weft = new Weft({ apiKey, orgSlug, baseUrl: `${node.address}/api` });
});

afterAll(() => node.stop());

const rename = {
  name: "say",
  action: "update-entity",
  config: { entityName: "item", id: "{newData.id}", object: { name: "Done" } },
};
const wait = { name: "ask", action: "external", config: {} };

test("workflows are started by their trigger key, all or one of them", async () => {
  const [one, other] = await Promise.all(
    [1, 2].map(() => buildWorkflow(service, { triggers: ["manual|quote"], tasks: [wait] })),
  );

  const started = await weft.workflows.start("manual|quote", { newData: { price: 3 } });
  const [single, ...none] = await weft.workflows.start("manual|quote", {}, { eventWorkflowId: one.id });

  expect(started.map(({ eventWorkflowId }) => eventWorkflowId).sort()).toEqual([one.id, other.id].sort());
  expect(started[0]?.triggerEvent).toMatchObject({ newData: { price: 3 } });
  expect([single?.eventWorkflowId, none]).toEqual([one.id, []]);
});

test("a process is followed until it ends, read and canceled", async () => {
  await buildWorkflow(service, { triggers: ["manual|wait"], tasks: [wait] });
  const [{ id: processId } = { id: "" }] = await weft.workflows.start("manual|wait");
  const ended = weft.workflows.untilEnded({ processId });

  const canceled = await weft.workflows.cancel({ processId });

  expect(canceled.status).toBe("canceled");
  expect(await ended).toMatchObject({ id: processId, status: "canceled" });
  expect(await weft.workflows.get({ processId })).toMatchObject({ status: "canceled" });
});

test("a workflow is run to its end, and events of other systems start workflows", async () => {
  const { id } = await weft.entities.create({ entityName: "item", object: { name: "Before" } });
  const workflow = await buildWorkflow(service, {
    triggers: ["manual|name", "order|placed"],
    tasks: [rename],
  });

  const ran = await weft.workflows.run("manual|name", { newData: { id } });
  const raised = await weft.workflows.raise({ eventType: "order", actionType: "placed", newData: { id } });

  expect(ran).toMatchObject({ status: "completed", eventWorkflowId: workflow.id });
  expect(raised.map(({ eventWorkflowId }) => eventWorkflowId)).toEqual([workflow.id]);
  expect((await weft.entities.get({ entityName: "item", id })).name).toBe("Done");
});
