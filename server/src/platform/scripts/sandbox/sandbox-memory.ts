import "./web-assembly.ts";

const pageBytes = 65_536;
// The interpreter's stack and constants, before it has made anything; and the least that it starts with.
const engineBytes = 5.5 * 1_048_576;
const bytesMin = 16 * 1_048_576;

/**
 * The memory of one engine, which is the limit of what a script may use. It has its full size from the start, since
 * quickjs-emscripten keeps views of it that are void once it grows; the system gives pages only when they are written.
 */
export class SandboxMemory {
  readonly memory: WebAssembly.Memory;
  #refusals = 0;

  constructor(scriptBytesMax: number) {
    const pages = Math.ceil(Math.max(bytesMin, engineBytes + scriptBytesMax) / pageBytes);
    this.memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
    // The engine asks here when its memory is used up.
    this.memory.grow = () => {
      this.#refusals += 1;
      throw new RangeError("The memory of a sandbox does not grow.");
    };
  }

  /** How often there was not enough left. */
  get refusals(): number {
    return this.#refusals;
  }
}
