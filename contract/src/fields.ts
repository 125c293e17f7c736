import { z } from "zod";

/** Fields that many shapes share. */
export const idSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{16}$/, "An ID has 16 of the characters A–Z a–z 0–9 _ -.")
  .meta({ id: "Id", description: "16 characters, opaque, ordered by creation time." });

export const timeSchema = z.iso
  .datetime({ precision: 3 })
  .meta({ id: "Time", description: "ISO 8601, UTC, with milliseconds." });

export const slugSchema = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, "A slug has up to 63 characters: a–z, 0–9 and inner hyphens.")
  .meta({ id: "Slug" });

export const emailSchema = z.string().trim().toLowerCase().max(254).pipe(z.email());

export const labelSchema = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}]*$/u, "Control characters are not allowed.")
  // The same rule without \p, which not every language understands.
  .meta({ pattern: "^[^\\x00-\\x1f\\x7f-\\x9f]*$" });

export const pageQueryShape = {
  limit: z
    .string()
    .regex(/^\d{1,9}$/, "Must be a whole number from 1 to 1000.")
    .transform(Number)
    .pipe(z.int().min(1).max(1000))
    .default(100),
  nextPageKey: z.string().min(1).max(512).optional(),
} as const;

/** A page of a list, named after its entries: ItemPage. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object(pageShape(item)).meta({ id: `${schemaIdOf(item)}Page` });
}

/** A page that includes the total on request. */
export function countedPageOf<Item extends z.ZodType>(item: Item) {
  const total = z.int().optional().describe("With includeTotal: the number of all results.");
  return z.object({ ...pageShape(item), total }).meta({ id: `${schemaIdOf(item)}Page` });
}

export function pageShape<Item extends z.ZodType>(item: Item) {
  return {
    results: z.array(item),
    nextPageKey: z
      .string()
      .optional()
      .describe("Present if there are more results. A page may hold fewer than limit even if there are more."),
  } as const;
}

/** The name of the schema in the document. */
function schemaIdOf(schema: z.ZodType): string {
  const { id } = schema.meta() ?? {};
  if (id === undefined) {
    throw new Error("The entries of a page need a schema with an id.");
  }
  return id;
}

/** The user or app that did something, as named in records. */
export const actorReferenceSchema = z
  .object({ id: z.string(), type: z.enum(["user", "app"]), name: z.string() })
  .meta({ id: "ActorReference" });

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Bodies are parsed as JSON before validation, so any value is valid here. */
export const jsonValueSchema = z.custom<Json>(() => true).meta({ id: "Json", description: "Any JSON value." });

/** In responses, where the client's type is exact. In requests it would exclude interfaces, which have no index signature. */
export const shownJsonSchema = z.custom<unknown>(() => true).meta({ id: "JsonValue", description: "A JSON value." });
