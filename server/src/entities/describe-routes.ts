import { describeEntityType } from "@weft/contract";
import { originOf } from "../access/audit/audit-act.ts";
import type { Caller } from "../access/caller.ts";
import { entityTag, expectedVersion } from "../platform/http/entity-tags.ts";
import { JsonText, type Route, routesFor } from "../platform/http/route.ts";
import { type DescribeServices, describeType } from "./describe-type.ts";
import { writerOfCaller } from "./writer-of-caller.ts";

const route = routesFor<Caller>();

export function describeRoutes(services: DescribeServices): Route[] {
  return [
    route(describeEntityType, async ({ caller, params, query, body, request }) => {
      const call = {
        caller,
        writer: writerOfCaller(caller, request),
        origin: originOf(request),
        isForced: query.force === true,
        isDryRun: query.dryRun === true,
        expectedVersion: expectedVersion(request.headers),
      };
      const { document, conversion } = await describeType(services, call, { typePath: params.id, ...body });
      const shown = JSON.stringify({ ...document, conversion });
      return { status: 200, headers: entityTag(document.version), body: new JsonText(shown) };
    }),
  ];
}
