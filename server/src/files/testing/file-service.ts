import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject } from "vitest";
import type { RawSettings } from "../../config/config-sources.ts";
import { sql } from "../../platform/database/sql.ts";
import { type Answer, type RequestParts, sendRequest } from "../../platform/http/testing/send-request.ts";
import { firstOrg } from "../../testing/builders.ts";
import { keyHeaders, shareTestService, startTestService, type TestService } from "../../testing/test-service.ts";

export interface FileService extends TestService {
  /** Where bytes are stored without S3. */
  readonly folder: string;
  /** Sends raw bytes, with the first key unless the headers say otherwise. */
  send(method: string, path: string, parts?: RequestParts): Promise<Answer>;
  /** Uploads bytes and returns the file. The upload must succeed. */
  upload(bytes: string | Uint8Array, fileName?: string): Promise<Answer["body"]>;
  /** Every file of the org below the folder for bytes, including incomplete ones. */
  pathsOnDisk(): Promise<string[]>;
  /** Keys of bytes of the org recorded as belonging to no file. */
  looseKeys(): Promise<string[]>;
}

/** A service whose folder the test can read. */
export async function startFileService(settings: RawSettings = {}): Promise<FileService> {
  const dataFolder = await mkdtemp(join(tmpdir(), "weft-files-"));
  const service = await startTestService({ DATA_DIR: dataFolder, ...settings });
  return fileServiceOf(service, dataFolder, async () => {
    await service.stop();
    await rm(dataFolder, { recursive: true, force: true });
  });
}

let sharedFolder: Promise<string> | undefined;

/** An org of its own on a node that the test files of a worker share, as shareTestService. */
export async function shareFileService(): Promise<FileService> {
  sharedFolder ??= mkdtemp(join(inject("runFolder"), "files-"));
  const dataFolder = await sharedFolder;
  return fileServiceOf(await shareTestService({ DATA_DIR: dataFolder }), dataFolder, async () => {});
}

async function fileServiceOf(
  service: TestService,
  dataFolder: string,
  stop: () => Promise<void>,
): Promise<FileService> {
  const folder = join(dataFolder, "files");
  const { id: orgId } = await firstOrg(service);
  const key = keyHeaders(service.first);
  const send = (method: string, path: string, { headers, ...parts }: RequestParts = {}) =>
    sendRequest(`${service.address}/api${path}`, { method, headers: { ...key, ...headers }, ...parts });
  return {
    ...service,
    get logLines() {
      return service.logLines;
    },
    folder,
    send,
    async upload(bytes, fileName = "some.bin") {
      const answer = await send("POST", `/files?fileName=${encodeURIComponent(fileName)}`, { body: bytes });
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      return answer.body;
    },
    async pathsOnDisk() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
      return entries
        .filter((entry) => entry.isFile() && entry.name.includes(orgId))
        .map((entry) => join(entry.parentPath, entry.name));
    },
    async looseKeys() {
      const rows = await service.database.db.query<{ key: string }>(sql`
        select key from loose_blobs where org_id = ${orgId} order by key`);
      return rows.map(({ key: loose }) => loose);
    },
    stop,
  };
}

/** Fails unless the folder contains exactly the bytes of this many files. */
export async function expectBytesOf(service: FileService, files: number): Promise<void> {
  expect(await service.pathsOnDisk()).toHaveLength(files);
  expect(await service.looseKeys()).toEqual([]);
}
