import { z } from "zod";
import { parseUrl } from "../platform/parse-url.ts";

export const url = (...protocols: string[]) =>
  z.string().refine((text) => protocols.includes(parseUrl(text)?.protocol ?? ""), {
    message: `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`,
  });

export const wholeNumber = (low: number, high: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, `must be a whole number from ${low} to ${high}`)
    .transform(Number)
    .refine((number) => number >= low && number <= high, `must be a whole number from ${low} to ${high}`);

export const list = z.string().transform((text) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== ""),
);

const pairsError =
  "must be name=value, several separated by commas, with % only before two hexadecimal digits of UTF-8 text";

/** Pairs as OpenTelemetry writes them, by their decoded names. */
export const encodedPairs = z.string().transform((text, context): Readonly<Record<string, string>> => {
  const pairs = text.split(",").map((pair) => /^\s*([^\s=]+)\s*=(.*)$/s.exec(pair)?.slice(1));
  try {
    return Object.fromEntries(
      pairs.map(([name, value] = ["%", ""]) => [
        decodeURIComponent(name ?? ""),
        decodeURIComponent(value?.trim() ?? ""),
      ]),
    );
  } catch {
    context.addIssue(pairsError);
    return z.NEVER;
  }
});

export const encodedHeaders = encodedPairs.refine(
  (pairs) => Object.keys(pairs).every((name) => /^[\w-]+$/.test(name)),
  pairsError,
);

export const samplers = [
  "parentbased_traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "traceidratio",
  "always_on",
  "always_off",
] as const;

// One address, with or without a name before it, and nothing that could start another header.
export const mailbox = /^(?:[^<>@,;:"\\\p{Cc}]+ <[^\s<>@,;:"\\]+@[^\s<>@,;:"\\]+>|[^\s<>@,;:"\\]+@[^\s<>@,;:"\\]+)$/u;

/** One listens for changes, one serves, and one more, so that a transaction can wait for another. */
export const poolMin = 3;
