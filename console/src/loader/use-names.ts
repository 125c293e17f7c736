import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { queryKeys } from "../query-keys.ts";
import { mayDo, useSession, useWeft } from "../session/session.ts";

/** File names by id. Deleted files have none. */
export function useFileNames(ids: readonly string[]): ReadonlyMap<string, string> {
  const weft = useWeft();
  const { who } = useSession();
  const wanted = [...new Set(ids)].sort();
  const { data } = useQuery({
    queryKey: queryKeys.files.names(wanted),
    enabled: wanted.length > 0 && mayDo(who, "read", "file"),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const names = new Map<string, string>();
      for (let start = 0; start < wanted.length; start += idsAtOnce) {
        const some = wanted.slice(start, start + idsAtOnce);
        const criteria = { id: { in: some } };
        const { results } = await weft.files.list({ criteria, fields: ["fileName"], limit: idsAtOnce, signal });
        for (const { id, fileName } of results) names.set(id, fileName);
      }
      return names;
    },
  });
  return data ?? noNames;
}

const idsAtOnce = 100;
const noNames: ReadonlyMap<string, string> = new Map();

/** The names of users and apps, as far as the user may read them. */
export function useActorNames(): ReadonlyMap<string, string> {
  const weft = useWeft();
  const { who } = useSession();
  const { data } = useQuery({
    queryKey: queryKeys.actors.name(who.actor.id),
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const names = new Map([[who.actor.id, who.actor.name]]);
      if (!who.isAdministrator) return names;
      const query = { limit: 1_000 };
      const [users, apps] = await Promise.all([
        weft.call("list-users", { query }, { signal }),
        weft.call("list-apps", { query }, { signal }),
      ]);
      for (const { id, name } of [...users.results, ...apps.results]) names.set(id, name);
      return names;
    },
  });
  return data ?? noNames;
}
