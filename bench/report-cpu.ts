/** Tells the parent the address, and on every message from it the processor time that this process has used so far. */
export function reportCpu(address: string): void {
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuMicroseconds: user + system });
  });
  process.send?.({ address });
}
