import { randomBytes } from "node:crypto";

// In ASCII order, so that ids in a column with collate "C" sort by the time they were made.
const alphabet = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
const timeCharacters = 8;
const randomCharacters = 8;
const randomBits = BigInt(randomCharacters * 6);
// Moves the time so that an id begins with a letter (until the year 2109), and so never looks like a command's option.
const timeOffset = 11 * 2 ** 42;

let lastTime = 0;
let lastRandom = 0n;

/** 16 characters: 48 bits of milliseconds, then 48 random bits that count up within one millisecond. */
export function newId(now = Date.now()): string {
  if (now > lastTime) {
    lastTime = now;
    // The highest bit stays free, so that counting up cannot overflow.
    lastRandom = BigInt(`0x${randomBytes(6).toString("hex")}`) >> 1n;
  } else {
    lastRandom += 1n;
  }
  return (
    encode(BigInt(lastTime + timeOffset), timeCharacters) + encode(lastRandom % (1n << randomBits), randomCharacters)
  );
}

function encode(number: bigint, characters: number): string {
  let text = "";
  let rest = number;
  for (let index = 0; index < characters; index++) {
    text = alphabet.charAt(Number(rest & 63n)) + text;
    rest >>= 6n;
  }
  return text;
}
