import type { LoaderProcessCreate } from "@weft/client";

/** Without empty lists and objects. */
export function tidy(configuration: LoaderProcessCreate): LoaderProcessCreate {
  const kept = Object.entries(configuration).filter(([, value]) => value !== undefined && !isEmpty(value));
  return Object.fromEntries(kept);
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
