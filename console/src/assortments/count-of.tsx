import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useWeft } from "../session/session.ts";

type CountedName = "project-item" | "assortment" | "workspace";
const numbers = new Intl.NumberFormat("en");

/** The number of entities of a kind in a project. Only visible rows are counted. */
export function CountOf({ entityName, projectId }: { readonly entityName: CountedName; readonly projectId: string }) {
  const weft = useWeft();
  const { data, isPending } = useQuery({
    queryKey: ["entities", `${entityName}s`, "count", projectId],
    queryFn: ({ signal }) =>
      weft.entities.list({
        entityName,
        criteria: { projectId },
        fields: ["projectId"],
        limit: 1,
        includeTotal: true,
        signal,
      }),
    staleTime: 30_000,
  });
  if (isPending) return <Skeleton height={14} width={36} display="inline-block" />;
  return data?.total === undefined ? "–" : numbers.format(data.total);
}
