/** Hands a file to the browser, which saves it as a download. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser holds the file by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
