import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { parseConfig } from "../server/src/config.ts";
import { startService } from "../server/src/service.ts";
import { reportCpu } from "./report-cpu.ts";

/** A whole node, with rate limits that count and never refuse. */
async function startNode(connectionString: string): Promise<void> {
  const config = parseConfig({
    PORT: "0",
    DATA_DIR: await mkdtemp(join(tmpdir(), "weft-bench-node-")),
    DATABASE_URL: connectionString,
    WEFT_SECRET: "a secret that only the benchmark knows",
    WEFT_RATE_LIMIT: "1000000",
    WEFT_OUTBOUND_ALLOW: "127.0.0.1/32",
    LOG_LEVEL: "warn",
  });
  const service = await startService(config, pino({ level: config.logLevel }));
  reportCpu(service.address);
}

await startNode(process.argv[2] ?? "");
