import { operations } from "@weft/contract";
import { closestName } from "../platform/closest-name.ts";
import { Problem } from "../platform/problem.ts";

/** The first segments of all API paths: the plurals of the kinds and a few other words. */
const segments = new Set(operations.map(({ path }) => path.split("/")[1] ?? ""));

/** The problem for a path below /api whose first segment is not a kind; undefined if the error is elsewhere. */
export function unknownKind(path: string): Problem | undefined {
  const [, name] = /^\/api\/([^/]+)/.exec(path) ?? [];
  if (name === undefined || segments.has(name)) {
    return undefined;
  }
  const shown = name.slice(0, 60);
  const closest = closestName(shown, segments);
  const meant = closest === undefined ? "" : ` Did you mean /api/${closest}?`;
  return new Problem("unknown-entity-type", `There is no kind of entity at /api/${shown}.${meant}`);
}
