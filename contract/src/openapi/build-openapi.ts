import { introduction } from "../introduction.ts";
import type { Operation } from "../operation.ts";
import { tagDescriptions } from "../operations.ts";
import { Components, type JsonObject } from "./components.ts";
import { ExampleBook, type RecordedExamples } from "./examples.ts";
import { describeMessages, messageTag } from "./messages.ts";
import { describeHeader, describeParameters, describeRequest, type Parts } from "./requests.ts";
import { describeResponses } from "./responses.ts";

interface DocumentOptions {
  readonly version: string;
  readonly examples?: RecordedExamples;
}

/** The OpenAPI 3.1 document of the operations. Generated from the contract alone, so it is the same on every server. */
export function buildOpenApi(operations: readonly Operation[], { version, examples }: DocumentOptions): JsonObject {
  const parts = { components: new Components(), book: new ExampleBook(examples ?? new Map()) };
  const paths: Record<string, JsonObject> = {};
  for (const operation of operations) {
    const path = paths[operation.path] ?? {};
    paths[operation.path] = { ...path, [operation.method.toLowerCase()]: describeOperation(operation, parts) };
  }
  const webhooks = describeMessages(parts.components);
  const tags = new Set(operations.map(({ tag }) => tag));
  return {
    openapi: "3.1.1",
    info: {
      title: "Weft",
      version,
      summary: "A product data service.",
      description: introduction,
      contact: { name: "The operator of this service" },
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/api", description: "This service." }],
    tags: [...[...tags].map((name) => ({ name, description: tagDescriptions[name] })), messageTag],
    security: [{ apiKey: [], apiOrg: [] }, { accessToken: [] }, { session: [] }],
    paths,
    webhooks,
    components: { ...parts.components.toJson(), securitySchemes },
  };
}

const securitySchemes: JsonObject = {
  apiKey: { type: "apiKey", in: "header", name: "X-Api-Key", description: "app:… or user:…, together with X-Api-Org." },
  apiOrg: { type: "apiKey", in: "header", name: "X-Api-Org", description: "The slug of the key's organization." },
  accessToken: { type: "http", scheme: "bearer", description: "An access token, or the callback token of a task." },
  session: {
    type: "apiKey",
    in: "cookie",
    name: "weft_session",
    description:
      "The session of a browser. Over TLS the name is __Host-weft_session. Writes also need the csrfToken of GET /whoami in X-Csrf-Token.",
  },
  operatorToken: { type: "http", scheme: "bearer", description: "The operator's token: WEFT_OPERATOR_TOKEN." },
  webhookSecret: {
    type: "apiKey",
    in: "header",
    name: "X-Webhook-Secret",
    description: "The secret of the inbound webhook.",
  },
  webhookSignature: {
    type: "apiKey",
    in: "header",
    name: "webhook-signature",
    description: "A Standard Webhooks signature, with webhook-id and webhook-timestamp.",
  },
};

/** Other operations need what the whole document requires. */
function describeSecurity({ access, credential }: Operation): JsonObject {
  if (credential === "webhook-secret") {
    return { security: [{ webhookSecret: [] }, { webhookSignature: [] }] };
  }
  if (access === "operator") {
    return { security: [{ operatorToken: [] }] };
  }
  return access === "open" ? { security: [] } : {};
}

function describeOperation(operation: Operation, parts: Parts): JsonObject {
  const parameters = [
    ...describeParameters(operation, "path", parts),
    ...describeParameters(operation, "query", parts),
    ...(operation.requestHeaders ?? []).map((name) => describeHeader(operation, name, parts)),
  ];
  return {
    operationId: operation.id,
    summary: operation.summary,
    description: operation.description,
    tags: [operation.tag],
    ...describeSecurity(operation),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...describeRequest(operation, parts),
    responses: describeResponses(operation, parts),
  };
}
