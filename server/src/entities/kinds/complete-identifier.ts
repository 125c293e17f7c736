import { type Candidate, setProperty } from "../write/candidate.ts";

const identifierCharactersMax = 100;

/** Whoever sends no identifier gets one made from the name, so that the first POST of a newcomer works. */
export function completeIdentifier(candidate: Candidate): void {
  if (candidate.properties["identifier"] !== undefined || candidate.name === null) {
    return;
  }
  const words = candidate.name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-");
  // By characters, not by their halves.
  const made = Array.from(words)
    .slice(0, identifierCharactersMax)
    .join("")
    .replaceAll(/^-+|-+$/g, "");
  setProperty(candidate, "identifier", made === "" ? candidate.id : made);
}
