import { createHash } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keyHeaders } from "../testing/test-service.ts";
import { type FileService, shareFileService } from "./testing/file-service.ts";

let service: FileService;

beforeAll(async () => {
  service = await shareFileService();
});

afterAll(() => service.stop());

const chunk = Buffer.alloc(1024 * 1024, "weft");
const chunks = 200;
const growthMax = 60 * 1024 * 1024;

function memoryUsed(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Sends 200 MB, measuring memory after each one. */
async function sendLargeFile(method: string, path: string) {
  const headers = { ...keyHeaders(service.first), "content-length": chunk.length * chunks };
  const request = http.request(`${service.address}/api${path}`, { method, headers, agent: false });
  const answered = once(request, "response");
  const before = memoryUsed();
  let highest = before;
  for (let sent = 0; sent < chunks; sent += 1) {
    if (!request.write(chunk)) {
      await once(request, "drain");
    }
    highest = Math.max(highest, memoryUsed());
  }
  request.end();
  const [answer]: http.IncomingMessage[] = await answered;
  const body: unknown = answer === undefined ? undefined : await json(answer);
  return { body, growth: highest - before };
}

const hash = createHash("sha256");
for (let number = 0; number < chunks; number += 1) {
  hash.update(chunk);
}
const whole = { status: "completed", size: chunk.length * chunks, sha256: hash.digest("hex") };

test("200 MB are streamed without being held in memory", async () => {
  const { body, growth } = await sendLargeFile("POST", "/files?fileName=large.bin");

  expect(body).toMatchObject(whole);
  expect(growth).toBeLessThan(growthMax);
});

test("a resumable upload is stored in several pieces, and not held in memory either", async () => {
  const before = (await service.pathsOnDisk()).length;
  const { body: file } = await service.send("POST", `/files?fileName=large.bin&size=${whole.size}`);

  const { body, growth } = await sendLargeFile("PUT", `/files/${file.id}/content`);

  expect(body).toMatchObject(whole);
  expect(growth).toBeLessThan(growthMax);
  expect(await service.pathsOnDisk()).toHaveLength(before + 4);
});
