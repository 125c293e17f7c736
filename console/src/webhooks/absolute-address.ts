/** A service that has not been told its public address answers the path only; then it is where this page came from. */
export function absoluteAddress(url: string): string {
  return new URL(url, location.origin).href;
}
