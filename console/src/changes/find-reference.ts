import type { Weft } from "@weft/client";
import { entityKinds } from "../entities/entity-kind.ts";
import { otherKinds } from "./change-labels.ts";

/** The reference of an id. The service needs the kind, so every kind is queried at once. */
export async function findReference(weft: Weft, text: string): Promise<string | undefined> {
  const kinds = [...entityKinds.map(({ name }) => name), ...Object.keys(otherKinds)];
  // A type's id is its path, which has colons too.
  const candidates = kinds.some((kind) => text.startsWith(`${kind}:`)) ? [text] : [];
  const references = [...candidates, ...kinds.map((kind) => `${kind}:${text}`)];
  const answers = await Promise.all(
    references.map((entityReference) => weft.changes.list({ criteria: { entityReference }, limit: 1 })),
  );
  return references.find((_, index) => (answers[index]?.results.length ?? 0) > 0);
}
