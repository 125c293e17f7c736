/** Tells the benchmark where this server listens. */
export function reportAddress(address: string): void {
  process.send?.({ address });
}
