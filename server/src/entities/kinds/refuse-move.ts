import { addError, type Candidate } from "../write/candidate.ts";
import type { Referral } from "../write/wants.ts";
import type { World } from "../write/world.ts";

/**
 * The contents of a workspace or an assortment belong to its project as well, so only an empty one can change its
 * project.
 */
export function refuseMoveWithContents(
  candidate: Candidate,
  world: World,
  slug: string,
  contents: readonly Pick<Referral, "entityType" | "slug">[],
): void {
  const { before, id } = candidate;
  if (before === undefined || before.projectId === candidate.projectId) {
    return;
  }
  world.forUpdate(before);
  const found = world.referrersOf(contents.map((content) => ({ ...content, isList: false, id })));
  if (found.flat().length > 0) {
    addError(
      candidate,
      slug,
      "invalid-value",
      "Its content belongs to its project, so it cannot be moved to another project.",
    );
  }
}
