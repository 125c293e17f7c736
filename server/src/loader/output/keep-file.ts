import type { Readable } from "node:stream";
import type { LoadContext } from "../load-services.ts";

/** Stores a file that belongs to a load, and returns its id. */
export async function keepFile(
  { services, orgId, load }: LoadContext,
  fileName: string,
  stream: Readable,
): Promise<string> {
  const actor = { id: load.writer.author.actorId };
  const { id } = await services.files.create(orgId, actor, { fileName: `load-${load.id}-${fileName}`, stream });
  return id;
}
