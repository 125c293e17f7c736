import { defineOperation } from "@weft/contract";
import { pino } from "pino";
import { z } from "zod";
import { watchCalls } from "../server/src/access/audit/watch-calls.ts";
import type { Caller } from "../server/src/access/caller.ts";
import { parseConfig } from "../server/src/config/config.ts";
import { createGatekeeper } from "../server/src/gatekeeper.ts";
import { registerMetrics } from "../server/src/platform/http/health-and-metrics.ts";
import { createHttpServer } from "../server/src/platform/http/http-server.ts";
import { logRequests } from "../server/src/platform/http/observe-requests.ts";
import { registerRoutes } from "../server/src/platform/http/register-routes.ts";
import { routesFor } from "../server/src/platform/http/route.ts";
import { createServices } from "../server/src/services.ts";
import { reportAddress } from "./report-address.ts";

const body = z.object({ pong: z.boolean() });
const ping = defineOperation({
  id: "ping",
  method: "GET",
  path: "/ping",
  summary: "A trivial authenticated GET",
  description: "A trivial authenticated GET",
  tag: "bench",
  access: "any",
  answers: { 200: { description: "Pong.", body } },
  errors: [],
});

/** The service's own stack with one trivial response, with authentication and rate limit (/api/ping) and without (/ping). */
async function startPing(connectionString: string): Promise<void> {
  const config = parseConfig({
    DATABASE_URL: connectionString,
    WEFT_SECRET: "a secret that only the benchmark knows",
    WEFT_RATE_LIMIT: "1000000",
    LOG_LEVEL: "warn",
  });
  const log = pino({ level: config.logLevel });
  const services = await createServices({ config, connectionString, secrets: config.secrets ?? [], log });
  const app = await createHttpServer({ ...config, logger: log });
  logRequests(app);
  registerMetrics(app, { registry: services.metrics, token: undefined, access: "loopback" });
  app.get("/ping", (_request, reply) =>
    reply.header("content-type", "application/json; charset=utf-8").send(JSON.stringify({ pong: true })),
  );
  const route = routesFor<Caller>()(ping, async () => ({ status: 200, body: { pong: true } }));
  registerRoutes(app, [route], {
    watch: watchCalls(services),
    gatekeeper: createGatekeeper({ ...services, operatorToken: undefined }),
    batchBytesMax: config.batchBytesMax,
    openBudget: (_caller, ended) => services.openBudget("", ended),
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  reportAddress(app.listeningOrigin);
}

await startPing(process.argv[2] ?? "");
