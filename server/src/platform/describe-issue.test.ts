import { expect, test } from "vitest";
import { z } from "zod";
import { validatePart } from "./request-errors.ts";

const object = z.strictObject({ a: z.string() });

test.each<[string, z.ZodType, unknown, string]>([
  ["a missing body", object, undefined, "The body is required: send a JSON object."],
  ["a missing list as the body", z.array(z.string()), undefined, "The body is required: send a list."],
  ["a text as the body", object, "x", "Must be a JSON object, not a text."],
  ["a missing text", object, {}, "It is required: send a text."],
  ["a number for a text", object, { a: 5 }, "Must be a text, not a number."],
  ["null for a text", object, { a: null }, "Must be a text, not null."],
  ["a missing object", z.object({ a: z.record(z.string(), z.string()) }), {}, "It is required: send a JSON object."],
  [
    "a list for an object",
    z.object({ a: z.record(z.string(), z.string()) }),
    { a: [] },
    "Must be a JSON object, not a list.",
  ],
  ["a fraction", z.object({ a: z.int() }), { a: 1.5 }, "Must be a whole number, not a number."],
  ["a text for a boolean", z.object({ a: z.boolean() }), { a: "yes" }, "Must be true or false, not a text."],
  [
    "an unknown choice",
    z.object({ a: z.enum(["hour", "day"]) }),
    { a: "days" },
    "Must be one of hour, day. Did you mean day?",
  ],
  ["a missing choice", z.object({ a: z.enum(["hour", "day"]) }), {}, "It is required: send one of hour, day."],
  ["the only choice", z.object({ a: z.literal("item") }), { a: "color" }, "Must be item."],
  ["an empty text", z.object({ a: z.string().min(1) }), { a: "" }, "Must not be empty."],
  ["a short text", z.object({ a: z.string().min(12) }), { a: "x" }, "Must have at least 12 characters."],
  ["a long text", z.object({ a: z.string().max(2) }), { a: "xyz" }, "Must have at most 2 characters."],
  ["an empty list", z.object({ a: z.array(z.string()).min(1) }), { a: [] }, "Must not be empty."],
  ["a long list", z.object({ a: z.array(z.string()).max(1) }), { a: ["x", "y"] }, "Must have at most 1 entry."],
  ["a small number", z.object({ a: z.number().min(0.1) }), { a: 0 }, "Must be at least 0.1."],
  ["a number at the bound", z.object({ a: z.number().gt(0) }), { a: 0 }, "Must be more than 0."],
  ["a large number", z.object({ a: z.number().max(1000) }), { a: 1001 }, "Must be at most 1000."],
  ["no email address", z.object({ a: z.email() }), { a: "ada" }, "Must be an email address, such as ada@example.com."],
  [
    "no form of several",
    z.object({ a: z.union([z.string(), z.array(z.string())]) }),
    { a: 5 },
    "Has none of the allowed forms. See the description of the operation.",
  ],
  ["a text of the schema", z.object({ a: z.string().regex(/^x$/, "An x.") }), { a: "y" }, "An x."],
  ["an unknown member", object, { a: "x", colour: 1 }, "colour is unknown here. Use a."],
])("%s is described plainly", (_, schema, value, detail) => {
  expect(validatePart(schema, value, "body").map((error) => error.detail)).toEqual([detail]);
});
