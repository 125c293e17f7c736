/** Tells the benchmark where this server listens. */
export function tellAddress(address: string): void {
  process.send?.({ address });
}
