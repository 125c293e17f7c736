/** Whether a text may become a link: what a script or a file of the reader's own machine hides behind may not. */
export function isWebAddress(text: string): boolean {
  const protocol = URL.parse(text)?.protocol;
  return protocol === "http:" || protocol === "https:";
}
