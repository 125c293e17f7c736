import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { Agent, request } from "node:https";
import { createServer } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { waitUntil } from "../../server/src/testing/wait-until.ts";

/** A balancer of deploy/, of which only ports and paths were replaced. */
export interface Balancer {
  readonly name: string;
  readonly port: number;
  stop(): Promise<void>;
}

interface BalancerOptions {
  readonly folder: string;
  /** The ports of the nodes, in the order of the configuration. */
  readonly nodePorts: readonly number[];
}

const inRepository = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const certificate = inRepository("server/src/platform/http/testing/test-only-certificate.pem");
const privateKey = inRepository("server/src/platform/http/testing/test-only-key.pem");

export async function startNginx({ folder, nodePorts }: BalancerOptions): Promise<Balancer> {
  const port = await findFreePort();
  const site = await writeConfiguration("nginx.conf", folder, [
    ...nodeAddresses(nodePorts),
    ["listen 443 ssl", `listen 127.0.0.1:${port} ssl`],
    ["/etc/ssl/weft.crt", certificate],
    ["/etc/ssl/weft.key", privateKey],
  ]);
  const main = join(folder, "main.conf");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) => `${kind}_temp_path ${folder};`);
  await writeFile(
    main,
    `pid ${folder}/nginx.pid; daemon off; error_log stderr; events {}
http { access_log off; ${temporary.join(" ")} include ${site}; }`,
  );
  return run({ name: "nginx", port }, "nginx", ["-c", main, "-e", "stderr"]);
}

export async function startHaproxy({ folder, nodePorts }: BalancerOptions): Promise<Balancer> {
  const port = await findFreePort();
  const pem = join(folder, "weft.pem");
  await writeFile(pem, (await readFile(certificate, "utf8")) + (await readFile(privateKey, "utf8")));
  const configuration = await writeConfiguration("haproxy.cfg", folder, [
    ...nodeAddresses(nodePorts),
    ["bind :443", `bind 127.0.0.1:${port}`],
    ["/etc/haproxy/weft.pem", pem],
  ]);
  return run({ name: "HAProxy", port }, "haproxy", ["-db", "-f", configuration]);
}

function nodeAddresses(ports: readonly number[]): [string, string][] {
  return ports.map((port, index) => [`10.0.0.${11 + index}:3000`, `127.0.0.1:${port}`]);
}

/** Fails if the configuration lacks something that is to be replaced. */
async function writeConfiguration(
  name: string,
  folder: string,
  replacements: readonly (readonly [string, string])[],
): Promise<string> {
  let content = await readFile(inRepository(`deploy/${name}`), "utf8");
  for (const [given, replaced] of replacements) {
    if (content.split(given).length !== 2) throw new Error(`deploy/${name} does not contain ${given} once.`);
    content = content.replace(given, replaced);
  }
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

async function run(balancer: Omit<Balancer, "stop">, command: string, args: readonly string[]): Promise<Balancer> {
  const child = spawn(command, args, { stdio: ["ignore", "ignore", "pipe"] });
  let printed = "";
  child.stderr.setEncoding("utf8").on("data", (part: string) => {
    printed += part;
  });
  const client = new BalancedClient(balancer);
  await waitUntil("the balancer responds", async () => {
    if (child.exitCode !== null) throw new Error(`${command} ended:\n${printed}`);
    return (await client.call("GET", "/health/ready")).status === 200;
  });
  client.close();
  return { ...balancer, stop: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

interface BalancedAnswer {
  /** 0 if the connection broke. */
  readonly status: number;
  readonly body: string;
}

/** Calls through a balancer, on connections that are reused. */
export class BalancedClient {
  readonly #port: number;
  readonly #agent = new Agent({ keepAlive: true, rejectUnauthorized: false });

  constructor({ port }: Pick<Balancer, "port">) {
    this.#port = port;
  }

  call(method: string, path: string, headers: Readonly<Record<string, string>> = {}, body?: object) {
    const content = body === undefined ? undefined : JSON.stringify(body);
    const type = content === undefined ? {} : { "content-type": "application/json" };
    return new Promise<BalancedAnswer>((resolve) => {
      const broken = (error: Error) => resolve({ status: 0, body: error.message });
      const sent = request(
        {
          ...{ host: "127.0.0.1", port: this.#port, agent: this.#agent, method, path },
          headers: { host: "weft.example.com", ...headers, ...type },
        },
        (answer) => {
          text(answer).then((received) => resolve({ status: answer.statusCode ?? 0, body: received }), broken);
        },
      );
      sent.on("error", broken).end(content);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  server.close();
  await once(server, "close");
  if (bound === null || typeof bound === "string") throw new Error("There is no port.");
  return bound.port;
}
