import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import type { BlobStore } from "../blob-store.ts";

/** The contract of every blob store. */
export function describeBlobStore(name: string, getStore: () => BlobStore): void {
  const newKey = () => `tests/${randomBytes(8).toString("hex")}`;

  async function readAll(key: string, first = 0, last = Number.MAX_SAFE_INTEGER): Promise<string> {
    return (await buffer(await getStore().read(key, { first, last }))).toString("latin1");
  }

  describe(name, () => {
    test.each([0, 1, 100_000, 9_000_000])("stores %i bytes, and returns them unchanged", async (size) => {
      const bytes = randomBytes(size);
      const key = newKey();

      await getStore().put(key, Readable.from([bytes.subarray(0, 10), bytes.subarray(10)], { objectMode: false }));

      const found =
        size === 0 ? Buffer.alloc(0) : await buffer(await getStore().read(key, { first: 0, last: size - 1 }));
      expect(found.equals(bytes)).toBe(true);
      expect(await getStore().size(key)).toBe(size);
    });

    test("reads a range of the bytes, both ends inclusive", async () => {
      const key = newKey();
      await getStore().put(key, Readable.from([Buffer.from("0123456789")]));

      expect(await readAll(key, 2, 5)).toBe("2345");
      expect(await readAll(key, 9, 9)).toBe("9");
      expect(await readAll(key, 5, 4)).toBe("");
    });

    test("a stream that fails leaves nothing, and its error is thrown", async () => {
      const key = newKey();
      const failure = new Error("the source has failed");
      const failing = Readable.from(
        (async function* () {
          yield randomBytes(20_000_000);
          throw failure;
        })(),
        { objectMode: false },
      );

      await expect(getStore().put(key, failing)).rejects.toBe(failure);

      expect(await getStore().size(key)).toBeUndefined();
    });

    test("a deleted blob is gone, and may be deleted again", async () => {
      const key = newKey();
      await getStore().put(key, Readable.from([Buffer.from("x")]));

      await getStore().delete(key);
      await getStore().delete(key);

      expect(await getStore().size(key)).toBeUndefined();
      await expect(readAll(key)).rejects.toMatchObject({ code: "bytes-not-here", status: 503 });
    });

    test.each(["", "../x", "a//b", "a/../b", "/etc/passwd", "a.b", "a b", "ä", "a/b\0"])(
      "the key %j is invalid",
      async (key) => {
        await expect(getStore().put(key, Readable.from([]))).rejects.toThrow("a key that a blob store cannot take");
        await expect(getStore().read(key, { first: 0, last: 0 })).rejects.toThrow();
        await expect(getStore().delete(key)).rejects.toThrow();
      },
    );
  });
}
