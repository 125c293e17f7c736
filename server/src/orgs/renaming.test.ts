import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { problem } from "../access/testing/problem.ts";
import { bearer, signIn } from "../access/testing/sign-in.ts";
import { sql } from "../platform/database/sql.ts";
import { buildUser, uniqueName } from "../testing/builders.ts";
import type { TestService } from "../testing/test-service.ts";
import { inOwnOrg, type OrgService } from "../workflows/testing/own-org.ts";
import { operate, shareOperatorService } from "./testing/operator-world.ts";

let node: TestService;
let service: OrgService;
let newSlug: string;

beforeAll(async () => {
  node = await shareOperatorService();
});

afterAll(() => node.stop());

beforeEach(async () => {
  service = await inOwnOrg(node);
  newSlug = `renamed-${uniqueName()}`;
});

const rename = (slug: string, to: string) => operate(node, "POST", `/orgs/${slug}/rename`, { slug: to });
const keyOf = (slug: string) => ({ ...service.key.headers, "x-api-org": slug });

test("the new and the old slug work for keys, tokens and sign-ins, and responses have the new one", async () => {
  const user = await buildUser(node, service.org);
  const token = bearer(await signIn(node, service.org, user));

  const renamed = await rename(service.org.slug, newSlug);
  const slugs = [service.org.slug, newSlug];
  const calls = slugs.flatMap((slug) => [keyOf(slug), { ...token, "x-api-org": slug }]);
  const answers = await Promise.all(calls.map((headers) => node.call("GET", "/whoami", { headers })));
  const signIns = await Promise.all(slugs.map((slug) => signIn(node, { slug }, user)));

  expect(renamed).toMatchObject({ status: 200, body: { slug: newSlug, formerSlugs: [{ slug: service.org.slug }] } });
  expect([...answers, ...signIns].map(({ status, body }) => [status, body.org?.slug])).toEqual(
    [...answers, ...signIns].map(() => [200, newSlug]),
  );
  const days = (Date.parse(renamed.body.formerSlugs[0].validUntil) - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(90);
});

test("the old slug stops working after its date, and another organization can take it", async () => {
  await rename(service.org.slug, newSlug);
  await node.database.db.query(sql`
    update former_slugs set valid_until = now() - interval '1 second' where owner_id = ${service.org.id}`);
  const other = await inOwnOrg(node);

  const old = await node.call("GET", "/whoami", { headers: { ...keyOf(service.org.slug), "x-request-id": "new" } });
  const taken = await rename(other.org.slug, service.org.slug);
  // A former slug of the other one replaces the expired one.
  const back = await rename(service.org.slug, other.org.slug);

  expect(old).toMatchObject(problem("unauthenticated"));
  expect(taken).toMatchObject({ status: 200, body: { id: other.org.id, slug: service.org.slug } });
  expect(back).toMatchObject({ status: 200, body: { id: other.org.id, formerSlugs: [{ slug: service.org.slug }] } });
});

test("no other organization can take a former slug, or one in use", async () => {
  await rename(service.org.slug, newSlug);
  const other = await inOwnOrg(node);

  const former = await rename(other.org.slug, service.org.slug);
  const current = await rename(other.org.slug, newSlug);
  const reserved = await rename(other.org.slug, "callback");

  expect(former).toMatchObject(problem("conflict"));
  expect(former.body.detail).toContain(newSlug);
  expect(current).toMatchObject(problem("conflict"));
  expect(reserved).toMatchObject(problem("invalid-request"));
});

test("the operator can give up a former slug early", async () => {
  await rename(service.org.slug, newSlug);
  const other = await inOwnOrg(node);

  const released = await operate(node, "DELETE", `/orgs/${newSlug}/former-slugs/${service.org.slug}`);
  const again = await operate(node, "DELETE", `/orgs/${newSlug}/former-slugs/${service.org.slug}`);
  const old = await node.call("GET", "/whoami", { headers: keyOf(service.org.slug) });

  expect(released).toMatchObject({ status: 200, body: { formerSlugs: [] } });
  expect(again).toMatchObject(problem("not-found"));
  expect(old).toMatchObject(problem("unauthenticated"));
  expect((await rename(other.org.slug, service.org.slug)).status).toBe(200);
});

test("an organization can return to its former slug", async () => {
  await rename(service.org.slug, newSlug);

  const back = await rename(service.org.slug, service.org.slug);

  expect(back.body).toMatchObject({ slug: service.org.slug, formerSlugs: [{ slug: newSlug }] });
  const log = await service.call("GET", "/audit-log?limit=2");
  expect(log.body.results).toMatchObject([
    { action: "org.rename", before: { slug: newSlug }, after: { slug: service.org.slug } },
    { action: "org.rename", before: { slug: service.org.slug }, after: { slug: newSlug } },
  ]);
});

test("of organizations that want the same slug at once, one gets it", async () => {
  const others = await Promise.all([inOwnOrg(node), inOwnOrg(node), inOwnOrg(node)]);

  const answers = await Promise.all(others.map(({ org }) => rename(org.slug, newSlug)));

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});
