import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { buildKey, buildOrg } from "../../server/src/testing/builders.ts";
import { shareTestService, type TestService } from "../../server/src/testing/test-service.ts";
import * as weft from "./index.ts";

let service: TestService;

beforeAll(async () => {
  service = await shareTestService();
});

afterAll(() => service.stop());

function firstKey() {
  const { apiKey, orgSlug } = service.first;
  return { apiKey, orgSlug, baseUrl: `${service.address}/api` };
}

test("after a login, calls need no credentials", async () => {
  const who = await weft.login(firstKey());
  const { id } = await weft.entities.create({ entityName: "item", object: { name: "Parka" } });
  const file = await weft.files.upload({ file: "a", fileName: "a.txt" });

  expect(who.org.slug).toBe(service.first.orgSlug);
  expect(await weft.entities.get({ entityName: "item", id })).toMatchObject({ name: "Parka" });
  expect(await (await weft.files.download({ id: file.id })).text()).toBe("a");
  expect((await weft.loader.list()).results).toEqual([]);
});

test("a call before any login is rejected with the fix", async () => {
  // The session belongs to the module, and other tests may have started one.
  vi.resetModules();
  const { entities, files } = await import("./index.ts");

  await expect(entities.list({ entityName: "item" })).rejects.toThrow(/call login\(\{ apiKey, orgSlug \}\) first/);
  await expect(files.get({ id: "x" })).rejects.toThrow(/call login/);
});

test("a login with wrong credentials is an ApiError, and keeps the previous session", async () => {
  await weft.login(firstKey());

  const failed = weft.login({ ...firstKey(), apiKey: "app:weft_wrong" });

  await expect(failed).rejects.toBeInstanceOf(weft.ApiError);
  await expect(failed).rejects.toMatchObject({ status: 401 });
  await expect(weft.entities.list({ entityName: "item" })).resolves.toBeDefined();
});

test("a second login replaces the first", async () => {
  const org = await buildOrg(service);
  const { apiKey } = await buildKey(service, org);
  const { email, password, orgSlug } = service.first;

  await weft.login({ email, password, orgSlug, baseUrl: `${service.address}/api` });
  await weft.entities.create({ entityName: "color", object: { name: "Red", hex: "ff0000" } });
  const who = await weft.login({ apiKey, orgSlug: org.slug, baseUrl: `${service.address}/api` });

  expect(who.org.slug).toBe(org.slug);
  expect((await weft.entities.list({ entityName: "color" })).results).toEqual([]);
});

test("sessions can be used in parallel, also with that of the login", async () => {
  const org = await buildOrg(service);
  const { apiKey } = await buildKey(service, org);
  await weft.login(firstKey());
  const other = new weft.Weft({ apiKey, orgSlug: org.slug, baseUrl: `${service.address}/api` });

  await other.entities.create({ entityName: "item", object: { name: "Only there", federatedId: "there" } });

  const wanted = { entityName: "item", federatedId: "there" } as const;
  await expect(weft.entities.get(wanted)).rejects.toMatchObject({ status: 404 });
  expect(await other.entities.get(wanted)).toMatchObject({ name: "Only there" });
});

test("fetch and the program's name can be replaced", async () => {
  const seen: { url: string; agent: string | null }[] = [];
  await weft.login({
    ...firstKey(),
    userAgent: "planning/2.1",
    fetch: (url, init) => {
      seen.push({ url, agent: new Headers(init.headers).get("user-agent") });
      return fetch(url, init);
    },
  });

  expect(seen).toEqual([{ url: `${service.address}/api/whoami`, agent: "planning/2.1" }]);
});
