import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type NodeProcess, startNode } from "./node-process.ts";

/** The credentials file that the first start wrote to the folder. */
export async function readCredentials(dataFolder: string) {
  return JSON.parse(await readFile(join(dataFolder, "first-credentials.json"), "utf8"));
}

/** The status of a request to the node with the first key. */
export async function whoami(dataFolder: string, node: NodeProcess): Promise<number> {
  const { apiKey, orgSlug } = await readCredentials(dataFolder);
  const answer = await fetch(`${node.address}/api/whoami`, { headers: { "x-api-key": apiKey, "x-api-org": orgSlug } });
  return answer.status;
}

/** The PostgreSQL started by the node. */
export async function postmasterPid(dataFolder: string): Promise<number> {
  const text = await readFile(join(dataFolder, "postgres", "postmaster.pid"), "utf8");
  return Number.parseInt(text, 10);
}

/** A folder for nodes with an embedded PostgreSQL. */
export class OwnFolder {
  readonly path: string;
  readonly #nodes: NodeProcess[] = [];

  private constructor(path: string) {
    this.path = path;
  }

  static async make(): Promise<OwnFolder> {
    return new OwnFolder(await mkdtemp(join(tmpdir(), "weft-acceptance-")));
  }

  async start(env: Readonly<Record<string, string>> = {}): Promise<NodeProcess> {
    const node = await startNode({ env: { DATA_DIR: this.path, ...env } });
    this.#nodes.push(node);
    return node;
  }

  async remove(): Promise<void> {
    await Promise.all(this.#nodes.map((node) => node.end("SIGTERM")));
    await rm(this.path, { recursive: true, force: true });
  }
}
