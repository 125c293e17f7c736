const secretBytes = 32;

/** A signing secret in the Standard Webhooks format. */
export function makeSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(secretBytes));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}
