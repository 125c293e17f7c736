/** The page's security policy allows styles made by scripts only with the nonce that the service put into the page. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? "";
}

/** The part of Mantine that locks scrolling behind a dialog looks for the nonce under this name. */
export function allowStyles(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
}
