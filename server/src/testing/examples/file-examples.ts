import { fileOperations } from "@weft/contract";
import { downloadPath } from "../../files/download-link.ts";
import { formBody, formType } from "../../files/testing/form.ts";
import { SecretBox } from "../../platform/secret-box.ts";
import { testSecret } from "../test-service.ts";
import type { ExampleRecorder } from "./example-recorder.ts";
import { buildExampleWorld, type ExampleWorld, unknownId } from "./example-world.ts";

const table = "Style,SKU\r\nP10,P10-R\r\n";
const asTable = { "content-type": "text/csv" };
const asBytes = { "content-type": "application/octet-stream" };

/** Each way to upload, and the operations on a file. Bodies and responses that are not JSON are text here. */
export async function recordFileExamples(recorder: ExampleRecorder): Promise<void> {
  const world = await buildExampleWorld(recorder, "acme-files");
  const file = await recordUploads(world);
  await recordReads(world, file.id);
  await recordContent(world, file);
  await recordThumbnails(world, file.id);
  await recordDownload(recorder, file);
  await recordResumption(world);
  await recordDelete(world);
}

interface ExampleFile {
  readonly id: string;
  readonly sha256: string;
  readonly downloadUrl: string;
}

async function recordUploads(world: ExampleWorld): Promise<ExampleFile> {
  const { create } = fileOperations;
  const { body: file } = await world.record(create, {
    title: "The file as the body.",
    status: 201,
    query: { fileName: "items.csv" },
    headers: asTable,
    body: table,
  });
  await world.record(create, {
    title: "A form.",
    status: 201,
    headers: { "content-type": formType },
    body: formBody([{ name: "file", fileName: "items.csv", contentType: "text/csv", value: table }]),
  });
  await world.record(create, {
    title: "Start a resumable upload.",
    status: 201,
    query: { fileName: "large.csv", size: "5242880" },
  });
  await world.record(create, { title: "A body without a file name.", status: 400, headers: asTable, body: table });
  await world.record(create, {
    title: "A file above the maximum size.",
    status: 413,
    query: { fileName: "huge.csv", size: "999999999999" },
  });
  return file;
}

async function recordReads(world: ExampleWorld, id: string): Promise<void> {
  const { get, list } = fileOperations;
  await world.record(get, { title: "The metadata of a file.", status: 200, params: { id } });
  const headers = { "if-none-match": '"1"' };
  await world.record(get, { title: "The known version is current.", status: 304, params: { id }, headers });
  await world.record(get, { title: "Unknown id.", status: 404, params: { id: unknownId } });
  const first = await world.record(list, {
    title: "The first page, with the total.",
    status: 200,
    query: { limit: "1", includeTotal: "true" },
  });
  await world.record(list, {
    title: "The next page.",
    status: 200,
    query: { limit: "1", nextPageKey: first.body.nextPageKey },
  });
  await world.record(list, {
    title: "Incomplete uploads.",
    status: 200,
    query: { criteria: JSON.stringify({ status: "uploading" }) },
  });
  await world.record(list, { title: "A limit above the maximum.", status: 400, query: { limit: "1001" } });
}

async function recordContent(world: ExampleWorld, { id, sha256 }: ExampleFile): Promise<void> {
  const { getContent } = fileOperations;
  const params = { id };
  const { id: begun } = await world.send("POST", "/files?fileName=large.csv&size=10");
  await world.record(getContent, { title: "The whole file.", status: 200, params });
  await world.record(getContent, {
    title: "The first nine bytes.",
    status: 206,
    params,
    headers: { range: "bytes=0-8" },
  });
  await world.record(getContent, {
    title: "The known content is current.",
    status: 304,
    params,
    headers: { "if-none-match": `"${sha256}"` },
  });
  await world.record(getContent, {
    title: "A range after the end.",
    status: 416,
    params,
    headers: { range: "bytes=1000-" },
  });
  await world.record(getContent, { title: "An incomplete upload.", status: 409, params: { id: begun } });
  await world.record(getContent, { title: "Unknown id.", status: 404, params: { id: unknownId } });
}

// A red pixel.
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mM4ISAAAAKMAOlLoldkAAAAAElFTkSuQmCC",
  "base64",
);

async function recordThumbnails(world: ExampleWorld, otherId: string): Promise<void> {
  const { getThumbnail } = fileOperations;
  const { id: begun } = await world.send("POST", "/files?fileName=photo.png&size=10");
  const { id, sha256 } = await world.send("POST", "/files?fileName=photo.png", picture);
  const params = { id };
  const query = { size: "240" };
  const named = { ...query, v: sha256.slice(0, 16) };
  await world.record(getThumbnail, {
    title: "At most 240 pixels, to be cached permanently.",
    status: 200,
    params,
    query: named,
  });
  await world.record(getThumbnail, {
    title: "The known thumbnail is current.",
    status: 304,
    params,
    query,
    headers: { "if-none-match": `"${sha256}-240"` },
  });
  await world.record(getThumbnail, {
    title: "The content is another one.",
    status: 404,
    params,
    query: { ...query, v: "0123456789abcdef" },
  });
  await world.record(getThumbnail, { title: "Not a picture.", status: 415, params: { id: otherId }, query });
  await world.record(getThumbnail, { title: "An incomplete upload.", status: 409, params: { id: begun }, query });
  await world.record(getThumbnail, { title: "An unknown size.", status: 400, params, query: { size: "100" } });
}

async function recordDownload(recorder: ExampleRecorder, { id, downloadUrl }: ExampleFile): Promise<void> {
  const { download } = fileOperations;
  const params = { id };
  const token = tokenOf(downloadUrl);
  const [orgId = ""] = token.split(".");
  const expired = tokenOf(`http://x${downloadPath(new SecretBox([testSecret]), { orgId, fileId: id }, 0)}`);
  await recorder.record(download, {
    title: "By link, without a credential.",
    status: 200,
    params,
    query: { token },
  });
  await recorder.record(download, { title: "An expired link.", status: 410, params, query: { token: expired } });
  await recorder.record(download, {
    title: "The link of another file.",
    status: 404,
    params: { id: unknownId },
    query: { token },
  });
}

function tokenOf(url: string): string {
  return new URL(url).searchParams.get("token") ?? "";
}

async function recordResumption(world: ExampleWorld): Promise<void> {
  const { putContent } = fileOperations;
  const { id } = await world.send("POST", "/files?fileName=letters.txt&size=6");
  const params = { id };
  const bytes = (range: string, body: string) => ({
    params,
    headers: { ...asBytes, "content-range": `bytes ${range}/6` },
    body,
  });
  await world.record(putContent, { title: "The first bytes.", status: 200, ...bytes("0-2", "abc") });
  await world.record(putContent, { title: "Bytes after a gap.", status: 409, ...bytes("4-5", "ef") });
  await world.record(putContent, { title: "The last bytes complete the file.", status: 200, ...bytes("3-5", "def") });
  await world.record(putContent, {
    title: "Not a range.",
    status: 400,
    ...bytes("3-5", "def"),
    headers: { ...asBytes, "content-range": "bytes 3-5" },
  });
}

async function recordDelete(world: ExampleWorld): Promise<void> {
  const { remove } = fileOperations;
  const { id } = await world.send("POST", "/files?fileName=passing.txt");
  const params = { id };
  const stale = { "if-match": '"7"' };
  await world.record(remove, { title: "Another version is current.", status: 412, params, headers: stale });
  await world.record(remove, { title: "Delete the file and its content.", status: 204, params });
  await world.record(remove, { title: "Already deleted.", status: 404, params });
}
