import { z } from "zod";
import { anyEntitySchema } from "./entity-fields.ts";
import { namesSchema } from "./list-query.ts";
import { defineOperation } from "./operation.ts";

const foundOfKindSchema = z
  .object({
    kind: z.string().describe("The kind, such as item."),
    results: z.array(anyEntitySchema),
    hasMore: z.boolean().describe("Whether the list of the kind has more with the same q."),
  })
  .meta({ id: "FoundOfKind" });

export const search = defineOperation({
  id: "search",
  method: "GET",
  path: "/search",
  tag: "search",
  access: "any",
  summary: "Search all kinds",
  description:
    "Returns the first entities of each kind that have all words of q, oldest first, as the lists of the kinds do with the same q. A kind without a match is omitted.",
  query: z.strictObject({
    q: z.string().min(1).max(1000).describe("Words or their beginnings, in any order. Case and accents are ignored."),
    kinds: namesSchema
      .optional()
      .describe("The kinds to search, separated by commas: item, assortment, … Default: all that the caller may read."),
    limit: z
      .string()
      .regex(/^\d{1,9}$/, "Must be a whole number from 1 to 50.")
      .transform(Number)
      .pipe(z.int().min(1).max(50))
      .default(5)
      .describe("Maximum number of results of each kind."),
  }),
  answers: {
    200: {
      description: "The matches by kind.",
      body: z.object({ results: z.array(foundOfKindSchema) }).meta({ id: "SearchResults" }),
    },
  },
  errors: [],
});
