import { queryOptions } from "@tanstack/react-query";
import { Weft } from "@weft/client";

export const sessionKey = ["session"] as const;

export const baseUrl = `${location.origin}/api`;

/** Who has signed in, by the browser's cookie. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: ({ signal }) => new Weft({ baseUrl }).call("whoami", {}, { signal }),
  staleTime: 60_000,
});
