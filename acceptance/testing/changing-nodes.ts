import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTestS3, type TestS3 } from "../../server/src/platform/blobs/testing/test-s3.ts";
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from "../../server/src/testing/test-database.ts";
import { type NodeProcess, nodeEnvironment, startNode } from "./node-process.ts";
import { PlainProxy } from "./plain-proxy.ts";

/** Nodes with one database and one file store behind one URL; they are added, stopped and killed. */
export class ChangingNodes {
  readonly database: TestDatabase;
  readonly proxy: PlainProxy;
  readonly #s3: TestS3;
  readonly #folder: string;
  #nodes: NodeProcess[] = [];
  #started = 0;
  readonly killed = new Set<string>();
  /** The program of added nodes. Default: this checkout. */
  program: string | undefined;

  private constructor(database: TestDatabase, proxy: PlainProxy, s3: TestS3, folder: string) {
    this.database = database;
    this.proxy = proxy;
    this.#s3 = s3;
    this.#folder = folder;
  }

  static async start(count: number): Promise<ChangingNodes> {
    const cluster = await ChangingNodes.#on(await createTestDatabase());
    await Promise.all(Array.from({ length: count }, () => cluster.add()));
    return cluster;
  }

  /** Nodes of an earlier release, which creates the schema. */
  static async startEarlier(count: number, program: string): Promise<ChangingNodes> {
    const cluster = await ChangingNodes.#on(await createEmptyDatabase());
    cluster.program = program;
    for (let number = 1; number <= count; number += 1) {
      await cluster.add();
    }
    return cluster;
  }

  static async #on(database: TestDatabase): Promise<ChangingNodes> {
    const folder = await mkdtemp(join(tmpdir(), "weft-changing-"));
    return new ChangingNodes(database, await PlainProxy.start(), await startTestS3(), folder);
  }

  get nodes(): readonly NodeProcess[] {
    return this.#nodes;
  }

  /** The credentials from the first start, made by the first node. */
  async firstHeaders(): Promise<Record<string, string>> {
    const text = await readFile(join(this.#folder, "node-1", "first-credentials.json"), "utf8");
    const { apiKey, orgSlug }: { apiKey: string; orgSlug: string } = JSON.parse(text);
    return { "x-api-key": apiKey, "x-api-org": orgSlug };
  }

  async add(): Promise<void> {
    const node = await this.#startNode();
    this.#nodes.push(node);
    this.proxy.add(node.address);
  }

  /** Without notice: the load balancer finds out by itself. */
  async kill(node: NodeProcess): Promise<void> {
    this.killed.add(node.address);
    await node.end("SIGKILL");
    await this.#remove(node);
  }

  /** As in an upgrade: drains requests, then sends the stop signal. Returns the exit code. */
  async stopNode(node: NodeProcess): Promise<number | string> {
    await this.#remove(node);
    return node.end("SIGTERM");
  }

  async stop(): Promise<void> {
    await Promise.all(this.#nodes.map((node) => node.end("SIGTERM")));
    await this.proxy.stop();
    await this.#s3.stop();
    await this.database.drop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #remove(node: NodeProcess): Promise<void> {
    this.#nodes = this.#nodes.filter((other) => other !== node);
    await this.proxy.drain(node.address);
  }

  /** The environment of one more node, with a folder of its own. */
  async nextEnvironment(): Promise<Record<string, string>> {
    const dataFolder = join(this.#folder, `node-${++this.#started}`);
    await mkdir(dataFolder);
    return { ...nodeEnvironment(this.database, dataFolder), ...this.#s3.settings };
  }

  async #startNode(): Promise<NodeProcess> {
    const env = await this.nextEnvironment();
    return startNode({ ...(this.program === undefined ? {} : { program: this.program }), env });
  }
}
