import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import type { TestProject } from "vitest/node";

/** A separate Redis for the tests, on loopback, without persistence. */
export default async function startTestRedis(project: TestProject): Promise<() => Promise<void>> {
  const port = await freePort();
  const redis = spawn("redis-server", [
    "--port",
    String(port),
    "--bind",
    "127.0.0.1",
    "--save",
    "",
    "--appendonly",
    "no",
  ]);
  await new Promise<void>((resolve, reject) => {
    redis.on("error", reject);
    redis.stdout.setEncoding("utf8").on("data", (text: string) => {
      if (text.includes("Ready to accept connections")) {
        resolve();
      }
    });
  });
  project.provide("redisUrl", `redis://127.0.0.1:${port}`);
  return async () => {
    redis.kill();
    await once(redis, "exit");
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address !== null ? address.port : 0;
}
