import { queryOptions } from "@tanstack/react-query";
import type { Weft } from "@weft/client";
import { queryKeys } from "../query-keys.ts";
import { collect, readInParts } from "../ui/read-whole-list.ts";

/** The maximum page size of a list. */
const pageMax = 1000;

export const appsQuery = (weft: Weft) =>
  queryOptions({
    queryKey: queryKeys.apps.all(),
    queryFn: readInParts((signal) => weft.entities.pages({ entityName: "app", limit: pageMax, signal })),
  });

export const keysQuery = (weft: Weft) =>
  queryOptions({
    queryKey: queryKeys.keys.all(),
    queryFn: readInParts((signal) => weft.entities.pages({ entityName: "api-key", limit: pageMax, signal })),
  });

export const tokensQuery = (weft: Weft) =>
  queryOptions({
    queryKey: queryKeys.tokens.all(),
    queryFn: readInParts((signal) => weft.entities.pages({ entityName: "access-token", limit: pageMax, signal })),
  });

export const usersQuery = (weft: Weft) =>
  queryOptions({
    queryKey: queryKeys.users.all(),
    queryFn: readInParts((signal) => weft.entities.pages({ entityName: "user", limit: pageMax, signal })),
  });

export const rolesQuery = (weft: Weft) =>
  queryOptions({
    queryKey: queryKeys.roles.all(),
    queryFn: readInParts((signal) => weft.entities.pages({ entityName: "role", limit: pageMax, signal })),
  });

export const retentionQuery = (weft: Weft) =>
  queryOptions({
    queryKey: queryKeys.org.retention(),
    queryFn: ({ signal }) => weft.call("get-retention", {}, { signal }),
  });

export const orgQuery = (weft: Weft) =>
  queryOptions({ queryKey: queryKeys.org.all(), queryFn: ({ signal }) => weft.call("get-org", {}, { signal }) });

/** For suggestions. */
export const typePathsQuery = (weft: Weft) =>
  queryOptions({
    queryKey: queryKeys.types.paths(),
    queryFn: async ({ signal }) => {
      const types = await collect(weft.entities.all({ entityName: "entity-type", limit: pageMax, signal }));
      return types.map(({ typePath }) => typePath);
    },
    staleTime: 60_000,
  });
