import { type Operation, roleOperations, userOperations, whoami } from "@weft/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isCaller } from "../access/caller.ts";
import { logProblem } from "../platform/http/problem-response.ts";
import { apiPrefix, type RoutesOptions } from "../platform/http/register-routes.ts";
import { factsOf } from "../platform/http/request-facts.ts";
import { requireProvisioner, type ScimCall, type ScimServices } from "./scim-call.ts";
import { resourceTypes, schemas, serviceProviderConfig } from "./scim-discovery.ts";
import { errorBody, missing, ScimError } from "./scim-error.ts";
import { createGroup, patchGroup, readGroup, removeGroup, replaceGroup, searchGroups } from "./scim-groups.ts";
import { listResponse, pageOf, type Resource } from "./scim-list.ts";
import { createUser, patchUser, readUser, removeUser, replaceUser, searchUsers } from "./scim-users.ts";

const basePath = `${apiPrefix}/scim/v2`;
const mediaType = "application/scim+json; charset=utf-8";

interface ScimAnswer {
  readonly status: number;
  readonly location?: string;
  readonly body?: object;
}

interface ScimRoute {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  /** The equivalent operation of the contract, under which the audit log records a denied request. */
  readonly operation: Operation;
  readonly handle: (services: ScimServices, call: ScimCall) => Promise<ScimAnswer>;
}

type Verb = (services: ScimServices, call: ScimCall) => Promise<object>;

const ok = (verb: Verb) => async (services: ScimServices, call: ScimCall) => {
  requireProvisioner(call.caller);
  return { status: 200, body: await verb(services, call) };
};

const created =
  (verb: (services: ScimServices, call: ScimCall) => Promise<Resource>, collection: string) =>
  async (services: ScimServices, call: ScimCall) => {
    requireProvisioner(call.caller);
    const body = await verb(services, call);
    return { status: 201, location: `${call.baseUrl}/${collection}/${body.id}`, body };
  };

/** Also for a change of a group, whose response would otherwise contain all members each time. */
const noContent =
  (verb: (services: ScimServices, call: ScimCall) => Promise<void>) =>
  async (services: ScimServices, call: ScimCall) => {
    requireProvisioner(call.caller);
    await verb(services, call);
    return { status: 204 };
  };

const { list: listUsers, create, get, update, remove } = userOperations;
const userRoutes: readonly ScimRoute[] = [
  { method: "GET", path: "/Users", operation: listUsers, handle: ok(searchUsers) },
  { method: "POST", path: "/Users", operation: create, handle: created(createUser, "Users") },
  { method: "GET", path: "/Users/:id", operation: get, handle: ok(readUser) },
  { method: "PUT", path: "/Users/:id", operation: update, handle: ok(replaceUser) },
  { method: "PATCH", path: "/Users/:id", operation: update, handle: ok(patchUser) },
  { method: "DELETE", path: "/Users/:id", operation: remove, handle: noContent(removeUser) },
];

const groupRoutes: readonly ScimRoute[] = [
  { method: "GET", path: "/Groups", operation: roleOperations.list, handle: ok(searchGroups) },
  { method: "POST", path: "/Groups", operation: roleOperations.create, handle: created(createGroup, "Groups") },
  { method: "GET", path: "/Groups/:id", operation: roleOperations.get, handle: ok(readGroup) },
  { method: "PUT", path: "/Groups/:id", operation: roleOperations.update, handle: ok(replaceGroup) },
  { method: "PATCH", path: "/Groups/:id", operation: roleOperations.update, handle: noContent(patchGroup) },
  { method: "DELETE", path: "/Groups/:id", operation: roleOperations.remove, handle: noContent(removeGroup) },
];

/** What the service supports, for every credential: it is the same for all. */
const discoveryRoutes: readonly ScimRoute[] = [
  discover("/ServiceProviderConfig", ({ baseUrl }) => serviceProviderConfig(baseUrl)),
  discover("/ResourceTypes", ({ baseUrl, query }) => listResponse(pageOf(resourceTypes(baseUrl), {}), query)),
  discover("/ResourceTypes/:id", ({ baseUrl, id }) => oneOf(resourceTypes(baseUrl), id)),
  discover("/Schemas", ({ baseUrl, query }) => listResponse(pageOf(schemas(baseUrl), {}), query)),
  discover("/Schemas/:id", ({ baseUrl, id }) => oneOf(schemas(baseUrl), id)),
];

function discover(path: string, describe: (call: ScimCall) => object): ScimRoute {
  return {
    method: "GET",
    path,
    operation: whoami,
    handle: async (_services, call) => ({ status: 200, body: describe(call) }),
  };
}

function oneOf(resources: readonly Resource[], id: string): Resource {
  const found = resources.find((resource) => resource.id === id);
  if (found === undefined) {
    throw missing("resource", id);
  }
  return found;
}

/**
 * SCIM 2.0 (RFC 7643, 7644) next to the operations of the contract, like MCP: the standard defines its messages.
 * Callers pass the same gatekeeper, and writes the same operations.
 */
export function registerScimRoutes(
  app: FastifyInstance,
  services: ScimServices,
  options: Pick<RoutesOptions, "gatekeeper" | "watch">,
): void {
  const { gatekeeper } = options;
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    request.caller = await gatekeeper.admit({ access: "any" }, request, reply);
  };
  for (const { method, path, operation, handle } of [...userRoutes, ...groupRoutes, ...discoveryRoutes]) {
    const watcher = options.watch(operation);
    app.route({
      method,
      url: basePath + path,
      onRequest,
      errorHandler: answerFailure,
      handler: async (request, reply) => {
        try {
          return send(reply, await handle(services, callOf(request)));
        } catch (error) {
          const { caller, params, query } = request;
          await watcher?.failed?.({ caller, params, query, request: factsOf(request) }, error);
          throw error;
        }
      },
    });
  }
  app.route({
    method: ["GET", "POST", "PUT", "PATCH", "DELETE"],
    url: `${basePath}/*`,
    onRequest,
    errorHandler: answerFailure,
    handler: async () => {
      throw new ScimError(
        404,
        undefined,
        "There is no such SCIM endpoint. Users, Groups, ServiceProviderConfig, ResourceTypes and Schemas are supported.",
      );
    },
  });
}

function callOf(request: FastifyRequest): ScimCall {
  const { caller, params, query, body } = request;
  if (!isCaller(caller)) {
    throw new Error("a SCIM request without a caller");
  }
  const facts = factsOf(request);
  return {
    caller,
    request: facts,
    baseUrl: facts.origin + basePath,
    id: textsIn(params)["id"] ?? "",
    query: textsIn(query),
    body,
  };
}

/** The standard has no repeated parameters: they are ignored. */
function textsIn(given: unknown): Record<string, string | undefined> {
  const entries = Object.entries(typeof given === "object" && given !== null ? given : {});
  return Object.fromEntries(entries.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));
}

function send(reply: FastifyReply, { status, location, body }: ScimAnswer): FastifyReply {
  reply.code(status);
  if (location !== undefined) {
    reply.header("location", location);
  }
  return body === undefined ? reply.send() : sendJson(reply, body);
}

function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = error instanceof ScimError ? error : logProblem(error, request);
  reply.code(failure.status).headers(failure instanceof ScimError ? {} : failure.headers);
  return sendJson(reply, errorBody(failure));
}

function sendJson(reply: FastifyReply, body: object): FastifyReply {
  return reply.header("content-type", mediaType).send(JSON.stringify(body));
}
