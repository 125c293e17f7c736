import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { Socket } from "node:net";
import { onTestFinished } from "vitest";

/** Records each attempt of this process to connect to one of the ports, successful or not, until the test ends. */
export function watchConnectionAttempts(...ports: number[]): readonly string[] {
  const attempts: string[] = [];
  const watch = (message: unknown) => {
    if (typeof message !== "object" || message === null || !("socket" in message)) return;
    if (!(message.socket instanceof Socket)) return;
    message.socket.on("connectionAttempt", (address: string, port: number) => {
      if (ports.includes(port)) attempts.push(`${address} ${port}`);
    });
  };
  subscribe("net.client.socket", watch);
  onTestFinished(() => {
    unsubscribe("net.client.socket", watch);
  });
  return attempts;
}
