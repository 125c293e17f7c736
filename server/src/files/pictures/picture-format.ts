/** The number of first bytes that isPicture looks at. */
export const headBytes = 32;

/** The first bytes of a content, with what follows them. */
export function extendHead(head: Buffer, chunk: Buffer): Buffer {
  return head.length >= headBytes ? head : Buffer.concat([head, chunk]).subarray(0, headBytes);
}

/**
 * Whether the content of a file is a picture that the service can show, by its first bytes: its name and its declared
 * type may be wrong. JPEG, PNG, WebP, GIF, TIFF and AVIF; not SVG, which can contain scripts and other files.
 */
export function isPicture(head: Uint8Array): boolean {
  const text = Buffer.from(head.subarray(0, headBytes)).toString("latin1");
  return formats.some((format) => format.test(text));
}

const formats: readonly RegExp[] = [
  /^\xff\xd8\xff/,
  /^\x89PNG\r\n/,
  /^GIF8[79]a/,
  /^RIFF[\s\S]{4}WEBP/,
  /^(?:II\*[\s\S]|MM[\s\S]\*)/,
  /^[\s\S]{4}ftyp(?:avif|avis|(?:mif1|msf1|miaf)[\s\S]{4}(?:[\s\S]{4})*avif)/,
];
