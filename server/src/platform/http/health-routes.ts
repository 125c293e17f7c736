import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { Problem } from "../problem.ts";

const readyWaitMs = 2_000;

/** Live: the process responds. Ready: it accepts calls. */
export function registerHealthRoutes(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  app.get("/health/live", async () => ({ status: "live" }));
  app.get("/health/ready", async () => {
    const ready = await Promise.race([isReady().catch(() => false), delay(readyWaitMs, false, { ref: false })]);
    if (!ready) {
      throw new Problem("unavailable", "The service is starting, stopping, or its database is unavailable.", {
        headers: { "retry-after": "1" },
      });
    }
    return { status: "ready" };
  });
}
