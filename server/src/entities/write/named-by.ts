import { validateCharacters } from "../../entity-types/kinds/validate-text.ts";
import type { Prefetch } from "./wants.ts";
import type { Draft, WriteRequest } from "./write-request.ts";

/**
 * The entities that drafts name explicitly. Prefetched, because planning would request them first and then start again.
 */
export function namedBy(requests: readonly WriteRequest[]): Prefetch {
  const forUpdate: { entityType: string; id: string }[] = [];
  const toChange: { entityType: string; id: string }[] = [];
  const toChangeByFederatedId: { entityType: string; federatedId: string }[] = [];
  for (const { draft } of requests) {
    const { entityType } = draft;
    const id = idIn(draft);
    const federatedId = federatedIdIn(draft);
    if (id !== undefined && isText(id)) {
      (draft.op === "delete" ? forUpdate : toChange).push({ entityType, id });
    }
    if (typeof federatedId === "string" && isText(federatedId)) {
      toChangeByFederatedId.push({ entityType, federatedId });
    }
  }
  return { forUpdate, toChange, toChangeByFederatedId };
}

function idIn(draft: Draft): string | undefined {
  return "address" in draft && "id" in draft.address ? draft.address.id : undefined;
}

function federatedIdIn(draft: Draft): unknown {
  switch (draft.op) {
    case "upsert":
      return draft.federatedId;
    case "create":
      return draft.object["federatedId"];
    case "upsert-pair":
      return undefined;
    default:
      return "federatedId" in draft.address ? draft.address.federatedId : undefined;
  }
}

/** The database rejects some texts even in a query. */
function isText(text: string): boolean {
  return text !== "" && validateCharacters(text) === undefined;
}
