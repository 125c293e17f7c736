import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "../../server/src/platform/database/sql.ts";
import { createTestDatabase, type TestDatabase } from "../../server/src/testing/test-database.ts";
import { waitUntil } from "../../server/src/testing/wait-until.ts";
import { type NodeProcess, nodeEnvironment, startNode } from "./node-process.ts";

interface Worker {
  readonly node: NodeProcess;
  /** The name under which it claims jobs. */
  readonly nodeId: string;
}

/** Nodes with one database and one file folder: one serves requests, and two run loads. */
export class LoadCluster {
  readonly database: TestDatabase;
  readonly #folder: string;
  #api: NodeProcess | undefined;
  #workers: Worker[] = [];
  readonly #nodesSeen = new Set<string>();
  #started = 0;

  private constructor(database: TestDatabase, folder: string) {
    this.database = database;
    this.#folder = folder;
  }

  static async start(): Promise<LoadCluster> {
    const folder = await mkdtemp(join(tmpdir(), "weft-cluster-"));
    await mkdir(join(folder, "files"));
    const cluster = new LoadCluster(await createTestDatabase(), folder);
    cluster.#api = await cluster.#startNode("api");
    await cluster.startWorker();
    await cluster.startWorker();
    return cluster;
  }

  get address(): string {
    return this.#api?.address ?? "";
  }

  async startWorker(): Promise<void> {
    const node = await this.#startNode("worker");
    const nodeId = await this.#nextNodeId();
    this.#nodesSeen.add(nodeId);
    this.#workers.push({ node, nodeId });
  }

  /** Resolves when a run of the load with another claim has started; undefined if the load has ended. */
  async nextRun(loadId: string, before: string | undefined): Promise<string | undefined> {
    let claim: string | undefined;
    let isOver = false;
    await waitUntil(
      "a node runs the load",
      async () => {
        const [load] = await this.database.db.query<{ claim: string | null; status: string }>(sql`
          select claim, status from loads where id = ${loadId}`);
        claim = load?.claim ?? undefined;
        isOver = load?.status !== "pending" && load?.status !== "running";
        return isOver || (claim !== undefined && claim !== before);
      },
      60_000,
    );
    return isOver ? undefined : claim;
  }

  /** Ends the node that runs the load and returns its exit code or signal; undefined if none runs it. */
  async endRunner(loadId: string, signal: "SIGKILL" | "SIGTERM"): Promise<number | string | undefined> {
    const [job] = await this.database.db.query<{ claimed_by: string }>(sql`
      select claimed_by from jobs where key = ${`run ${loadId}`} and claimed_by is not null`);
    const runner = this.#workers.find(({ nodeId }) => nodeId === job?.claimed_by);
    if (runner === undefined) {
      return undefined;
    }
    const ended = await runner.node.end(signal);
    this.#workers = this.#workers.filter((worker) => worker !== runner);
    // Expires the heartbeat of the node.
    await this.database.db.query(sql`
      update nodes set seen_on = now() - interval '1 minute' where id = ${runner.nodeId}`);
    return ended;
  }

  async stop(): Promise<void> {
    const nodes = [...this.#workers.map(({ node }) => node), ...(this.#api === undefined ? [] : [this.#api])];
    await Promise.all(nodes.map((node) => node.end("SIGTERM")));
    await this.database.drop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** A node may be ready shortly before it is registered as a job runner. */
  async #nextNodeId(): Promise<string> {
    let nodeId: string | undefined;
    await waitUntil("the node runs jobs", async () => {
      const nodes = await this.database.db.query<{ id: string }>(sql`
        select id from nodes where worker_pool_id is not null`);
      nodeId = nodes.find(({ id }) => !this.#nodesSeen.has(id))?.id;
      return nodeId !== undefined;
    });
    return nodeId ?? "";
  }

  async #startNode(role: "api" | "worker"): Promise<NodeProcess> {
    const dataFolder = join(this.#folder, `node-${++this.#started}`);
    await mkdir(dataFolder);
    await symlink(join(this.#folder, "files"), join(dataFolder, "files"));
    return startNode({
      args: ["--role", role],
      env: nodeEnvironment(this.database, dataFolder),
    });
  }
}
