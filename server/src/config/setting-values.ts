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

// One address, with or without a name before it, and nothing that could start another header.
export const mailbox = /^(?:[^<>@,;:"\\\p{Cc}]+ <[^\s<>@,;:"\\]+@[^\s<>@,;:"\\]+>|[^\s<>@,;:"\\]+@[^\s<>@,;:"\\]+)$/u;

/** One listens for changes, one serves, and one more, so that a transaction can wait for another. */
export const poolMin = 3;
