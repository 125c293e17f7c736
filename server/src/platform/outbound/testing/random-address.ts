import fc from "fast-check";

/** A forbidden address: as a resolver returns it, and as the host of a URL. */
export interface RefusedAddress {
  readonly address: string;
  readonly host: string;
}

/** The ranges that the IANA registries exclude from the public internet, listed independently of the tested rules. */
const ranges: readonly (readonly [first: number, bits: number])[] = [
  [ofParts(0, 0, 0, 0), 8],
  [ofParts(10, 0, 0, 0), 8],
  [ofParts(100, 64, 0, 0), 10],
  [ofParts(127, 0, 0, 0), 8],
  [ofParts(169, 254, 0, 0), 16],
  [ofParts(172, 16, 0, 0), 12],
  [ofParts(192, 0, 0, 0), 24],
  [ofParts(192, 0, 2, 0), 24],
  [ofParts(192, 88, 99, 0), 24],
  [ofParts(192, 168, 0, 0), 16],
  [ofParts(198, 18, 0, 0), 15],
  [ofParts(198, 51, 100, 0), 24],
  [ofParts(203, 0, 113, 0), 24],
  [ofParts(224, 0, 0, 0), 4],
  [ofParts(240, 0, 0, 0), 4],
];
const prefixes = ["fc", "fd", "fe8", "fe9", "fea", "feb", "fec", "ff", "2001:db8:", "2002:", "64:ff9b:1:", "100::"];
const anyAddress = fc
  .constantFrom(...ranges)
  .chain(([first, bits]) => fc.nat(2 ** (32 - bits) - 1).map((n) => first + n));
const base = fc.constantFrom("", "0x", "0");

/**
 * Any address of those ranges, in any notation; for IPv4 also embedded in IPv6. 127.0.0.1 is excluded for tests that
 * must allow it.
 */
export const refusedAddress: fc.Arbitrary<RefusedAddress> = fc.oneof(
  { weight: 3, arbitrary: anyAddress.filter((number) => number !== ofParts(127, 0, 0, 1)).chain(spelledAddress) },
  { weight: 2, arbitrary: anyAddress.chain(withinSix) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...prefixes), fc.nat(0xffff)).map(ofPrefix) },
);

function ofParts(...parts: number[]): number {
  return parts.reduce((number, part) => number * 256 + part, 0);
}

function partsOf(number: number): number[] {
  return [24, 16, 8, 0].map((shift) => (number >>> shift) & 255);
}

/**
 * As one to four numbers, each decimal, hexadecimal or octal, possibly with a trailing dot, in unusual digits or
 * escaped.
 */
function spelledAddress(number: number): fc.Arbitrary<RefusedAddress> {
  const bases = fc.array(base, { minLength: 4, maxLength: 4 });
  const disguise = fc.constantFrom<(text: string) => string>(
    (text) => text,
    (text) => text,
    (text) => `${text}.`,
    (text) => text.toUpperCase(),
    (text) => text.replaceAll(".", "。"),
    (text) => text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    (text) => text.replaceAll(/\d/g, (digit) => `%3${digit}`),
  );
  return fc.tuple(fc.integer({ min: 1, max: 4 }), bases, disguise).map(([count, someBases, disguised]) => {
    const parts = partsOf(number);
    const numbers = [...parts.slice(0, count - 1), ofParts(...parts.slice(count - 1))];
    return { address: parts.join("."), host: disguised(numbers.map((n, at) => inBase(n, someBases[at])).join(".")) };
  });
}

function inBase(number: number, prefix: string | undefined): string {
  if (prefix === "0x") return `0x${number.toString(16)}`;
  return prefix === "0" ? `0${number.toString(8)}` : String(number);
}

/** Mapped, compatible, translated, NAT64, 6to4 and ISATAP. */
function withinSix(number: number): fc.Arbitrary<RefusedAddress> {
  const words = `${(number >>> 16).toString(16)}:${(number & 0xffff).toString(16)}`;
  const dotted = partsOf(number).join(".");
  return fc
    .constantFrom(
      `::ffff:${words}`,
      `::FFFF:${dotted}`,
      `0:0:0:0:0:ffff:${dotted}`,
      `::${words}`,
      `::ffff:0:${words}`,
      `64:ff9b::${words}`,
      `64:ff9b::${dotted}`,
      `2002:${words}::1`,
      `2606:4700::5efe:${words}`,
    )
    .map(bracketed);
}

function ofPrefix([prefix, word]: readonly [string, number]): RefusedAddress {
  const head = prefix.endsWith(":") ? prefix : `${prefix.padEnd(4, "0")}:`;
  return bracketed(head.endsWith("::") ? `${head}${word.toString(16)}` : `${head}:${word.toString(16)}`);
}

function bracketed(address: string): RefusedAddress {
  return { address, host: `[${address}]` };
}
