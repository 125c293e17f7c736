import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { IssueList } from "../load-issue.ts";
import { readRows } from "./read-rows.ts";
import { inChunks, readAll, readFailing } from "./testing/read-all.ts";

/** An endless file that counts the bytes read. */
class EndlessFile {
  chunksTaken = 0;
  isClosed = false;

  async *bytes(): AsyncGenerator<Uint8Array> {
    try {
      yield Buffer.from("a,b\n");
      for (;;) {
        this.chunksTaken += 1;
        yield Buffer.from("1,2\n".repeat(500));
      }
    } finally {
      this.isClosed = true;
    }
  }
}

test("the file is read only as far as rows are requested", async () => {
  const file = new EndlessFile();

  const { rows } = await readRows(file.bytes(), {}, new IssueList());
  const takenForHeaders = file.chunksTaken;
  const batches = rows[Symbol.asyncIterator]();
  await batches.next();
  const takenForOne = file.chunksTaken;
  await batches.next();
  const takenForTwo = file.chunksTaken;

  expect([takenForHeaders, takenForOne, takenForTwo]).toEqual([1, 2, 4]);
});

test("an early exit from the rows closes the file", async () => {
  const file = new EndlessFile();

  for await (const _batch of (await readRows(file.bytes(), {}, new IssueList())).rows) {
    break;
  }

  expect(file.isClosed).toBe(true);
});

test("a file whose rows are not iterated can be closed", async () => {
  const file = new EndlessFile();

  const reading = await readRows(file.bytes(), {}, new IssueList());
  await reading.close();

  expect(file.isClosed).toBe(true);
});

test.each(["a,a\n", "\ufeff\n\n", "%PDF-1.7 and more", "a,b\n1,2,3\n"])(
  "the rejected file %j is closed",
  async (text) => {
    const stream = Readable.from([Buffer.from(text), Buffer.from(text)]);

    await readFailing(stream);

    expect(stream.destroyed).toBe(true);
  },
);

test("an error of the source is rethrown unchanged", async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("a,b\n1,2\n");
    throw new Error("the disk is gone");
  }

  await expect(readAll(broken())).rejects.toThrow("the disk is gone");
});

test("batches hold a thousand rows, or fewer if the rows are long or wide", async () => {
  const wide = Array.from({ length: 5_000 }, (_, index) => `h${index}`).join(",");

  expect(await batchSizes(`a\n${"1\n".repeat(2_500)}`)).toEqual([1_000, 1_000, 500]);
  expect(await batchSizes(`a\n${`${"x".repeat(1_000_000)}\n`.repeat(4)}`)).toEqual([1, 1, 1, 1]);
  expect(await batchSizes(`${wide}\n${"1\n".repeat(100)}`)).toEqual([40, 40, 20]);
});

async function batchSizes(text: string): Promise<number[]> {
  const sizes: number[] = [];
  for await (const batch of (await readRows(inChunks(Buffer.from(text), 100_000_000), {}, new IssueList())).rows) {
    sizes.push(batch.length);
  }
  return sizes;
}
