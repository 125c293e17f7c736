import { queryOptions } from "@tanstack/react-query";
import type { Weft } from "@weft/client";
import { queryKeys } from "../query-keys.ts";
import { collect, readInParts } from "../ui/read-whole-list.ts";

const pageMax = 1000;

export const projectWorkspacesQuery = (weft: Weft, projectId: string) =>
  queryOptions({
    queryKey: queryKeys.projects.workspaces(projectId),
    queryFn: ({ signal }) =>
      collect(weft.entities.all({ entityName: "workspace", criteria: { projectId }, limit: pageMax, signal })),
  });

export const projectAssortmentsQuery = (weft: Weft, projectId: string) =>
  queryOptions({
    queryKey: queryKeys.projects.assortments(projectId),
    queryFn: ({ signal }) =>
      collect(weft.entities.all({ entityName: "assortment", criteria: { projectId }, limit: pageMax, signal })),
  });

export const allWorkspacesQuery = (weft: Weft) =>
  queryOptions({
    queryKey: queryKeys.projects.allWorkspaces(),
    queryFn: ({ signal }) =>
      collect(weft.entities.all({ entityName: "workspace", relations: ["project"], limit: pageMax, signal })),
  });

/** For selecting one by name. */
export const projectNamesQuery = (weft: Weft) =>
  queryOptions({
    queryKey: queryKeys.projects.names(),
    queryFn: readInParts((signal) =>
      weft.entities.pages({ entityName: "project", fields: ["name", "identifier"], limit: pageMax, signal }),
    ),
    staleTime: 60_000,
  });
