/** A service without a configured public address returns only the path; then the origin of this page is used. */
export function absoluteAddress(url: string): string {
  return new URL(url, location.origin).href;
}
