import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import type { S3Options } from "../s3-blob-store.ts";

type S3Context = Parameters<S3rver["middleware"][number]>[0];

const bucket = "weft-files";

export interface TestS3 {
  readonly options: S3Options;
  /** The keys of all objects. */
  keys(): Promise<string[]>;
  /** The keys of multipart uploads that were neither completed nor aborted. */
  unfinishedKeys(): Promise<string[]>;
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
    unfinishedKeys: async () => (await listUploads(directory)).map(({ Key }) => Key),
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
  // After those that log and that write XML.
  server.middleware.splice(2, 0, (context, next) => answerUploads(directory, context, next));
  const { port } = await server.run();
  return { server, port };
}

/** The requests for unfinished multipart uploads, which the package does not have. */
async function answerUploads(directory: string, context: S3Context, next: () => Promise<void>): Promise<void> {
  const { method, path, query } = context;
  if (method === "GET" && path.replace(/\/$/, "") === `/${bucket}` && query["uploads"] !== undefined) {
    const uploads = await listUploads(directory);
    const prefix = query["prefix"] ?? "";
    context.body = { ListMultipartUploadsResult: { Upload: uploads.filter(({ Key }) => Key.startsWith(prefix)) } };
  } else if (method === "DELETE" && query["uploadId"] !== undefined) {
    await rm(join(uploadsIn(directory), query["uploadId"]), { recursive: true, force: true });
    context.status = 204;
  } else {
    await next();
  }
}

const uploadsIn = (directory: string) => join(directory, bucket, "._S3rver_uploads");

async function listUploads(directory: string): Promise<{ readonly Key: string; readonly UploadId: string }[]> {
  const ids = await readdir(uploadsIn(directory)).catch(() => []);
  return Promise.all(
    ids.map(async (id) => ({ Key: await readFile(join(uploadsIn(directory), id, "key"), "utf8"), UploadId: id })),
  );
}
