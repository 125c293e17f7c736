import { makeIdentifier } from "../../platform/make-identifier.ts";
import { type Candidate, setProperty } from "../write/candidate.ts";

/** Whoever sends no identifier gets one made from the name, so that the first POST of a newcomer works. */
export function completeIdentifier(candidate: Candidate): void {
  if (candidate.properties["identifier"] === undefined && candidate.name !== null) {
    setProperty(candidate, "identifier", makeIdentifier(candidate.name, candidate.id));
  }
}
