/**
 * Returns whether it was copied. Pages loaded without TLS from another machine have no clipboard API, but may still
 * copy.
 */
export async function copyText(text: string): Promise<boolean> {
  if ("clipboard" in navigator) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const put = (event: ClipboardEvent) => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
  };
  document.addEventListener("copy", put, { once: true });
  const isDone = document.execCommand("copy");
  document.removeEventListener("copy", put);
  return isDone;
}
