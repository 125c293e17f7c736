import { z } from "zod";

/** In a definition: a valid value, or a string with a placeholder, whose value is known only at run time. */
export function orPlaceholder<Schema extends z.ZodType>(schema: Schema, words: string) {
  const error = `Use ${words}, or a text with a placeholder.`;
  return z.union([schema, z.string().regex(/\{/, error)], { error });
}
