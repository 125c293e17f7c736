import { z } from "zod";

const limitDefault = 20;
const limitMax = 100;

/** The arguments of tools that return pages. */
export const pageShape = {
  limit: z.int().min(1).max(limitMax).default(limitDefault).describe("The page size."),
  pageKey: z.string().optional().describe("The nextPageKey of the previous page, with otherwise the same arguments."),
} as const;

/** A page of a kind that is known only when the tool is called. */
export const pageSchema = z.object({
  results: z.array(z.looseObject({})),
  nextPageKey: z.string().optional(),
  total: z.int().optional(),
});

/** How to fetch the rest of a list. */
export function nextPage(nextPageKey: string | undefined): object {
  return nextPageKey === undefined
    ? {}
    : { nextPageKey, next: "There are more results: call again with pageKey and the same arguments." };
}
