import { validateCharacters } from "../../entity-types/kinds/validate-text.ts";
import { invalidField, versionMismatch } from "../../errors.ts";
import type { Entity } from "../entity.ts";
import type { SentFields } from "./write-request.ts";

/** Both the version that the call insists on and the one in the object must be the current one. */
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
    throw invalidField("#/version", "version is the number that was read, or left out.");
  }
  return version;
}

export function checkSameId(object: SentFields, { id }: Entity): void {
  const sent = object["id"] ?? id;
  if (sent !== id) {
    throw invalidField("#/id", `The id in the body is not ${id}. Leave it out, or send that one.`);
  }
}

/** Who writes by federatedId names the same one in the object, or none. */
export function checkSameFederatedId(draft: { readonly federatedId: string; readonly object: SentFields }): void {
  const { federatedId, object } = draft;
  const sent = object["federatedId"] ?? federatedId;
  if (sent !== federatedId) {
    const detail = "The federatedId in the body is another than the one it is written by. Change it by id instead.";
    throw invalidField("#/federatedId", detail);
  }
  const error = validateCharacters(federatedId);
  if (error !== undefined) {
    throw invalidField("#/federatedId", `federatedId ${error}`);
  }
}
