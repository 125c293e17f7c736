import { expect, test } from "vitest";
import { CredentialKeeper } from "./credential-keeper.ts";
import type { IssuedCredentials } from "./issued-credentials.ts";

const minute = 60_000;

/** A service for credentials that the test lets respond, and a clock. */
function buildSource() {
  const clock = { now: Date.parse("2026-11-19T12:00:00Z") };
  const waiting: { resolve: (issued: IssuedCredentials) => void; reject: (error: Error) => void }[] = [];
  let asked = 0;
  const load = () => {
    asked += 1;
    return new Promise<IssuedCredentials>((resolve, reject) => waiting.push({ resolve, reject }));
  };
  const keeper = new CredentialKeeper(load, () => clock.now);
  const next = () => {
    const first = waiting.shift();
    if (first === undefined) {
      throw new Error("Nothing was asked.");
    }
    return first;
  };
  return {
    clock,
    keeper,
    asked: () => asked,
    /** Also for credentials whose lifetime is 0. */
    issue: (name: string, lifeMs: number) =>
      next().resolve({ accessKey: name, secretKey: "s", sessionToken: "t", expiresOn: new Date(clock.now + lifeMs) }),
    fail: () => next().reject(new Error("The service is away.")),
    key: async () => (await keeper.get()).accessKey,
  };
}

test("credentials are asked for once, by any number of simultaneous requests", async () => {
  const source = buildSource();

  const keys = Promise.all([source.key(), source.key(), source.key()]);
  source.issue("first", 60 * minute);

  expect(await keys).toEqual(["first", "first", "first"]);
  source.clock.now += 54 * minute;
  expect(await source.key()).toBe("first");
  expect(source.asked()).toBe(1);
});

test("five minutes before they expire they are replaced, while requests use them", async () => {
  const source = buildSource();
  const first = source.key();
  source.issue("first", 60 * minute);
  await first;

  source.clock.now += 55 * minute;
  expect(await Promise.all([source.key(), source.key()])).toEqual(["first", "first"]);
  expect(source.asked()).toBe(2);
  source.issue("second", 60 * minute);

  await expect.poll(source.key).toBe("second");
  expect(source.asked()).toBe(2);
});

test("while the refresh fails they are used until they expire, and it is repeated every 10 seconds", async () => {
  const source = buildSource();
  const first = source.key();
  source.issue("first", 60 * minute);
  await first;

  source.clock.now += 56 * minute;
  for (const asked of [2, 3]) {
    expect(await source.key()).toBe("first");
    source.fail();
    expect(await source.key()).toBe("first");
    expect(source.asked()).toBe(asked);
    source.clock.now += 10_000;
  }
  source.clock.now += 4 * minute;
  const expired = expect(source.key()).rejects.toThrow("The service is away.");
  source.fail();
  await expired;
  const later = source.key();
  source.issue("second", 60 * minute);

  expect(await later).toBe("second");
});

test("those of a short life are replaced after half of it", async () => {
  const source = buildSource();
  const first = source.key();
  source.issue("first", 4 * minute);
  await first;

  source.clock.now += 2 * minute - 1;
  await source.key();
  expect(source.asked()).toBe(1);
  source.clock.now += 1;
  await source.key();

  expect(source.asked()).toBe(2);
});

test("those that have expired when they arrive are refused: the clock is wrong", async () => {
  const source = buildSource();

  const key = expect(source.key()).rejects.toThrow("Check this machine's clock.");
  source.issue("first", 0);

  await key;
});

test("those that the store refuses as expired are replaced at once", async () => {
  const source = buildSource();
  const first = source.keeper.get();
  source.issue("first", 60 * minute);

  source.keeper.discard(await first);
  source.keeper.discard(await first);
  const key = source.key();
  source.issue("second", 60 * minute);

  expect(await key).toBe("second");
});

test("keys that do not expire are loaded once", async () => {
  let loaded = 0;
  const issued = { accessKey: "a", secretKey: "s", expiresOn: undefined };
  const keeper = new CredentialKeeper(async () => {
    loaded += 1;
    return issued;
  });

  keeper.discard(await keeper.get());

  expect(await keeper.get()).toBe(issued);
  expect(loaded).toBe(1);
});
