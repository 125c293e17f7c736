import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from "fastify";
import type { Caller } from "./access/caller.ts";
import type { Config } from "./config.ts";
import { unknownKind } from "./entities/unknown-kind.ts";
import { createGatekeeper } from "./gatekeeper.ts";
import type { Services } from "./node-services.ts";
import { registerHealthRoutes } from "./platform/http/health-routes.ts";
import { createHttpServer } from "./platform/http/http-server.ts";
import { logRequests } from "./platform/http/log-requests.ts";
import { registerMetrics } from "./platform/http/metrics.ts";
import { answerUnknownAddresses } from "./platform/http/not-found.ts";
import { registerRoutes } from "./platform/http/register-routes.ts";
import { registerReferenceRoutes } from "./reference/reference-routes.ts";
import { createRoutes } from "./wiring.ts";

export interface AppOptions {
  readonly config: Config;
  readonly services: Services;
  readonly logger: FastifyBaseLogger;
  readonly isReady: () => Promise<boolean>;
}

/** The hooks in the order they run, then the routes. A node that only works off jobs answers no calls. */
export async function createApp({ config, services, logger, isReady }: AppOptions): Promise<FastifyInstance> {
  const app = await createHttpServer({ ...config, logger });
  logRequests(app, describeCaller);
  registerMetrics(app, { registry: services.metrics, token: config.metricsToken });
  answerUnknownAddresses(app, config.role === "worker" ? () => undefined : unknownKind);
  registerHealthRoutes(app, isReady);
  if (config.role !== "worker") {
    await registerReferenceRoutes(app);
    registerRoutes(app, createRoutes(services), {
      gatekeeper: createGatekeeper(services.authenticator, services.counter),
      batchBytesMax: config.batchBytesMax,
    });
  }
  return app;
}

function describeCaller(request: FastifyRequest): object {
  const { caller } = request;
  return isCaller(caller) ? { org: caller.org.slug, actor: caller.actor.id } : {};
}

function isCaller(caller: unknown): caller is Caller {
  return typeof caller === "object" && caller !== null && "actor" in caller;
}
