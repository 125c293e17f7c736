import { externalEventOperations } from "@weft/contract";
import type { Caller } from "../../access/caller.ts";
import { type Route, routesFor } from "../../platform/http/route.ts";
import type { ProcessServices } from "../workflow-services.ts";
import { CallbackReceiver } from "./receive-callback.ts";

const route = routesFor<Caller>();

export function callbackRoutes(services: ProcessServices): Route[] {
  const receiver = new CallbackReceiver(services);
  return [
    route(externalEventOperations.callBack, async ({ caller, body }) => {
      const receipt = await receiver.receive(caller, body);
      return receipt.applied ? { status: 200 as const, body: receipt } : { status: 202 as const, body: receipt };
    }),
  ];
}
