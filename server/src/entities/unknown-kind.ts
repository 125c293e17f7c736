import { operations } from "@weft/contract";
import { closestName } from "../platform/closest-name.ts";
import { Problem } from "../platform/problem.ts";

/** The first segments of all paths of the API, which are the plurals of the kinds and a few other words. */
const segments = new Set(operations.map(({ path }) => path.split("/")[1] ?? ""));

/** What to say of an address below /api whose first segment is no kind; nothing when the fault lies elsewhere. */
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
