import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shareTestService, type TestService } from "../../../server/src/testing/test-service.ts";
import { Weft } from "../weft.ts";
import { fileSource } from "./file-source.ts";
import { saveFile } from "./save-file.ts";

let service: TestService;
let weft: Weft;
let folder: string;

beforeAll(async () => {
  service = await shareTestService();
  weft = new Weft({ ...service.first, baseUrl: `${service.address}/api` });
  folder = await mkdtemp(join(tmpdir(), "weft-client-"));
});

afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

test.each([0, 3, 9 * 1024 * 1024])("a file of %i bytes is transferred from disk to disk", async (size) => {
  const path = join(folder, `sent ${size}.bin`);
  const bytes = randomBytes(size);
  await writeFile(path, bytes);

  const { id, fileName } = await weft.files.upload({ file: await fileSource(path) });
  await saveFile(await weft.files.download({ id }), join(folder, "received.bin"));

  expect(fileName).toBe(`sent ${size}.bin`);
  expect(Buffer.compare(await readFile(join(folder, "received.bin")), bytes)).toBe(0);
});

test("a file is read from any offset", async () => {
  const path = join(folder, "from.txt");
  await writeFile(path, "0123456789");

  const { stream } = await fileSource(path);

  expect(await new Response(stream(7)).text()).toBe("789");
});

test("a file that changes before it is sent is rejected", async () => {
  const path = join(folder, "changing.txt");
  await writeFile(path, "before");
  const source = await fileSource(path);

  await writeFile(path, "after it");

  await expect(weft.files.upload({ file: source })).rejects.toThrow("changed during the upload");
});

test("an interrupted download keeps the previous file, and leaves nothing else", async () => {
  const target = await mkdtemp(join(folder, "target-"));
  const path = join(target, "kept.txt");
  await writeFile(path, "kept");
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(Buffer.from("half"));
      controller.error(new Error("broken"));
    },
  });

  await expect(saveFile({ stream }, path)).rejects.toThrow("broken");

  expect(await readdir(target)).toEqual(["kept.txt"]);
  expect(await readFile(path, "utf8")).toBe("kept");
});
