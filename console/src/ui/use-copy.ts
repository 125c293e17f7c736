import { useCallback, useEffect, useState } from "react";

const shownMs = 2_000;

/** Copies the text; `copied` is true for a moment. */
export function useCopy(text: string): { readonly copied: boolean; readonly copy: () => void } {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = useCallback(() => void copyText(text).then(setCopied), [text]);
  return { copied, copy };
}

/**
 * Returns whether it was copied. Pages loaded without TLS from another machine have no clipboard API, but may still
 * copy.
 */
async function copyText(text: string): Promise<boolean> {
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
