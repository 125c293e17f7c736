import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";

/** A load balancer: each request goes to the next node, and a node that does not accept it is skipped. */
export class PlainProxy {
  readonly #server: Server;
  readonly #nodes = new Set<string>();
  readonly #inProgress = new Map<string, Set<Promise<unknown>>>();
  #turn = 0;
  /** Requests that a node accepted without responding, by its address. */
  readonly broken = new Map<string, number>();

  private constructor() {
    this.#server = createServer((asked, answer) => void this.#pass(asked, answer));
  }

  static async start(): Promise<PlainProxy> {
    const proxy = new PlainProxy();
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  get address(): string {
    const bound = this.#server.address();
    return typeof bound === "object" && bound !== null ? `http://127.0.0.1:${bound.port}` : "";
  }

  add(address: string): void {
    this.#nodes.add(address);
  }

  /** Sends no more requests to the node. Resolves when it has responded to all of them. */
  async drain(address: string): Promise<void> {
    this.#nodes.delete(address);
    await Promise.all(this.#inProgress.get(address) ?? []);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  async #pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of asked) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    for (let tries = this.#nodes.size; tries > 0; tries -= 1) {
      const nodes = [...this.#nodes];
      const node = nodes[this.#turn++ % nodes.length] ?? "";
      const outcome = await this.#follow(node, forward(node, asked, body, answer));
      if (outcome === "answered") return;
      if (outcome === "broken") {
        this.broken.set(node, (this.broken.get(node) ?? 0) + 1);
        answer.writeHead(502).end(`broken with ${node}`);
        return;
      }
    }
    answer.writeHead(503).end("no node");
  }

  async #follow<Outcome>(node: string, forwarding: Promise<Outcome>): Promise<Outcome> {
    const inProgress = this.#inProgress.get(node) ?? new Set();
    this.#inProgress.set(node, inProgress.add(forwarding));
    const outcome = await forwarding;
    inProgress.delete(forwarding);
    return outcome;
  }
}

/** A separate connection per request: a refused connection means that the node never accepted the request. */
function forward(
  node: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  answer: ServerResponse,
): Promise<"answered" | "refused" | "broken"> {
  return new Promise((resolve) => {
    const sent = request(`${node}${url}`, { method, headers: { ...headers, connection: "close" }, agent: false });
    sent.on("response", (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
      got.on("end", () => resolve("answered"));
      got.on("error", () => {
        answer.destroy();
        resolve("answered");
      });
    });
    sent.on("error", (error) => {
      const wasRefused = "code" in error && error.code === "ECONNREFUSED";
      resolve(wasRefused ? "refused" : "broken");
    });
    sent.end(body);
  });
}
