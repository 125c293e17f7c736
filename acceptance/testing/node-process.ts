import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { TestDatabase } from "../../server/src/testing/test-database.ts";
import { waitUntil } from "../../server/src/testing/wait-until.ts";

/** A node of the service as a separate process, started as a user would. */
export interface NodeProcess {
  /** Example: http://127.0.0.1:40123. */
  readonly address: string;
  readonly pid: number;
  /** Everything it has printed so far. */
  output(): string;
  /** Sends the signal and waits for the end; returns the exit code, or the signal that ended it. */
  end(signal: NodeJS.Signals): Promise<number | string>;
}

export interface NodeInput {
  readonly env: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Where it looks for weft.config.yaml. */
  readonly cwd?: string;
  /** Default: the weft command of this checkout. */
  readonly program?: string;
  /** A command that becomes the node, such as unshare, with its arguments and the path of Node. */
  readonly launcher?: readonly string[];
}

export const weft = fileURLToPath(new URL("../../cli/bin/weft.mjs", import.meta.url));

/** The common environment of nodes with one database; each needs its own folder. */
export function nodeEnvironment(database: TestDatabase, dataFolder: string): Record<string, string> {
  return {
    DATA_DIR: dataFolder,
    DATABASE_URL: database.connectionString,
    DATABASE_POOL: "4",
    WEFT_SECRET: "the same secret on every node, of course",
    WEFT_RATE_LIMIT: "off",
  };
}

const readyPattern = /ready at (\S+)/;

/** Starts weft serve and waits until it reports that it is ready. If it exits instead, fails with its output. */
export async function startNode({ env, args = [], cwd, program = weft, launcher }: NodeInput): Promise<NodeProcess> {
  const [command = "", ...words] = [...(launcher ?? [process.execPath]), program, "serve", ...args];
  const child = spawn(command, words, {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"] ?? "",
      PORT: "0",
      LOG_LEVEL: "warn",
      SHUTDOWN_DELAY: "0",
      WEFT_PROCESSES: "1",
      ...env,
    },
    ...(cwd === undefined ? {} : { cwd }),
  });
  let printed = "";
  const collect = (text: string) => {
    printed += text;
  };
  child.stdout.setEncoding("utf8").on("data", collect);
  child.stderr.setEncoding("utf8").on("data", collect);
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", () => {
      const [, found] = readyPattern.exec(printed) ?? [];
      if (found !== undefined) {
        resolve(found);
      }
    });
    child.once("close", (code) => reject(new Error(`weft serve ended with ${code}:\n${printed}`)));
  });
  return { address, pid: child.pid ?? 0, output: () => printed, end: (signal) => endProcess(child, signal) };
}

/** Whether the node accepts requests, as it reports itself. */
export async function isReady({ address }: NodeProcess): Promise<boolean> {
  const answer = await fetch(`${address}/health/ready`);
  await answer.text();
  return answer.ok;
}

const requestsAtOnce = 16;

/** Waits until all nodes are ready, and serve requests on all of their connections. Returns how long it took. */
export async function untilAnswering(
  nodes: readonly NodeProcess[],
  headers: Readonly<Record<string, string>>,
  withinMs: number,
): Promise<number> {
  const began = performance.now();
  const asks = ({ address }: NodeProcess) =>
    Array.from({ length: requestsAtOnce }, async () => {
      const answer = await fetch(`${address}/api/items?limit=1`, { headers });
      await answer.text();
      return answer.ok;
    });
  const areAnswering = async () => {
    const asked = nodes.flatMap((node) => [isReady(node), ...asks(node)]);
    return (await Promise.all(asked)).every((isAnswered) => isAnswered);
  };
  await waitUntil("all nodes answer", areAnswering, withinMs);
  return performance.now() - began;
}

async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<number | string> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, "close");
    child.kill(signal);
    await ended;
  }
  return child.exitCode ?? child.signalCode ?? "unknown";
}
