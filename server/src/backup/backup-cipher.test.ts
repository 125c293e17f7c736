import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { beforeAll, expect, test } from "vitest";
import { decryptBackup, encryptBackup, isEncrypted } from "./backup-cipher.ts";

const passphrase = "correct horse battery staple";
const chunk = 64 * 1024;
const headerLength = 8 + 3 + 16 + 16;

const quickCost = { log2N: 4, r: 8, p: 1 };
const encrypt = (bytes: Buffer, cost = quickCost) => buffer(encryptBackup(Readable.from([bytes]), passphrase, cost));
const decrypt = (bytes: Buffer, given = passphrase) => buffer(decryptBackup(inParts(bytes), given));

/** In parts, as a disk or a pipe delivers them. */
async function* inParts(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += 10_007) {
    yield bytes.subarray(start, start + 10_007);
  }
}

let plain: Buffer;
let sealed: Buffer;

beforeAll(async () => {
  plain = randomBytes(3 * chunk + 5);
  sealed = await encrypt(plain);
});

test.each([0, chunk, chunk + 1])("%i bytes are decrypted unchanged", async (length) => {
  const bytes = randomBytes(length);

  const encrypted = await encrypt(bytes);

  expect(isEncrypted(encrypted)).toBe(true);
  expect((await decrypt(encrypted)).equals(bytes)).toBe(true);
});

test("a guess at the passphrase takes 128 MiB, unless another cost is given", async () => {
  const bytes = randomBytes(5);

  const encrypted = await buffer(encryptBackup(Readable.from([bytes]), passphrase));

  expect([...encrypted.subarray(8, 11)]).toEqual([17, 8, 1]);
  expect((await decrypt(encrypted)).equals(bytes)).toBe(true);
});

test("the same bytes are never encrypted to the same output", async () => {
  expect((await encrypt(plain)).equals(sealed)).toBe(false);
});

test("a wrong passphrase is distinguished from a corrupt file", async () => {
  await expect(decrypt(sealed, "another passphrase")).rejects.toThrow("The passphrase is wrong.");
});

const frame = chunk + 16;
const frameAt = (index: number) => sealed.subarray(headerLength + index * frame, headerLength + (index + 1) * frame);
const header = () => sealed.subarray(0, headerLength);

const damages: readonly (readonly [string, () => Buffer])[] = [
  ["cut in the header", () => sealed.subarray(0, 20)],
  ["cut behind the header", () => header()],
  ["cut between chunks", () => sealed.subarray(0, headerLength + 2 * frame)],
  ["cut in a chunk", () => sealed.subarray(0, sealed.length - 1)],
  ["with two chunks changed over", () => Buffer.concat([header(), frameAt(1), frameAt(0), frameAt(2), frameAt(3)])],
  ["with a chunk left out", () => Buffer.concat([header(), frameAt(0), frameAt(2), frameAt(3)])],
  ["with a chunk twice", () => Buffer.concat([header(), frameAt(0), frameAt(0), frameAt(2), frameAt(3)])],
  ["with something behind its end", () => Buffer.concat([sealed, Buffer.from("more")])],
  ["with a changed byte", () => flip(headerLength + frame + 9)],
  [
    "that asks for too much memory",
    () => Buffer.concat([sealed.subarray(0, 8), Buffer.from([40]), sealed.subarray(9)]),
  ],
];

test.each(damages)("a file %s is rejected", async (_, damaged) => {
  await expect(decrypt(damaged())).rejects.toThrow("it is damaged or truncated");
});

function flip(place: number): Buffer {
  const copy = Buffer.from(sealed);
  copy.writeUInt8(copy.readUInt8(place) ^ 1, place);
  return copy;
}
