import { z } from "zod";

/** In a definition: what it shall be, or a text with a placeholder, of which the run will know what it gives. */
export function orPlaceholder<Schema extends z.ZodType>(schema: Schema, words: string) {
  const error = `Use ${words}, or a text with a placeholder.`;
  return z.union([schema, z.string().regex(/\{/, error)], { error });
}
