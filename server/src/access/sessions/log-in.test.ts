import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../platform/database/sql.ts";
import { SecretBox } from "../../platform/secret-box.ts";
import { buildOrg, buildUser, uniqueName } from "../../testing/builders.ts";
import {
  startTestService,
  type TestAnswer,
  type TestService,
  testPassword,
  testSecret,
} from "../../testing/test-service.ts";
import type { OrgRow } from "../org-store.ts";
import { problem } from "../testing/problem.ts";
import { failuresOfAddress, waitSeconds } from "./log-in.ts";

let service: TestService;
let org: OrgRow;

beforeAll(async () => {
  service = await startTestService({ TRUST_PROXY: "127.0.0.1" });
  org = await buildOrg(service);
});

afterAll(() => service.stop());

test.each([
  [0, 0],
  [4, 0],
  [5, 1],
  [6, 2],
  [7, 4],
  [10, 32],
  [11, 60],
  [1_000_000, 60],
])("after %i failures, five of them free, the wait is %i s", (failures, seconds) => {
  expect(waitSeconds(failures, 5)).toBe(seconds);
});

// From 10.0.0.0/8, so that each test has its own addresses.
let addresses = 0;
const buildAddress = () => `10.${++addresses >> 8}.${addresses & 255}.1`;

interface Attempt {
  readonly email: string;
  readonly address: string;
  readonly password?: string;
  readonly orgSlug?: string;
}

/** Tries to sign in. Default: with a wrong password. */
function attempt({ email, address, password = "wrong", orgSlug = org.slug }: Attempt): Promise<TestAnswer> {
  const headers = { "x-forwarded-for": address };
  return service.call("POST", "/login", { headers, body: { email, password, orgSlug } });
}

async function codesOf(attempts: Attempt[]): Promise<string[]> {
  const codes: string[] = [];
  for (const each of attempts) {
    const answer = await attempt(each);
    codes.push(answer.status === 200 ? "signed in" : answer.body.code);
  }
  return codes;
}

const times = <Item>(count: number, build: (index: number) => Item) =>
  Array.from({ length: count }, (_, i) => build(i));

/** Moves the failures of the account or address into the past. */
async function letPass(subject: string, seconds: number): Promise<void> {
  await service.database.db.query(sql`
    update login_failures set failed_on = failed_on - make_interval(secs => ${seconds}) where subject = ${subject}`);
}

/** Stops the clock at the latest failure, so that the result does not depend on the speed of the machine. */
const holdTime = (subject: string) => letPass(subject, -600);

/** Simulates failures from the address: real ones take time. */
async function noteFailures(address: string, failures: number): Promise<void> {
  await service.database.db.query(sql`
    insert into login_failures (scope, subject, failures, failed_on) values ('', ${countOf(address)}, ${failures}, now())`);
}

/** The key for failures from an address. */
const countOf = (address: string) => failuresOfAddress(new SecretBox([testSecret]), address).subject;

/** The key for failures of an account from one address. */
const pairOf = ({ email, address }: Attempt) => `${email} ${address}`;

const buildEmail = () => `${uniqueName()}@users.example`;

test("after five failures the account is slowed for that address only, even with the right password", async () => {
  const { email } = await buildUser(service, org);
  const colleague = await buildUser(service, org);
  const address = buildAddress();

  const free = await codesOf(times(5, () => ({ email, address })));
  await holdTime(pairOf({ email, address }));
  const slowed = await attempt({ email, address, password: testPassword });
  const elsewhere = await attempt({ email, address: buildAddress(), password: testPassword });
  const neighbour = await attempt({ email: colleague.email, address, password: testPassword });

  expect(free).toEqual(times(5, () => "login-failed"));
  expect(slowed).toMatchObject(problem("login-slowed"));
  expect(slowed.headers.get("retry-after")).toBe("1");
  expect(elsewhere.status).toBe(200);
  expect(neighbour.status).toBe(200);
});

test("the delay grows with the failures, and rejected attempts do not extend it", async () => {
  const fromHere = { email: buildEmail(), address: buildAddress() };
  await codesOf(times(4, () => fromHere));

  const waits: (string | null)[] = [];
  for (let failures = 5; failures <= 8; failures++) {
    await attempt(fromHere);
    await holdTime(pairOf(fromHere));
    await attempt(fromHere);
    const refused = await attempt(fromHere);
    waits.push(refused.headers.get("retry-after"));
    await letPass(pairOf(fromHere), 660);
  }

  expect(waits).toEqual(["1", "2", "4", "8"]);
});

