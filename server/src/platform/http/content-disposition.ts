/** Makes browsers save the bytes by this name instead of showing them (RFC 6266, with the name as in RFC 8187). */
export function attachment(fileName: string): string {
  // For readers that do not know the second form. Quotes, backslashes and percent signs are read differently by each.
  const plain = fileName.replaceAll(/[^ -~]|["%\\]/g, "_");
  const encoded = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
