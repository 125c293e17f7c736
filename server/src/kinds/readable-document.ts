import { type Decider, decide } from "../access/decide.ts";
import type { KindDocument } from "./entity-kind.ts";

/** Shown to every caller who may see any part of an entity. */
const openFields = new Set(["id", "entityType", "typePath", "version", "createdOn", "updatedOn", "createdById"]);

/** A document of a kind with only the fields that the caller may read. */
export function readableDocument(caller: Decider, typePath: string, document: KindDocument): KindDocument {
  const decision = decide(caller, "read", { typePath });
  if (decision.isAllowed && decision.fields === "all") {
    return document;
  }
  const fields = decision.isAllowed && decision.fields !== "all" ? decision.fields : new Set();
  const shown = Object.entries(document).filter(([field]) => openFields.has(field) || fields.has(field));
  return { id: document.id, version: document.version, ...Object.fromEntries(shown) };
}
