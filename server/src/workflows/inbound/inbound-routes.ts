import { buffer } from "node:stream/consumers";
import { inboundWebhookOperations, jsonValueSchema, triggerWebhook } from "@weft/contract";
import type { Caller } from "../../access/caller.ts";
import { kindCallOf, kindRoutes } from "../../kinds/kind-routes.ts";
import type { KindServices } from "../../kinds/kind-verbs.ts";
import { bodyTooLarge } from "../../platform/errors.ts";
import { entityTag } from "../../platform/http/cache-headers.ts";
import { JsonText, type Route, routesFor } from "../../platform/http/route.ts";
import { decodeUtf8, parseStrictJson } from "../../platform/http/strict-json.ts";
import { type JsonValue, jsonDepthMax } from "../../platform/json-value.ts";
import type { Problem } from "../../platform/problem.ts";
import type { RequestParty } from "../../platform/request-party.ts";
import { type InboundWebhookServices, inboundWebhookKind, rotateInboundSecret } from "./inbound-webhook-kind.ts";
import { type InboundServices, receiveInbound } from "./receive-inbound.ts";

const route = routesFor<Caller>();
const bytesMax = 1_048_576;

export function inboundRoutes(services: InboundServices & InboundWebhookServices & KindServices): Route[] {
  const kind = inboundWebhookKind(services);
  return [
    ...kindRoutes(services, kind, inboundWebhookOperations),
    route(inboundWebhookOperations.rotate, async ({ caller, params, body, request }) => {
      const input = { id: params.id, overlapSeconds: body.overlapSeconds };
      const { document, secret } = await rotateInboundSecret(services, kind, kindCallOf(caller, request), input);
      return {
        status: 200,
        headers: entityTag(document.version),
        body: new JsonText(JSON.stringify({ ...document, secret })),
      };
    }),
    route(triggerWebhook, async ({ params, upload, request }) => {
      const { stream } = await upload.open({ bytesMax, tooLarge });
      const bytes = await buffer(stream);
      const identify = (party: RequestParty) => request.identify(party);
      const call = { id: params.id, headers: request.headers, bytes, parse, identify };
      return { status: 202, body: { processIds: await receiveInbound(services, call) } };
    }),
  ];
}

function parse(bytes: Buffer): JsonValue {
  return jsonValueSchema.parse(parseStrictJson(decodeUtf8(bytes), { depthMax: jsonDepthMax }));
}

function tooLarge(): Problem {
  return bodyTooLarge("An inbound webhook accepts at most 1 MiB.");
}
