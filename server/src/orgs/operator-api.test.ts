import { operatorOperations } from "@weft/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { problem } from "../access/testing/problem.ts";
import { upload } from "../loader/testing/loading.ts";
import { buildOrg, buildUser, firstOrg } from "../testing/builders.ts";
import { shareTestService, startTestService, type TestService } from "../testing/test-service.ts";
import { operate, operatorHeaders, operatorSettings, operatorToken, suspend } from "./testing/operator-world.ts";

let service: TestService;

beforeAll(async () => {
  // Lists show all orgs.
  service = await startTestService(operatorSettings);
});

afterAll(() => service.stop());

test.each(Object.values(operatorOperations))("an unknown query parameter of $id is rejected", async (operation) => {
  const { method, path } = operation;
  const place = path.replace("/operator", "").replaceAll(/\{\w+\}/g, service.first.orgSlug);

  const { status, body } = await operate(service, method, `${place}?filtre=1`);

  expect([status, body.errors?.map(({ pointer }: { pointer: string }) => pointer)]).toEqual([400, ["filtre"]]);
});

describe("the operator's token", () => {
  test("without the setting the operator's paths do not exist", async () => {
    const other = await shareTestService();

    const answers = [
      await other.call("GET", "/operator/orgs", { headers: operatorHeaders }),
      await other.call("GET", "/operator/orgs"),
      await other.call("POST", "/operator/orgs/demo/suspend", { headers: {}, body: { reason: "x" } }),
    ];

    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [404, "not-found"]));
  });

  test("tenants' keys and wrong tokens are rejected", async () => {
    const wrong = [
      {},
      { authorization: operatorToken },
      { authorization: `Bearer ${operatorToken}x` },
      { authorization: "Bearer" },
      { "x-api-key": operatorToken, "x-api-org": service.first.orgSlug },
    ];

    const asTenant = await service.call("GET", "/operator/orgs");
    const answers = await Promise.all(wrong.map((headers) => service.call("GET", "/operator/orgs", { headers })));

    expect(asTenant).toMatchObject(problem("unauthenticated"));
    expect(answers.map(({ status }) => status)).toEqual(wrong.map(() => 401));
    expect(answers[0]?.headers.get("www-authenticate")).toBe('Bearer realm="operator"');
  });

  test("it opens no path of a tenant", async () => {
    const headers = { ...operatorHeaders, "x-api-org": service.first.orgSlug };

    expect(await service.call("GET", "/whoami", { headers })).toMatchObject(problem("unauthenticated"));
    expect(await service.call("GET", "/items", { headers })).toMatchObject(problem("unauthenticated"));
  });

  test("failed attempts use up the rate limit of the address, then no token is accepted", async () => {
    const limited = await startTestService({ ...operatorSettings, WEFT_RATE_LIMIT: "1" });
    try {
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 4; attempt += 1) {
        const headers = { authorization: `Bearer guess number ${attempt}` };
        statuses.push((await limited.call("GET", "/operator/orgs", { headers })).status);
      }
      const right = await limited.call("GET", "/operator/orgs", { headers: operatorHeaders });

      expect(statuses).toEqual([401, 401, 429, 429]);
      expect(right).toMatchObject(problem("rate-limited"));
    } finally {
      await limited.stop();
    }
  });

  test("it is neither logged nor shown", async () => {
    await operate(service, "GET", "/orgs");

    expect(service.logLines.join("")).not.toContain(operatorToken);
  });
});

describe("the list of organizations", () => {
  test("shows sizes, last activity and status", async () => {
    const { id } = await firstOrg(service);
    await service.call("POST", "/items", { body: { name: "Parka", roles: ["family"] } });
    await upload(service, "federatedId,name\n");
    await buildUser(service, await firstOrg(service));

    const { status, body } = await operate(service, "GET", `/orgs/${service.first.orgSlug}`);

    expect(status).toBe(200);
    expect(operatorOperations.read.answers[200].body.parse(body)).toEqual(body);
    expect(body).toEqual({
      id,
      slug: service.first.orgSlug,
      name: service.first.orgSlug,
      status: "active",
      createdOn: expect.any(String),
      lastActivityOn: expect.any(String),
      users: 2,
      entities: 1,
      files: 1,
      fileBytes: 17,
      suspension: null,
      deletion: null,
      formerSlugs: [],
    });
  });

  test("has pages by slug, and can be limited to a status", async () => {
    for (const slug of ["b-org", "a-org", "c-org"]) {
      await buildOrg(service, slug);
    }
    await suspend(service, "b-org", "Unpaid.");

    const slugs: string[] = [];
    let query = "?limit=2";
    for (let page = 0; page < 10 && query !== ""; page += 1) {
      const { body } = await operate(service, "GET", `/orgs${query}`);
      slugs.push(...body.results.map(({ slug }: { slug: string }) => slug));
      query = body.nextPageKey === undefined ? "" : `?limit=2&nextPageKey=${body.nextPageKey}`;
    }
    const suspended = await operate(service, "GET", "/orgs?status=suspended");

    expect(slugs).toEqual(["a-org", "b-org", "c-org", service.first.orgSlug].sort());
    expect(suspended.body.results).toMatchObject([
      { slug: "b-org", status: "suspended", suspension: { reason: "Unpaid." }, lastActivityOn: null },
    ]);
  });

  test("rejects unknown organizations, keys of other lists and unknown parameters", async () => {
    expect(await operate(service, "GET", "/orgs/nowhere")).toMatchObject(problem("not-found"));
    expect(await operate(service, "GET", "/orgs?nextPageKey=%21")).toMatchObject(problem("invalid-request"));
    expect(await operate(service, "GET", "/orgs?status=gone")).toMatchObject(problem("invalid-request"));
    expect(await operate(service, "POST", "/orgs/a-org/suspend", { reason: "" })).toMatchObject(
      problem("invalid-request"),
    );
  });
});
