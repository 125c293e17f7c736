import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { readZip, type Weft } from "@weft/client";
import { fileSource } from "@weft/client/node";
import { CliError, usageError } from "../../frame/cli-error.ts";
import type { Context } from "../../frame/context.ts";
import { pluralize } from "../../output/amounts.ts";
import { openProgress } from "../../output/progress-bar.ts";

/** A picture of a folder or a zip archive. Its bytes are read when it is uploaded. */
interface Picture {
  readonly name: string;
  readonly path: string;
  read(): Promise<Uint8Array>;
}

const extensions = new Set(
  ["avif", "gif", "heic", "heif", "jpeg", "jpg", "png", "tif", "tiff", "webp"].map((name) => `.${name}`),
);
const uploadsAtOnce = 4;

/** Uploads the pictures of a folder or a zip archive, except those that are stored already. */
export async function uploadPictures(context: Context, weft: Weft, path: string): Promise<void> {
  const pictures = await findPictures(path);
  if (pictures.length === 0) {
    throw usageError(`${path} has no pictures. Pictures end in ${[...extensions].join(", ")}.`);
  }
  requireDistinctNames(pictures);
  const display = openProgress(context.terminal, context.isJson);
  const { signal } = context;
  let uploaded = 0;
  try {
    for (let first = 0; first < pictures.length; first += uploadsAtOnce) {
      const group = pictures.slice(first, first + uploadsAtOnce);
      const stored = await findStored(weft, group, signal);
      const results = await Promise.all(group.map((picture) => uploadUnlessStored(weft, picture, { stored, signal })));
      uploaded += results.filter((isUploaded) => isUploaded).length;
      const done = Math.min(first + uploadsAtOnce, pictures.length);
      display.show({ label: "Pictures", share: done / pictures.length, details: [`${done} of ${pictures.length}`] });
    }
  } finally {
    display.end();
  }
  const known = pictures.length - uploaded;
  context.print.note(`${pluralize(uploaded, "picture")} uploaded, ${known} already stored.`);
}

async function findPictures(path: string): Promise<Picture[]> {
  const found = await stat(path);
  if (found.isDirectory()) {
    const paths = await readdir(path, { recursive: true });
    return paths.filter(isPicture).map((inside) => {
      const whole = join(path, inside);
      return { name: basename(inside), path: whole, read: () => readFile(whole) };
    });
  }
  if (extname(path).toLowerCase() !== ".zip") throw usageError(`${path} is neither a folder nor a zip archive.`);
  const entries = await readZip(await fileSource(path));
  return entries
    .filter(({ name }) => isPicture(name))
    .map(({ name, read }) => ({ name: basename(name), path: name, read }));
}

/** Systems leave hidden files beside pictures: ._P-100.jpg. */
function isPicture(path: string): boolean {
  return extensions.has(extname(path).toLowerCase()) && !basename(path).startsWith(".");
}

/** Rows name pictures without folders, so a name must be of one picture. */
function requireDistinctNames(pictures: readonly Picture[]): void {
  const paths = new Map<string, string>();
  for (const { name, path } of pictures) {
    const other = paths.get(name.toLowerCase());
    if (other !== undefined) {
      throw new CliError(`${other} and ${path} have the same name, so rows cannot refer to one of them.`, {
        next: "Nothing was uploaded. Rename one of them.",
      });
    }
    paths.set(name.toLowerCase(), path);
  }
}

interface Storing {
  /** Names and digests of stored files. */
  readonly stored: ReadonlySet<string>;
  readonly signal: AbortSignal;
}

async function findStored(weft: Weft, pictures: readonly Picture[], signal: AbortSignal): Promise<Set<string>> {
  const criteria = { fileName: pictures.map(({ name }) => name), status: "completed" };
  const { results } = await weft.files.list({ criteria, limit: 1000, signal });
  return new Set(results.map(({ fileName, sha256 = "" }) => `${fileName} ${sha256}`));
}

async function uploadUnlessStored(weft: Weft, picture: Picture, { stored, signal }: Storing): Promise<boolean> {
  const file = await picture.read();
  const digest = createHash("sha256").update(file).digest("hex");
  if (stored.has(`${picture.name} ${digest}`)) return false;
  await weft.files.upload({ file, fileName: picture.name, signal });
  return true;
}
