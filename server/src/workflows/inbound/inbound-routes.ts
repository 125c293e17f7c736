import { buffer } from "node:stream/consumers";
import { jsonValueSchema, triggerWebhook } from "@weft/contract";
import type { Caller } from "../../access/caller.ts";
import { type Route, routesFor } from "../../platform/http/route.ts";
import { decodeUtf8, parseStrictJson } from "../../platform/http/strict-json.ts";
import type { JsonValue } from "../../platform/json-value.ts";
import { Problem } from "../../platform/problem.ts";
import { type InboundServices, receiveInbound } from "./receive-inbound.ts";

const route = routesFor<Caller>();
const bytesMax = 1_048_576;
const depthMax = 64;

export function inboundRoutes(services: InboundServices): Route[] {
  return [
    route(triggerWebhook, async ({ params, upload, request }) => {
      const { stream } = await upload.open({ bytesMax, tooLarge });
      const bytes = await buffer(stream);
      const call = { id: params.id, headers: request.headers, bytes, parse };
      return { status: 202, body: { processIds: await receiveInbound(services, call) } };
    }),
  ];
}

function parse(bytes: Buffer): JsonValue {
  return jsonValueSchema.parse(parseStrictJson(decodeUtf8(bytes), { depthMax }));
}

function tooLarge(): Problem {
  return new Problem("body-too-large", "An inbound webhook takes 1 MiB at most.");
}
