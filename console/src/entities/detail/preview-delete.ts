import { ApiError, type Weft } from "@weft/client";
import { type AnyEntity, fullTitleOf } from "../any-entity.ts";
import type { EntityKind } from "../entity-kind.ts";
import { criteriaOf, type Referral } from "../referrals.ts";
import { linkOfRow, relationsOf } from "./link-of-row.ts";

/** The effects of a deletion. */
export interface DeletePreview {
  /** Whether other entities refer to it, so that they must be deleted too or lose their reference. */
  readonly needsCascade: boolean;
  /** By entity type, everything that would be deleted or changed with it. */
  readonly counts: Readonly<Record<string, number>>;
  /** The direct references to it, with some of their names. */
  readonly referring: readonly {
    readonly referral: Referral;
    readonly total: number;
    readonly names: readonly string[];
  }[];
}

const namesShown = 5;

/** Requests a dry run of the deletion, and then the names of the affected entities. */
export async function previewDelete(
  weft: Weft,
  kind: EntityKind,
  entity: AnyEntity,
  { referrals, signal }: { readonly referrals: readonly Referral[]; readonly signal: AbortSignal },
): Promise<DeletePreview> {
  const counts = await countsInTheWay(weft, kind, entity, signal);
  if (counts === undefined) return { needsCascade: false, counts: {}, referring: [] };
  // Reported here and not when it is too late: a role may lack permission for some of it.
  await weft.entities.delete({ entityName: kind.name, id: entity.id, dryRun: true, cascade: true, signal });
  const referring = await Promise.all(
    referrals
      .filter((referral) => (counts[referral.kind.name] ?? 0) > 0)
      .map(async (referral) => {
        const { results, total = results.length } = await weft.entities.list<AnyEntity>({
          entityName: referral.kind.name,
          criteria: criteriaOf(referral, entity.id),
          relations: relationsOf(referral.kind),
          limit: namesShown,
          includeTotal: true,
          signal,
        });
        return { referral, total, names: results.map((row) => linkOfRow(row, entity.id)?.title ?? fullTitleOf(row)) };
      }),
  );
  return { needsCascade: true, counts, referring: referring.filter(({ total }) => total > 0) };
}

/** Undefined when nothing prevents it. */
async function countsInTheWay(weft: Weft, kind: EntityKind, { id }: AnyEntity, signal: AbortSignal) {
  try {
    await weft.entities.delete({ entityName: kind.name, id, dryRun: true, signal });
    return undefined;
  } catch (error) {
    const referencedBy = error instanceof ApiError && error.status === 409 ? error.problem["referencedBy"] : undefined;
    if (typeof referencedBy !== "object" || referencedBy === null) throw error;
    return Object.fromEntries(Object.entries(referencedBy).map(([type, count]) => [type, Number(count)]));
  }
}
