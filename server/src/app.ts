import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { watchCalls } from "./access/audit/watch-calls.ts";
import { isCaller } from "./access/caller.ts";
import { challengeParameters } from "./access/oauth/oauth-metadata.ts";
import { registerOAuthRoutes } from "./access/oauth/oauth-routes.ts";
import type { Config } from "./config/config.ts";
import { type ConsoleFiles, readConsoleFiles } from "./console/console-files.ts";
import { registerConsoleRoutes, sendConsolePage } from "./console/console-routes.ts";
import { createGatekeeper } from "./gatekeeper.ts";
import { unknownKind } from "./kinds/kind-routes.ts";
import { registerMcpRoutes } from "./mcp/protocol/mcp-routes.ts";
import { explainClosure } from "./platform/database/closure-store.ts";
import { isReadOnly } from "./platform/database/unavailable.ts";
import { registerHealthRoutes, registerMetrics } from "./platform/http/health-and-metrics.ts";
import { createHttpServer } from "./platform/http/http-server.ts";
import { limitLargeBodies } from "./platform/http/limit-large-bodies.ts";
import { logRequests, traceRequests } from "./platform/http/observe-requests.ts";
import { handleUnknownPaths, type UnknownPaths } from "./platform/http/problem-response.ts";
import { registerRoutes } from "./platform/http/register-routes.ts";
import { buildIdentity } from "./platform/own-package.ts";
import { builtGuides } from "./reference/guides/guide-files.ts";
import { registerGuideRoutes } from "./reference/guides/guide-routes.ts";
import {
  registerHomeRoute,
  registerReferenceRoutes,
  registerSecurityTxt,
  showProblemsAsPages,
} from "./reference/reference-routes.ts";
import { registerScimRoutes } from "./scim/scim-routes.ts";
import type { Services } from "./services.ts";
import { createRoutes } from "./wiring.ts";

export interface AppOptions {
  readonly config: Config;
  readonly services: Services;
  readonly logger: FastifyBaseLogger;
  /** The reason why the node does not accept calls; undefined if it does. */
  readonly whyNotReady: () => Promise<string | undefined>;
  /** The metrics that are served. Default: those of this process. */
  readonly collectMetrics?: (() => Promise<string>) | undefined;
  /** The folder of the built console. */
  readonly consoleFolder: string;
}

/** The hooks in the order they run, then the routes. A node that only runs jobs serves no API requests. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, services, logger, whyNotReady } = options;
  const explainError = async (error: unknown) =>
    isReadOnly(error) ? ((await explainClosure(services.db, error)) ?? error) : error;
  const app = await createHttpServer({ ...config, logger, explainError });
  if (services.tracer !== undefined) {
    traceRequests(app, services.tracer);
  }
  logRequests(app, config.logSampleRate);
  registerMetrics(app, {
    registry: services.metrics,
    collect: options.collectMetrics,
    token: config.metricsToken,
    access: config.metricsAccess,
  });
  const isWorker = config.role === "worker";
  const consoleFiles = isWorker ? undefined : await readConsoleFiles(options.consoleFolder);
  handleUnknownPaths(app, isWorker ? {} : { explain: unknownKind, ...consolePages(consoleFiles) });
  registerHealthRoutes(app, whyNotReady, buildIdentity);
  if (!isWorker) {
    if (consoleFiles === undefined) {
      registerHomeRoute(app);
    } else {
      registerConsoleRoutes(app, consoleFiles);
    }
    showProblemsAsPages(app);
    const gatekeeper = createGatekeeper({ ...services, operatorToken: config.operatorToken });
    registerReferenceRoutes(app, { gatekeeper, types: services.types });
    registerSecurityTxt(app, config);
    registerGuideRoutes(app, builtGuides());
    limitLargeBodies(app, { quota: services.bodies, tenantOf: ({ caller }) => orgIdOf(caller) });
    const watch = watchCalls(services);
    registerRoutes(app, createRoutes(services), {
      gatekeeper,
      batchBytesMax: config.batchBytesMax,
      watch,
      openBudget: (caller, ended) => services.openBudget(orgIdOf(caller), ended),
    });
    registerScimRoutes(app, services, { gatekeeper, watch });
    // Users sign in for OAuth on a page of the console.
    const hasConsole = consoleFiles !== undefined;
    registerMcpRoutes(app, { gatekeeper, challengeFor: hasConsole ? challengeParameters : undefined, ...config });
    if (hasConsole) {
      registerOAuthRoutes(app, services, { gatekeeper });
    }
  }
  return app;
}

function consolePages(files: ConsoleFiles | undefined): Pick<UnknownPaths, "sendPage"> {
  return files === undefined ? {} : { sendPage: (request, reply) => sendConsolePage(files, request, reply) };
}

/** Requests without a caller share one quota. */
function orgIdOf(caller: unknown): string {
  return isCaller(caller) ? caller.org.id : "";
}
