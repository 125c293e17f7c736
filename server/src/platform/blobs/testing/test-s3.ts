import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import type { S3Options } from "../s3-blob-store.ts";

const bucket = "weft-files";

export interface TestS3 {
  readonly options: S3Options;
  /** The keys of all objects. */
  keys(): Promise<string[]>;
  goAway(): Promise<void>;
  /** Restarts at the same address, with its contents. */
  comeBack(): Promise<void>;
  stop(): Promise<void>;
}

/** A real S3-compatible store on this machine. */
export async function startTestS3(): Promise<TestS3> {
  const directory = await mkdtemp(join(tmpdir(), "weft-s3-"));
  let { server, port } = await start(directory, 0);
  const stop = async () => {
    server.httpServer.closeAllConnections();
    await server.close();
  };
  return {
    options: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket,
      region: "us-east-1",
      accessKey: "S3RVER",
      secretKey: "S3RVER",
    },
    async keys() {
      const paths = await readdir(join(directory, bucket), { recursive: true });
      return paths
        .filter((path) => path.endsWith("._S3rver_object"))
        .map((path) => path.replace("._S3rver_object", ""));
    },
    goAway: stop,
    async comeBack() {
      ({ server, port } = await start(directory, port));
    },
    async stop() {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function start(directory: string, wantedPort: number) {
  const server = new S3rver({
    address: "127.0.0.1",
    port: wantedPort,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await server.run();
  return { server, port };
}
