import { allEntityOperations } from "@weft/contract";
import type { Route } from "../platform/http/route.ts";
import { batchRoutes } from "./entity-batch-routes.ts";
import { readingRoutes } from "./entity-reading-routes.ts";
import type { PurgingServices } from "./entity-services.ts";
import { writingRoutes } from "./entity-writing-routes.ts";
import { restoreRoutes, revertRoutes } from "./restore/restore-routes.ts";
import { searchRoutes } from "./search/search-routes.ts";

/** The same verbs for every kind of product data, and the search in all of them. */
export function entityRoutes(services: PurgingServices): Route[] {
  return [
    ...allEntityOperations.flatMap(({ kind, operations }) => [
      ...readingRoutes(services, kind.name, operations),
      ...writingRoutes(services, kind, operations),
      ...batchRoutes(services, kind.name, operations),
      ...restoreRoutes(services, kind.name, operations),
    ]),
    ...revertRoutes(services),
    ...searchRoutes(services),
  ];
}
