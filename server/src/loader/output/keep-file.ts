import type { Readable } from "node:stream";
import type { LoadAtHand } from "../load-services.ts";

/** Stores a file of a load's own, and answers its id. */
export async function keepFile(
  { services, orgId, load }: LoadAtHand,
  fileName: string,
  stream: Readable,
): Promise<string> {
  const actor = { id: load.writer.author.actorId };
  const { id } = await services.files.create(orgId, actor, { fileName: `load-${load.id}-${fileName}`, stream });
  return id;
}
