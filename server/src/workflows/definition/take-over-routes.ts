import { eventWorkflowOperations } from "@weft/contract";
import { originOf } from "../../access/audit/audit-act.ts";
import type { Caller } from "../../access/caller.ts";
import { type KindServices, updateKind } from "../../entities/kind-verbs.ts";
import { writerOfCaller } from "../../entities/writer-of-caller.ts";
import { entityTag, expectedVersion } from "../../platform/http/entity-tags.ts";
import { JsonText, type Route, routesFor } from "../../platform/http/route.ts";
import { eventWorkflowKind, type WorkflowKindServices } from "./event-workflow-kind.ts";

const route = routesFor<Caller>();

/** Taking a workflow over is a change of it like any other: it has a history and needs the right to update it. */
export function takeOverRoutes(services: KindServices & WorkflowKindServices): Route[] {
  const kind = eventWorkflowKind(services);
  return [
    route(eventWorkflowOperations.takeOver, async ({ caller, params, request }) => {
      const call = {
        caller,
        writer: writerOfCaller(caller, request),
        origin: originOf(request),
        isForced: false,
        isRehearsal: false,
        expectedVersion: expectedVersion(request.headers),
      };
      const body = await updateKind(services, kind, call, { id: params.id, body: { takeOver: true } });
      return { status: 200, headers: entityTag(body.version), body: new JsonText(JSON.stringify(body)) };
    }),
  ];
}
