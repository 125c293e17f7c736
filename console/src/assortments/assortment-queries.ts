import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Weft } from "@weft/client";

export const assortmentQuery = (weft: Weft, id: string) =>
  queryOptions({
    queryKey: ["entities", "assortments", id],
    queryFn: ({ signal }) =>
      weft.entities.get({ entityName: "assortment", id, relations: ["project", "workspace"], signal }),
  });

/** Whether a publish would record changes. By a dry run, because only the service knows what was published. */
export const unpublishedQuery = (weft: Weft, id: string) =>
  queryOptions({
    queryKey: ["entities", "assortments", id, "unpublished"],
    queryFn: async ({ signal }) => {
      const { isPublished } = await weft.call(
        "publish-assortment",
        { params: { id }, query: { dryRun: true } },
        { signal },
      );
      return isPublished;
    },
  });

/** A publish changes the assortment, its members, its history, and those composed from it. */
export async function forgetAssortments(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ["entities", "assortments"] });
  await queryClient.invalidateQueries({ queryKey: ["entities", "assortment-items"] });
}
