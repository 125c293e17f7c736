import { expect, test } from "vitest";
import { type FileFacts, KnownFiles } from "./file-facts.ts";

const shown: FileFacts = { version: "abc", color: "#112233", isShown: true };

function changesOf(files: KnownFiles): Promise<void> {
  return new Promise((resolve) => files.subscribe(resolve));
}

test("files that are wanted together are requested once, a hundred at a time", async () => {
  const requests: (readonly string[])[] = [];
  const files = new KnownFiles(async (ids) => {
    requests.push(ids);
    return new Map(ids.map((id) => [id, shown]));
  });
  const changed = changesOf(files);

  for (let count = 0; count < 120; count += 1) files.want(`file ${count}`);
  files.want("file 0");
  expect(files.of("file 0")).toBeUndefined();
  await changed;

  expect(requests.map(({ length }) => length)).toEqual([100, 20]);
  expect(files.of("file 0")).toEqual(shown);
});

test("a file that may not be read, or does not exist, is not shown", async () => {
  const files = new KnownFiles(async () => new Map());
  const changed = changesOf(files);

  files.want("gone");
  await changed;

  expect(files.of("gone")).toMatchObject({ isShown: false });
});

test("after an error a file is requested again", async () => {
  let requests = 0;
  const files = new KnownFiles(async (ids) => {
    requests += 1;
    if (requests === 1) throw new Error("offline");
    return new Map(ids.map((id) => [id, shown]));
  });

  const failed = changesOf(files);
  files.want("file");
  await failed;
  expect(files.of("file")).toMatchObject({ isShown: false });
  const found = changesOf(files);
  files.want("file");
  await found;

  expect(files.of("file")).toEqual(shown);
});
