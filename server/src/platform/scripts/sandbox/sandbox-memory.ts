import "./web-assembly.ts";

const pageBytes = 65_536;
// The interpreter's stack and constants, before any allocation; and the minimum that it starts with.
const engineBytes = 5.5 * 1_048_576;
const bytesMin = 16 * 1_048_576;

/**
 * The memory of one engine, which limits what a script may use. It has its full size from the start, since
 * quickjs-emscripten keeps views of it that become invalid when it grows; the system allocates pages only when they are
 * written.
 */
export class SandboxMemory {
  readonly memory: WebAssembly.Memory;
  #refusals = 0;

  constructor(scriptBytesMax: number) {
    const pages = Math.ceil(Math.max(bytesMin, engineBytes + scriptBytesMax) / pageBytes);
    this.memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
    // Called by the engine when its memory is exhausted.
    this.memory.grow = () => {
      this.#refusals += 1;
      throw new RangeError("The memory of a sandbox does not grow.");
    };
  }

  /** How often an allocation failed. */
  get refusals(): number {
    return this.#refusals;
  }
}
