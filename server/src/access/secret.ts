import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
// 30 characters of 62 are 178 random bits.
const randomLength = 30;
const checksumLength = 6;

/** Random characters, then a checksum of them: a mistyped secret is rejected without a lookup. */
export function makeSecret(): string {
  const random = randomText(randomLength);
  return random + checksumOf(random);
}

export function hasValidChecksum(secret: string): boolean {
  return secret.slice(randomLength) === checksumOf(secret.slice(0, randomLength));
}

/** Secrets are long and random, so a fast hash is as safe as a slow one. */
export function hashSecret(secret: string): Buffer {
  return hash("sha256", secret, "buffer");
}

function checksumOf(random: string): string {
  let rest = crc32(random);
  let text = "";
  for (let index = 0; index < checksumLength; index++) {
    text = alphabet.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

/** Discards bytes that would bias the result toward the first characters. */
export function randomText(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) {
        text += alphabet.charAt(byte % 62);
      }
    }
  }
  return text;
}
