import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestService } from "../../testing/test-service.ts";
import { taskOf, verdictsOf } from "../testing/task-world.ts";
import { buildAwaiting, buildWorkflow, callBack, ended, shareWorkflowService } from "../testing/workflow-world.ts";

let service: TestService;

beforeAll(async () => {
  service = await shareWorkflowService();
});

afterAll(() => service.stop());

const form = [
  { slug: "price", propertyType: "number", label: "Price in EUR", required: true, min: 0 },
  { slug: "mill", propertyType: "choice", options: ["north", "south"].map((value) => ({ value, display: value })) },
  { slug: "firm", propertyType: "boolean" },
  { slug: "until", propertyType: "date" },
  { slug: "note", propertyType: "text" },
];

function buildAsked() {
  return buildAwaiting(service, { tasks: [{ name: "Quote", action: "external", form }] });
}

function answer(taskId: string, output: object, status = "SUCCESS") {
  return callBack(service, { taskId, status, output });
}

describe("the answer of a task with a form", () => {
  test("is stored if it fits, and the run continues", async () => {
    const { process, task } = await buildAsked();
    const output = { price: 29.5, mill: "north", firm: true, until: "2026-12-31", note: "as agreed" };

    const receipt = await answer(task.id, output);

    expect(task.form).toEqual(form);
    expect(receipt.status).toBe(200);
    expect((await ended(service, process.id)).taskOutputs).toEqual({ Quote: output });
  });

  test.each([
    [{ price: "29,50" }, "price", "price must be a number, such as 1234.5."],
    [{ price: -1 }, "price", "price must be at least 0."],
    [{ price: 1, mill: "nord" }, "mill", "mill is not an option: nord. Use one of north, south."],
    [{ price: 1, firm: "yes" }, "firm", "firm must be true or false."],
    [{ price: 1, until: "31.12.2026" }, "until", "until is not a date: 31.12.2026. Write it as 2026-12-31."],
    [{ price: 1, note: 7 }, "note", 'note must be a string, such as "Parka".'],
    [{ note: "later" }, "price", "price is required: the task expects a value of the type number."],
    [{ price: null }, "price", "price is required: the task expects a value of the type number."],
    [{ price: 1, mil: "north" }, "mil", "The form of the task has no field mil. Did you mean mill?"],
  ])("%j is rejected with the field and what it expects, and the task stays open", async (output, field, detail) => {
    const { task } = await buildAsked();

    const rejected = await answer(task.id, output);

    expect(rejected.status).toBe(400);
    expect(rejected.body.errors).toEqual([expect.objectContaining({ pointer: `#/output/${field}`, detail })]);
    expect(rejected.body.detail).toContain(detail);
    expect(await taskOf(service, task.id)).toMatchObject({ status: "awaiting", output: {} });
    expect(await verdictsOf(service, task.id)).toEqual([]);
    expect((await answer(task.id, { price: 29.5 })).status).toBe(200);
  });

  test("keeps the rules of callbacks: a repeat changes nothing, a contradiction is a conflict", async () => {
    const { task } = await buildAsked();
    await answer(task.id, { price: 29.5 });

    const repeated = await answer(task.id, { price: "29,50" });
    const contradicting = await callBack(service, { taskId: task.id, status: "FAILURE" });

    expect(repeated.status).toBe(200);
    expect(contradicting.status).toBe(409);
    expect((await taskOf(service, task.id)).output).toEqual({ price: 29.5 });
  });

  test("may arrive in parts: PROGRESS needs no required field, but its values must fit", async () => {
    const { task } = await buildAsked();

    const part = await answer(task.id, { price: 12, mill: "south" }, "PROGRESS");
    const misfit = await answer(task.id, { firm: 1 }, "PROGRESS");
    const rest = await callBack(service, { taskId: task.id, status: "SUCCESS" });

    expect([part.status, misfit.status, rest.status]).toEqual([200, 400, 200]);
    expect((await taskOf(service, task.id)).output).toEqual({ price: 12, mill: "south" });
  });

  test("is not needed to fail it", async () => {
    const { task } = await buildAsked();

    expect((await answer(task.id, { reason: "The mill is closed." }, "FAILURE")).status).toBe(200);
  });
});

test("a task without a form accepts any output", async () => {
  const { task } = await buildAwaiting(service);

  expect((await answer(task.id, { price: "29,50" })).status).toBe(200);
  expect(await taskOf(service, task.id)).not.toHaveProperty("form");
});

describe("a definition with an invalid form is rejected", () => {
  const field = { slug: "price", propertyType: "number" };

  test.each([
    [{ action: "delay", config: { seconds: 1 }, form: [field] }, "/form", "Only a task with the action external"],
    [{ form: [] }, "/form", ""],
    [{ form: [field, field] }, "/form/1/slug", "Another field also has the slug price."],
    [{ form: [{ ...field, propertyType: "choice" }] }, "/form/0/options", "choice requires options."],
    [{ form: [{ ...field, options: [{ value: "a", display: "A" }] }] }, "/form/0/options", "Only choice and"],
    [{ form: [{ ...field, propertyType: "date", min: 1 }] }, "/form/0/min", "Only number, currency"],
    [{ form: [{ ...field, min: 2, max: 1 }] }, "/form/0/propertyType", "min (2) is greater than max (1)."],
    [{ form: [{ ...field, currency: "EUR" }] }, "/form/0/currency", "Only currency has a currency."],
    [{ form: [{ ...field, propertyType: "formula" }] }, "/form/0/propertyType", ""],
    [{ form: [field], onTimeout: "complete", timeoutOutput: { price: "0" } }, "/timeoutOutput/price", "price must be"],
  ])("%j", async (input, pointer, detail) => {
    const body = { name: "Quote", triggers: [], tasks: [{ name: "Quote", action: "external", ...input }] };

    const rejected = await service.call("POST", "/event-workflows", { body });

    expect(rejected.status).toBe(400);
    expect(rejected.body.errors[0].pointer).toBe(`#/tasks/0${pointer}`);
    expect(rejected.body.errors[0].detail).toContain(detail);
  });

  test("a valid form is stored with the workflow", async () => {
    const workflow = await buildWorkflow(service, { tasks: [{ name: "Quote", action: "external", form }] });

    expect(workflow.tasks[0].form).toEqual(form);
  });
});

test.each(["logs", "output", "subtext", "progress"])(
  "a callback with %s null is accepted as if it was absent",
  async (field) => {
    const { task } = await buildAwaiting(service);

    const receipt = await callBack(service, { taskId: task.id, status: "SUCCESS", [field]: null });

    expect(receipt).toMatchObject({ status: 200, body: { applied: true } });
    expect(await taskOf(service, task.id)).toMatchObject({ status: "completed", output: {}, logLineCount: 0 });
  },
);
