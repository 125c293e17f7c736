import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import type { S3Options } from "../s3/s3-client.ts";
import { type ExpectedSigner, findSignatureError, watchPayload } from "./verify-signature.ts";

type S3Context = Parameters<S3rver["middleware"][number]>[0];

const bucket = "weft-files";
// The package knows no other access key.
const signerDefault = { accessKey: "S3RVER", secretKey: "S3RVER", region: "us-east-1" };

export interface TestS3 {
  readonly options: S3Options;
  /** The same as settings of a node. */
  readonly settings: Readonly<
    Record<"S3_ENDPOINT" | "S3_BUCKET" | "S3_REGION" | "S3_ACCESS_KEY" | "S3_SECRET_KEY", string>
  >;
  /** The keys of all objects. */
  keys(): Promise<string[]>;
  /** The keys of multipart uploads that were neither completed nor aborted. */
  unfinishedKeys(): Promise<string[]>;
  goAway(): Promise<void>;
  /** Restarts at the same address, with its contents. */
  comeBack(): Promise<void>;
  stop(): Promise<void>;
}

/** A real S3-compatible store on this machine, which accepts only requests with a valid signature. */
export async function startTestS3(signer: ExpectedSigner = signerDefault): Promise<TestS3> {
  const directory = await mkdtemp(join(tmpdir(), "weft-s3-"));
  let { server, port } = await start({ directory, signer }, 0);
  const stop = async () => {
    server.httpServer.closeAllConnections();
    await server.close();
  };
  const { accessKey, secretKey, sessionToken, region } = signer;
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    options: {
      ...{ endpoint, bucket, region, addressing: "path" },
      credentials: { kind: "static", accessKey, secretKey, sessionToken },
    },
    settings: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_REGION: region,
      S3_ACCESS_KEY: accessKey,
      S3_SECRET_KEY: secretKey,
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
      ({ server, port } = await start({ directory, signer }, port));
    },
    async stop() {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

interface Place {
  readonly directory: string;
  readonly signer: ExpectedSigner;
}

async function start({ directory, signer }: Place, wantedPort: number) {
  const server = new S3rver({
    address: "127.0.0.1",
    port: wantedPort,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  });
  // After those that log and that write XML.
  server.middleware.splice(
    2,
    0,
    (context, next) => verify(signer, context, next),
    (context, next) => answerUploads(directory, context, next),
  );
  const { port } = await server.run();
  return { server, port };
}

/** The package verifies no signatures of this version. */
async function verify(signer: ExpectedSigner, context: S3Context, next: () => Promise<void>): Promise<void> {
  const code = findSignatureError(context.req, signer);
  if (code !== undefined) {
    refuse(context, 403, code);
    return;
  }
  const isSignedPayload = watchPayload(context.req);
  await next();
  if (context.status < 300 && context.method !== "GET" && context.method !== "HEAD" && !isSignedPayload()) {
    refuse(context, 400, "XAmzContentSHA256Mismatch");
  }
}

function refuse(context: S3Context, status: number, code: string): void {
  context.status = status;
  context.body = { Error: { Code: code, Message: `Refused: ${code}.` } };
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
