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

interface CutLimits {
  readonly textMax: number;
  readonly listMax: number;
}

/** Truncates long texts and lists, each with a marker. */
export function cut(value: unknown, limits: CutLimits): unknown {
  if (typeof value === "string") {
    return value.length > limits.textMax
      ? `${value.slice(0, limits.textMax)}…[cut: ${value.length} characters]`
      : value;
  }
  if (Array.isArray(value)) {
    const shown = value.slice(0, limits.listMax).map((entry) => cut(entry, limits));
    return value.length > limits.listMax ? [...shown, `…[cut: ${value.length} entries]`] : shown;
  }
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, cut(entry, limits)]));
  }
  return value;
}
