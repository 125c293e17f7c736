import { afterAll, beforeAll, expect, test } from "vitest";
import { shareTestService, type TestService } from "../testing/test-service.ts";
import { problem } from "./testing/problem.ts";

let service: TestService;
let appId: string;
let projectId: string;

beforeAll(async () => {
  service = await shareTestService();
  appId = (await service.call("POST", "/apps", { body: { name: "planning" } })).body.id;
  projectId = (await service.call("POST", "/projects", { body: { name: "SS27" } })).body.id;
});

afterAll(() => service.stop());

const on = (project: string) => [
  { verbs: ["read"], typePath: "item" },
  { verbs: ["read"], typePath: "assortment", projectId: project },
];

test.each([
  ["a role", "/roles", { name: "planner" }],
  ["an app", "/apps", { name: "shop" }],
  ["a key", "/api-keys", { label: "ERP" }],
  ["an access token", "/access-tokens", { label: "ERP" }],
])("%s with a right on a project that does not exist is rejected", async (_what, path, body) => {
  const owner = path === "/roles" || path === "/apps" ? {} : { appId };
  const create = (project: string) => service.call("POST", path, { body: { ...body, ...owner, rights: on(project) } });

  const rejected = await create("AAAAAAAAAAAAAAAA");

  expect(rejected).toMatchObject(problem("invalid-request"));
  expect(rejected.body.errors).toEqual([
    { pointer: "#/rights/1/projectId", code: "invalid-value", detail: expect.stringContaining("no project AAAA") },
  ]);
  expect((await create(projectId)).status).toBe(201);
});

test.each([
  ["a role", "/roles", { name: "reader" }],
  ["an app", "/apps", { name: "erp" }],
  ["a key", "/api-keys", { label: "PLM" }],
])("%s keeps a right on a project that was deleted since, but cannot add one", async (_what, path, body) => {
  const project = (await service.call("POST", "/projects", { body: { name: "FW26" } })).body;
  const owner = path === "/api-keys" ? { appId } : {};
  const made = (await service.call("POST", path, { body: { ...body, ...owner, rights: on(project.id) } })).body;
  await service.call("DELETE", `/projects/${project.id}`);
  const change = (rights: unknown) => service.call("PUT", `${path}/${made.id}`, { body: { rights } });

  const again = await change([...on(project.id), { verbs: ["read"], typePath: "color" }]);
  const other = await change([...on(project.id), ...on("AAAAAAAAAAAAAAAA")]);

  expect(again.status).toBe(200);
  expect(other.body.errors).toMatchObject([{ pointer: "#/rights/3/projectId" }]);
});
