import { queryOptions } from "@tanstack/react-query";
import type { Weft } from "@weft/client";
import { collect } from "../ui/collect.ts";
import { readInParts } from "../ui/read-in-parts.ts";

/** The maximum page size of a list. */
const pageMax = 1000;

export const appsQuery = (weft: Weft) =>
  queryOptions({
    queryKey: ["apps"],
    queryFn: readInParts((signal) => weft.entities.pages({ entityName: "app", limit: pageMax, signal })),
  });

export const keysQuery = (weft: Weft) =>
  queryOptions({
    queryKey: ["keys"],
    queryFn: readInParts((signal) => weft.entities.pages({ entityName: "api-key", limit: pageMax, signal })),
  });

export const tokensQuery = (weft: Weft) =>
  queryOptions({
    queryKey: ["tokens"],
    queryFn: readInParts((signal) => weft.entities.pages({ entityName: "access-token", limit: pageMax, signal })),
  });

export const usersQuery = (weft: Weft) =>
  queryOptions({
    queryKey: ["users"],
    queryFn: readInParts((signal) => weft.entities.pages({ entityName: "user", limit: pageMax, signal })),
  });

export const rolesQuery = (weft: Weft) =>
  queryOptions({
    queryKey: ["roles"],
    queryFn: readInParts((signal) => weft.entities.pages({ entityName: "role", limit: pageMax, signal })),
  });

export const orgQuery = (weft: Weft) =>
  queryOptions({ queryKey: ["org"], queryFn: ({ signal }) => weft.call("get-org", {}, { signal }) });

/** For suggestions. */
export const typePathsQuery = (weft: Weft) =>
  queryOptions({
    queryKey: ["types", "paths"],
    queryFn: async ({ signal }) => {
      const types = await collect(weft.entities.all({ entityName: "entity-type", limit: pageMax, signal }));
      return types.map(({ typePath }) => typePath);
    },
    staleTime: 60_000,
  });