test("the right password after the delay signs in and resets the failures", async () => {
  const { email } = await buildUser(service, org);
  const address = buildAddress();
  await codesOf(times(5, () => ({ email, address })));
  await letPass(pairOf({ email, address }), 1);

  const signedIn = await attempt({ email, address, password: testPassword });
  const again = await codesOf(times(5, () => ({ email, address })));
  await holdTime(pairOf({ email, address }));

  expect(signedIn.status).toBe(200);
  expect(again).toEqual(times(5, () => "login-failed"));
  expect(await attempt({ email, address })).toMatchObject(problem("login-slowed"));
});

test("signing in to one account does not reset the address's other failures", async () => {
  const { email } = await buildUser(service, org);
  const address = buildAddress();
  await noteFailures(address, 19);

  const signedIn = await attempt({ email, address, password: testPassword });
  const twentieth = await attempt({ email: buildEmail(), address });
  await holdTime(countOf(address));
  const next = await attempt({ email: buildEmail(), address });

  expect(signedIn.status).toBe(200);
  expect(twentieth).toMatchObject(problem("login-failed"));
  expect(next).toMatchObject(problem("login-slowed"));
});

test("failures expire after a quiet quarter of an hour", async () => {
  const fromHere = { email: buildEmail(), address: buildAddress() };
  await codesOf(times(5, () => fromHere));
  await letPass(pairOf(fromHere), 16 * 60);

  const again = await codesOf(times(5, () => fromHere));

  expect(again).toEqual(times(5, () => "login-failed"));
});

test("an account or org that does not exist is slowed like any other", async () => {
  const nobody = { email: buildEmail(), address: buildAddress() };
  const nowhere = { email: buildEmail(), address: buildAddress(), orgSlug: "no-such-org" };
  await codesOf([...times(5, () => nobody), ...times(5, () => nowhere)]);
  await holdTime(pairOf(nobody));
  await holdTime(pairOf(nowhere));

  const codes = await codesOf([nobody, nowhere]);

  expect(codes).toEqual(["login-slowed", "login-slowed"]);
});

test("the account with the same email in another org is not slowed", async () => {
  const here = await buildUser(service, org);
  const elsewhere = await buildOrg(service);
  await buildUser(service, elsewhere, { email: here.email });
  const fromHere = { email: here.email, address: buildAddress() };
  await codesOf(times(5, () => fromHere));
  await holdTime(pairOf(fromHere));

  const answer = await attempt({ ...fromHere, orgSlug: elsewhere.slug, password: testPassword });

  expect(answer.status).toBe(200);
});

test("after twenty failures the address is slowed for every account, and other addresses are not", async () => {
  const { email } = await buildUser(service, org);
  const address = buildAddress();
  await noteFailures(address, 17);

  const free = await codesOf(times(3, () => ({ email: buildEmail(), address })));
  await holdTime(countOf(address));
  const slowed = await attempt({ email, address, password: testPassword });
  const elsewhere = await attempt({ email, address: buildAddress(), password: testPassword });
  await letPass(countOf(address), 601);
  const later = await attempt({ email, address, password: testPassword });

  expect(free).toEqual(times(3, () => "login-failed"));
  expect(slowed).toMatchObject(problem("login-slowed"));
  expect(slowed.headers.get("retry-after")).toBe("1");
  expect(elsewhere.status).toBe(200);
  expect(later.status).toBe(200);
});

/** How many attempts reached the password check, and how many more a slow machine may let through. */
async function attemptTogether(attempts: Attempt[]): Promise<{ tried: number; later: number }> {
  const startMs = Date.now();
  const answers = await Promise.all(attempts.map(attempt));
  const later = Math.floor((Date.now() - startMs) / 1000);
  expect(answers.filter(({ status }) => status !== 401 && status !== 429)).toEqual([]);
  return { tried: answers.filter(({ body }) => body.code === "login-failed").length, later };
}

test("concurrent attempts on one account cannot bypass the limit", async () => {
  const email = buildEmail();

  const address = buildAddress();
  const { tried, later } = await attemptTogether(times(15, () => ({ email, address })));

  expect(tried).toBeGreaterThanOrEqual(5);
  expect(tried).toBeLessThanOrEqual(5 + later);
});

test("concurrent attempts from one address cannot bypass the limit", async () => {
  const address = buildAddress();
  await noteFailures(address, 15);

  const { tried, later } = await attemptTogether(times(30, () => ({ email: buildEmail(), address })));

  expect(tried).toBeGreaterThanOrEqual(5);
  expect(tried).toBeLessThanOrEqual(5 + later);
});
