import { makeIdentifier } from "../../platform/make-identifier.ts";
import { type Candidate, setProperty } from "../write/candidate.ts";

/** Derives a missing identifier from the name, so that a first POST with only a name succeeds. */
export function completeIdentifier(candidate: Candidate): void {
  if (candidate.properties["identifier"] === undefined && candidate.name !== null) {
    setProperty(candidate, "identifier", makeIdentifier(candidate.name, candidate.id));
  }
}
