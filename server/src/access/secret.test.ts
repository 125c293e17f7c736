import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { newId } from "../platform/ids.ts";
import { formatKey, formatToken } from "./credential.ts";
import { hashSecret, hasValidChecksum, makeSecret, randomText } from "./secret.ts";

const alphabet = [..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"];

test("the checksum is the CRC-32 of the random part in base 62", () => {
  const known = "zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17";

  expect(hasValidChecksum(known)).toBe(true);
});

test("a checksum of a small number is padded with zeros", () => {
  // The CRC-32 of this text is 6,000,064, which has four digits.
  const small = "0000000000000000000000000000F800PAtE";

  expect(hasValidChecksum(small)).toBe(true);
  expect(hasValidChecksum(small.replace("00PAtE", "PAtE"))).toBe(false);
});

test("a secret with any one character changed is rejected", () => {
  const changes = fc.record({
    index: fc.nat({ max: 35 }),
    character: fc.constantFrom(...alphabet),
  });

  fc.assert(
    fc.property(changes, ({ index, character }) => {
      const secret = makeSecret();
      const changed = secret.slice(0, index) + character + secret.slice(index + 1);

      expect(hasValidChecksum(changed)).toBe(changed === secret);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ["empty", ""],
  ["cut short", "zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq1"],
  ["with one character more", "zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq177"],
  ["without its checksum", "zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ"],
])("a secret that is %s is rejected", (_fault, secret) => {
  expect(hasValidChecksum(secret)).toBe(false);
});

test("ten thousand secrets are all valid and all different", () => {
  const secrets = Array.from({ length: 10_000 }, () => makeSecret());

  expect(new Set(secrets).size).toBe(10_000);
  expect(secrets.filter((secret) => !hasValidChecksum(secret))).toEqual([]);
});

test("random text has no bias", () => {
  const drawn = 620_000;
  const counts = new Map<string, number>();
  for (const character of randomText(drawn)) {
    counts.set(character, (counts.get(character) ?? 0) + 1);
  }

  expect([...counts.keys()].sort()).toEqual([...alphabet].sort());
  // Eight standard deviations. A byte modulo 62 would make the first eight characters a quarter more frequent.
  expect(Math.max(...counts.values())).toBeLessThan(10_800);
  expect(Math.min(...counts.values())).toBeGreaterThan(9_200);
});

test("keys and tokens match the patterns that SECURITY.md documents for secret scanners", async () => {
  const text = await readFile(new URL("../../../SECURITY.md", import.meta.url), "utf8");
  const [, patterns = ""] = /```text\n(.*?)\n```/s.exec(text) ?? [];
  const [keyPattern = "", tokenPattern = ""] = patterns.split("\n");

  expect(formatKey("app", makeSecret())).toMatch(new RegExp(`^${keyPattern}$`));
  expect(formatKey("user", makeSecret())).toMatch(new RegExp(`^${keyPattern}$`));
  expect(formatToken(newId(), makeSecret())).toMatch(new RegExp(`^${tokenPattern}$`));
});

test("the hash of a secret has 256 bits and is deterministic", () => {
  const secret = makeSecret();

  expect(hashSecret(secret)).toHaveLength(32);
  expect(hashSecret(secret)).toEqual(hashSecret(secret));
  expect(hashSecret(secret)).not.toEqual(hashSecret(makeSecret()));
});
