/** The page's security policy takes styles that scripts make only with the nonce that the service has put into the page. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? "";
}

/** The part of Mantine that locks scrolling behind a dialog looks for the nonce under this name. */
export function allowStyles(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
}
