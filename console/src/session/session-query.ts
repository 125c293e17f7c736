import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { Weft, type Whoami } from "@weft/client";
import { queryKeys } from "../query-keys.ts";
import { rememberIdentity } from "./remembered.ts";

export const baseUrl = `${location.origin}/api`;

/** The signed-in user, by the browser's cookie. */
export const sessionQuery = queryOptions({
  queryKey: queryKeys.session.all(),
  queryFn: async ({ client, signal }) => {
    const who = await new Weft({ baseUrl }).call("whoami", {}, { signal });
    forgetOthers(client, identityOf(who));
    rememberIdentity(identityOf(who));
    return who;
  },
  staleTime: 60_000,
});

/** The organization whose data a page shows. */
export function identityOf({ org, actor }: Whoami): string {
  return `${org.id}/${actor.id}`;
}

/** Another tab may have signed in another user: nothing that was read before may be shown to them. */
function forgetOthers(client: QueryClient, identity: string): void {
  const before = client.getQueryData<Whoami>(queryKeys.session.all());
  if (before !== undefined && identityOf(before) !== identity) {
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== queryKeys.session.all()[0] });
  }
}
