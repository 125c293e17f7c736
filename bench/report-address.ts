/** Reports the address of this server to the benchmark. */
export function reportAddress(address: string): void {
  process.send?.({ address });
}
