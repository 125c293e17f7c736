import { useQueries } from "@tanstack/react-query";
import { queryKeys } from "../../query-keys.ts";
import { useWeft } from "../../session/session.ts";
import type { AnyEntity } from "../any-entity.ts";
import { criteriaOf, type Referral } from "./referrals.ts";

/** How many entities refer to this one. Undefined until all are counted. */
export function useReferralCounts(referrals: readonly Referral[], id: string): { readonly total: number | undefined } {
  const weft = useWeft();
  const counts = useQueries({
    queries: referrals.map((referral) => {
      const criteria = criteriaOf(referral, id);
      return {
        queryKey: queryKeys.entities.referringCount(referral.kind.path, criteria),
        queryFn: async ({ signal }: { signal: AbortSignal }) => {
          const listing = { entityName: referral.kind.name, criteria, fields: ["id"], limit: 1 } as const;
          const { total = 0 } = await weft.entities.list<AnyEntity>({ ...listing, includeTotal: true, signal });
          return total;
        },
      };
    }),
  });
  const known = counts.flatMap(({ data }) => data ?? []);
  return { total: known.length === counts.length ? known.reduce((sum, count) => sum + count, 0) : undefined };
}
