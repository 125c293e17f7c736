export interface FormPart {
  readonly name: string;
  readonly fileName?: string;
  readonly contentType?: string;
  readonly value: string;
}

const boundary = "weft-test-boundary";

export const formType = `multipart/form-data; boundary=${boundary}`;

/** A multipart body built by hand, so that a test can make it invalid in any way. */
export function formBody(parts: readonly FormPart[], end = `--${boundary}--\r\n`): string {
  const texts = parts.map(({ name, fileName, contentType, value }) => {
    const file = fileName === undefined ? "" : `; filename="${fileName}"`;
    const type = contentType === undefined ? "" : `Content-Type: ${contentType}\r\n`;
    return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${type}\r\n${value}\r\n`;
  });
  return texts.join("") + end;
}
