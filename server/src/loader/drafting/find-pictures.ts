import { type Decider, decide } from "../../access/decide.ts";
import { findFileIds, findFileIdsByName } from "../../files/file-store.ts";
import { fileTarget } from "../../files/files.ts";
import type { Database } from "../../platform/database/database.ts";

interface PictureCells {
  readonly texts: readonly string[];
  readonly rights: Decider;
}

/** By text of a cell, the id of the file that it names: by id, by a URL of the file, or by its file name. */
export async function findPictures(
  db: Database,
  orgId: string,
  { texts, rights }: PictureCells,
): Promise<ReadonlyMap<string, string>> {
  const known = await findFileIds(db, orgId, texts.map(idIn));
  const unknown = texts.filter((text) => !known.has(idIn(text)));
  // Names of files are data that not every caller may read. An id is a reference, which any caller may use.
  const named =
    unknown.length > 0 && mayReadNames(rights)
      ? await findFileIdsByName(db, orgId, unknown.map(fileNameIn))
      : new Map<string, string>();
  return new Map(
    texts.flatMap((text) => {
      const id = known.has(idIn(text)) ? idIn(text) : named.get(fileNameIn(text));
      return id === undefined ? [] : [[text, id] as const];
    }),
  );
}

function mayReadNames(rights: Decider): boolean {
  const decision = decide(rights, "read", fileTarget);
  return decision.isAllowed && (decision.fields === "all" || decision.fields.has("fileName"));
}

/** The id in a URL such as https://weft.example.com/api/files/{id}/content, or the text itself. */
function idIn(text: string): string {
  return /\/files\/([^/?#]+)(?:\/(?:content|download|thumbnail))?(?:[?#].*)?$/.exec(text)?.[1] ?? text;
}

/** Without folders, in lower case: exports of other systems often change both. */
function fileNameIn(text: string): string {
  return (/[^/\\]*$/.exec(text)?.[0] ?? text).toLowerCase();
}
