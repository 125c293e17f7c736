import { spawn } from "node:child_process";
import { once } from "node:events";
import { freePort } from "./free-port.ts";

export interface RedisServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** A separate Redis, on loopback, without persistence. */
export async function startRedis(): Promise<RedisServer> {
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
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      if (redis.exitCode === null && redis.signalCode === null) {
        redis.kill();
        await once(redis, "exit");
      }
    },
  };
}
