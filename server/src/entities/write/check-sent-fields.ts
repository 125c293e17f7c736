import { validateCharacters } from "../../entity-types/kinds/validate-text.ts";
import { invalidField, versionMismatch } from "../../errors.ts";
import type { Entity } from "../entity.ts";
import type { SentFields } from "./write-request.ts";

/** Both the version required by the call and the version in the object must be the current one. */
export function checkVersions(
  { expectedVersion, object = {} }: { readonly expectedVersion?: number; readonly object?: SentFields },
  { version }: Entity,
): void {
  const expected = [expectedVersion, versionIn(object)];
  if (expected.some((one) => one !== undefined && one !== version)) {
    throw versionMismatch(version);
  }
}

function versionIn(object: SentFields): number | undefined {
  const version = object["version"] ?? undefined;
  if (version !== undefined && typeof version !== "number") {
    throw invalidField("#/version", "version must be the number that was read, or omitted.");
  }
  return version;
}

export function checkSameId(object: SentFields, { id }: Entity): void {
  const sent = object["id"] ?? id;
  if (sent !== id) {
    throw invalidField("#/id", `The id in the body is not ${id}. Omit it, or send that id.`);
  }
}

/** A write addressed by federatedId has the same federatedId in the object, or none. */
export function checkSameFederatedId(draft: { readonly federatedId: string; readonly object: SentFields }): void {
  const { federatedId, object } = draft;
  const sent = object["federatedId"] ?? federatedId;
  if (sent !== federatedId) {
    const detail = "The federatedId in the body differs from the one in the path. Change it by id instead.";
    throw invalidField("#/federatedId", detail);
  }
  const error = validateCharacters(federatedId);
  if (error !== undefined) {
    throw invalidField("#/federatedId", `federatedId ${error}`);
  }
}
