import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../platform/database/sql.ts";
import { SecretBox } from "../../platform/secret-box.ts";
import { buildOrg, buildUser } from "../../testing/builders.ts";
import {
  startTestService,
  type TestAnswer,
  type TestService,
  testPassword,
  testSecret,
} from "../../testing/test-service.ts";
import type { OrgRow } from "../org-store.ts";
import { problem } from "../testing/problem.ts";
import { failuresOfAddress } from "./log-in.ts";

let service: TestService;
let org: OrgRow;

beforeAll(async () => {
  service = await startTestService({ TRUST_PROXY: "127.0.0.1" });
  org = await buildOrg(service);
});

afterAll(() => service.stop());

let addresses = 0;
const buildAddress = () => `10.9.${++addresses}.1`;

interface Attempt {
  readonly email: string;
  readonly address: string;
  readonly password?: string;
  readonly cookie?: string;
}

function attempt({ email, address, password = testPassword, cookie }: Attempt): Promise<TestAnswer> {
  const headers = { "x-forwarded-for": address, ...(cookie === undefined ? {} : { cookie }) };
  return service.call("POST", "/login", { headers, body: { email, password, orgSlug: org.slug, grant: "session" } });
}

/** The cookie that identifies a browser for the account. */
function deviceOf(answer: TestAnswer): string {
  const set = answer.headers.getSetCookie().find((cookie) => cookie.startsWith("weft_device_")) ?? "";
  expect(set).toMatch(/; Path=\/api\/login; HttpOnly; SameSite=Lax/);
  return set.split(";")[0] ?? "";
}

async function signInFrom(email: string): Promise<string> {
  const answer = await attempt({ email, address: buildAddress() });
  expect(answer.status).toBe(200);
  return deviceOf(answer);
}

/** Simulates failures of strangers, from an address or on an account from an address. */
async function noteFailures(scope: string, subject: string, failures: number): Promise<void> {
  await service.database.db.query(sql`
    insert into login_failures (scope, subject, failures, failed_on)
    values (${scope}, ${subject}, ${failures}, now() + interval '10 minutes')
    on conflict (scope, subject) do update set failures = excluded.failures, failed_on = excluded.failed_on`);
}

/** The key for failures from an address. */
const countOf = (address: string) => failuresOfAddress(new SecretBox([testSecret]), address).subject;

/** Simulates that strangers at many addresses exhausted the attempts on the account. */
async function useUpAccount(email: string): Promise<void> {
  await service.database.db.query(sql`
    insert into login_failures (scope, subject, failures, failed_on)
    values (${org.id}, ${email}, 0, now() + interval '20 minutes')
    on conflict (scope, subject) do update set failed_on = excluded.failed_on`);
}

test("a device that has signed in before is not slowed with its address and account", async () => {
  const { email } = await buildUser(service, org);
  const cookie = await signInFrom(email);
  const address = buildAddress();
  await noteFailures("", countOf(address), 30);
  await noteFailures(org.id, `${email} ${address}`, 30);
  await useUpAccount(email);

  const stranger = await attempt({ email, address });
  const known = await attempt({ email, address, cookie });
  const again = await attempt({ email, address, cookie: deviceOf(known) });

  expect(stranger).toMatchObject(problem("login-slowed"));
  expect([known.status, again.status]).toEqual([200, 200]);
});

test("strangers at many addresses are slowed together, and do not slow a known device", async () => {
  const { email } = await buildUser(service, org);
  const cookie = await signInFrom(email);
  await useUpAccount(email);

  const stranger = await attempt({ email, address: buildAddress(), password: "wrong" });
  const withTheRightPassword = await attempt({ email, address: buildAddress() });
  const known = await attempt({ email, address: buildAddress(), cookie });

  expect(stranger).toMatchObject(problem("login-slowed"));
  expect(withTheRightPassword).toMatchObject(problem("login-slowed"));
  expect(known.status).toBe(200);
});

test("a hundred attempts from as many addresses are free, the next one waits", async () => {
  const { email } = await buildUser(service, org);
  await service.database.db.query(sql`
    insert into login_failures (scope, subject, failures, failed_on)
    values (${org.id}, ${email}, 0, now() + make_interval(secs => 98 * 9 + 8))`);

  const last = await attempt({ email, address: buildAddress(), password: "wrong" });
  const next = await attempt({ email, address: buildAddress(), password: "wrong" });

  expect(last).toMatchObject(problem("login-failed"));
  expect(next).toMatchObject(problem("login-slowed"));
  expect(Number(next.headers.get("retry-after"))).toBeLessThanOrEqual(9);
});

test("a known device that fails is slowed by its own count", async () => {
  const { email } = await buildUser(service, org);
  const cookie = await signInFrom(email);
  const codes: string[] = [];
  for (let count = 0; count < 5; count++) {
    codes.push((await attempt({ email, address: buildAddress(), password: "wrong", cookie })).body.code);
  }
  await service.database.db.query(sql`
    update login_failures set failed_on = failed_on + interval '10 minutes'
    where scope = ${org.id} and subject like ${`${email} device %`}`);

  const slowed = await attempt({ email, address: buildAddress(), cookie });
  const unknown = await attempt({ email, address: buildAddress() });

  expect(codes).toEqual(Array.from({ length: 5 }, () => "login-failed"));
  expect(slowed).toMatchObject(problem("login-slowed"));
  expect(unknown.status).toBe(200);
});

test("a device cookie of another account, or a modified one, has no effect", async () => {
  const { email } = await buildUser(service, org);
  const colleague = await buildUser(service, org);
  const cookie = await signInFrom(email);
  const [name = "", value = ""] = cookie.split("=");
  const [, othersValue = ""] = (await signInFrom(colleague.email)).split("=");
  const [id = "", issued = "", signature = ""] = value.split(".");
  await useUpAccount(email);

  const answers: TestAnswer[] = [];
  for (const forged of [
    othersValue,
    `${id}.${Number(issued) + 1}.${signature}`,
    `${id.replaceAll(/./g, "0")}.${issued}.${signature}`,
    "",
    "x",
  ]) {
    answers.push(await attempt({ email, address: buildAddress(), cookie: `${name}=${forged}` }));
  }

  expect(answers.map(({ body }) => body.code)).toEqual(answers.map(() => "login-slowed"));
});

test("IPv6 addresses of one /64 are slowed together", async () => {
  const { email } = await buildUser(service, org);
  await noteFailures("", countOf("2001:db8:7:1::1"), 30);

  const inside = await attempt({ email, address: "2001:db8:7:1:aaaa::1" });
  const outside = await attempt({ email, address: "2001:db8:7:2::1" });

  expect(inside).toMatchObject(problem("login-slowed"));
  expect(outside.status).toBe(200);
});
