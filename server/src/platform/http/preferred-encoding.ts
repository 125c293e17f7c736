/** Of files that are compressed once, when they are built. */
export type PackedEncoding = "br" | "gzip";

/** The best encoding that a client accepts, by its header Accept-Encoding. */
export function preferredEncoding(
  accepted: string | undefined,
  available: (encoding: PackedEncoding) => boolean,
): PackedEncoding | undefined {
  return (["br", "gzip"] as const).find(
    (encoding) =>
      available(encoding) && new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0*)?\\b)`).test(accepted ?? ""),
  );
}
