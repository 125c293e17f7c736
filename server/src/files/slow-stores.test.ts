import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../platform/database/sql.ts";
import { buildKey, firstOrg } from "../testing/builders.ts";
import { countLockWaits } from "../testing/lock-waits.ts";
import { waitUntil } from "../testing/wait-until.ts";
import { type FileService, shareFileService } from "./testing/file-service.ts";
import { formBody, formType } from "./testing/form.ts";

let service: FileService;

beforeAll(async () => {
  service = await shareFileService();
});

afterAll(() => service.stop());

describe.each([
  ["the caller is known", sql`lock table api_keys in access exclusive mode`],
  ["the first byte is stored", sql`lock table loose_blobs in exclusive mode`],
])("a request that arrives complete before %s", (_, lock) => {
  test.each([
    ["with the bytes as the body", "text/plain", "abc"],
    ["with a form", formType, formBody([{ name: "file", fileName: "a.txt", value: "abc" }])],
  ])("is accepted %s", async (_name, contentType, body) => {
    const key = await buildKey(service, await firstOrg(service));
    const headers = { ...key.headers, "content-type": contentType };

    const { answer } = await service.database.db.transaction(async (tx) => {
      await tx.query(lock);
      const sent = service.send("POST", "/files?fileName=a.txt", { headers, body });
      await waitUntil(
        "the service waits for the database",
        async () => (await countLockWaits(service.database.db)) > 0,
      );
      return { answer: sent };
    });

    expect((await answer).body).toMatchObject({ size: 3, status: "completed" });
  });
});
