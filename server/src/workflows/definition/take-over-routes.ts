import { eventWorkflowOperations } from "@weft/contract";
import type { Caller } from "../../access/caller.ts";
import { kindCallOf } from "../../kinds/kind-routes.ts";
import { type KindServices, updateKind } from "../../kinds/kind-verbs.ts";
import { entityTag } from "../../platform/http/cache-headers.ts";
import { JsonText, type Route, routesFor } from "../../platform/http/route.ts";
import { eventWorkflowKind, type WorkflowKindServices } from "./event-workflow-kind.ts";

const route = routesFor<Caller>();

/** A takeover is an update like any other: it is in the history and needs the right to update the workflow. */
export function takeOverRoutes(services: KindServices & WorkflowKindServices): Route[] {
  const kind = eventWorkflowKind(services);
  return [
    route(eventWorkflowOperations.takeOver, async ({ caller, params, request }) => {
      const call = kindCallOf(caller, request);
      const body = await updateKind(services, kind, call, { id: params.id, body: { takeOver: true } });
      return { status: 200, headers: entityTag(body.version), body: new JsonText(JSON.stringify(body)) };
    }),
  ];
}
