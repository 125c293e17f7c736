import type { ScriptWork } from "../script-messages.ts";
import { Sandbox } from "./sandbox.ts";

/** What a sandbox is used for. */
type SandboxUse = Pick<ScriptWork, "owner" | "memoryBytesMax">;

/**
 * The sandboxes of a thread, in which one script runs at a time. The sandbox of the last script is kept for the next one
 * of the same owner: a new engine takes about 14 ms of CPU time, a restored one 1 ms.
 */
export class SandboxPool {
  readonly #engine: WebAssembly.Module;
  #kept: (SandboxUse & { readonly sandbox: Sandbox }) | undefined;

  constructor(engine: WebAssembly.Module) {
    this.#engine = engine;
  }

  async take({ owner, memoryBytesMax }: SandboxUse): Promise<Sandbox> {
    const kept = this.#kept;
    this.#kept = undefined;
    return kept?.owner === owner && kept.memoryBytesMax === memoryBytesMax
      ? kept.sandbox
      : Sandbox.open(this.#engine, memoryBytesMax);
  }

  /** Only after a script that ended with a result. A sandbox that is not released is dropped. */
  release({ owner, memoryBytesMax }: SandboxUse, sandbox: Sandbox): void {
    this.#kept = sandbox.restore() ? { owner, memoryBytesMax, sandbox } : undefined;
  }
}
