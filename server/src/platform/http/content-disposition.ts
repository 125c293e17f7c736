/** Makes browsers save the bytes under this name instead of showing them (RFC 6266, with the name as in RFC 8187). */
export function attachment(fileName: string): string {
  // For clients without support for the second form. They parse quotes, backslashes and percent signs differently.
  const plain = fileName.replaceAll(/[^ -~]|["%\\]/g, "_");
  const encoded = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
