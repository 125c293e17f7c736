const charactersMax = 100;

/** A name in lower-case letters, digits and hyphens; the fallback if nothing is left of it. */
export function makeIdentifier(name: string, otherwise: string): string {
  const words = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-");
  // By code points, not by surrogates.
  const made = Array.from(words)
    .slice(0, charactersMax)
    .join("")
    .replaceAll(/^-+|-+$/g, "");
  return made === "" ? otherwise : made;
}
