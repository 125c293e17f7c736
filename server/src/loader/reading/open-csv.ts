import { Readable } from "node:stream";
import { Problem } from "../../platform/problem.ts";
import { type IssueSink, LoadFailure } from "../load-issue.ts";
import type { LoadContext } from "../load-services.ts";
import { findEncoding } from "./find-encoding.ts";
import { withoutIssueColumns } from "./mended-file.ts";
import { type CsvReading, readRows } from "./read-rows.ts";

interface OpenCsv extends CsvReading {
  /** The fraction of the file that was read. */
  share(): number;
}

/** Opens the file of a load. An unreadable file is a LoadFailure. */
export async function openCsv(context: LoadContext, issues: IssueSink): Promise<OpenCsv> {
  const { delimiter, encoding: given } = context.load.configuration;
  const encoding = given ?? (await findEncoding((await openBytes(context)).bytes, issues));
  const { bytes, share } = await openBytes(context);
  return { ...withoutIssueColumns(await readRows(bytes, { encoding, delimiter }, issues)), share };
}

async function openBytes({ services, orgId, load }: LoadContext) {
  const id = load.configuration.fileLocation ?? "";
  const document = await services.files.find(orgId, id);
  const bytes = await services.files.open(orgId, id).catch((error: unknown) => {
    throw error instanceof Problem && error.code === "not-found" ? fileGone(id, error) : error;
  });
  let done = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of Readable.from(bytes)) {
      done += chunk.length;
      yield chunk;
    }
  }
  return { bytes: counted(), share: () => done / Math.max(1, document?.size ?? 1) };
}

function fileGone(id: string, cause: unknown): LoadFailure {
  return new LoadFailure(
    [
      {
        issueType: "SYSTEM_ERROR",
        severity: "error",
        message: `The file ${id} was deleted before it could be read.`,
        suggestion: "Upload it again with POST /api/files, and start a load of the new file.",
      },
    ],
    { cause },
  );
}
