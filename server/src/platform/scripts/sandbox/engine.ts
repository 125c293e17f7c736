import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import imported from "@jitl/quickjs-wasmfile-release-sync";
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSContext } from "quickjs-emscripten-core";
import { engineStackBytesMax } from "../script-limits.ts";

const wasmPath = createRequire(import.meta.url).resolve("@jitl/quickjs-wasmfile-release-sync/wasm");

// Its typings describe the CommonJS form, in which the variant is nested one level deeper.
const variant = "default" in imported ? imported.default : imported;

export async function compileEngine(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(wasmPath));
}

/** A separate engine in its own memory: all of its state is there, and freed or restored with it as a whole. */
export async function startEngine(engine: WebAssembly.Module, { memory }: SandboxMemory): Promise<QuickJSContext> {
  // What the engine prints, such as an abort message, is not output of the service.
  const emscriptenModule = { wasmMemory: memory, print: ignore, printErr: ignore };
  const quickJs = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmModule: engine, emscriptenModule }));
  const runtime = quickJs.newRuntime();
  runtime.setMaxStackSize(engineStackBytesMax);
  const context = runtime.newContext();
  // The library reads the context of the jobs that ran from a view that is gone if the memory has grown meanwhile. It
  // would create another context then.
  runtime.newContext = () => context;
  return context;
}

function ignore(): void {}

const pageBytes = 65_536;
// The interpreter's stack and constants, before any allocation; and the minimum that it starts with.
const engineBytes = 5.5 * 1_048_576;
const bytesMin = 16 * 1_048_576;
// To grow, the engine asks for a fifth more than it has, even if it needs less.
const growingBytesMin = 1.25 * bytesMin;
// More written pages cost more to restore, and to keep, than a new engine.
const restoredPagesMax = 128;
const emptyPage = new Uint8Array(pageBytes);

/**
 * The memory of one engine, which limits what a script may use. It starts with the least that the engine accepts, because
 * all of it is compared after each script, and grows once, to the limit. A memory that has grown is not used again, so
 * no byte exists that is not compared. The system allocates pages only when they are written.
 */
export class SandboxMemory {
  readonly memory: WebAssembly.Memory;
  readonly #pages: readonly Buffer[];
  /** The pages at the time of the snapshot, without empty ones. */
  #snapshot: ReadonlyMap<number, Buffer> | undefined;
  #refusals = 0;
  #hasGrown = false;

  constructor(scriptBytesMax: number) {
    const bytesMax = Math.max(bytesMin, engineBytes + scriptBytesMax);
    const maximum = Math.ceil(bytesMax / pageBytes);
    const initial = bytesMax < growingBytesMin ? maximum : bytesMin / pageBytes;
    this.memory = new WebAssembly.Memory({ initial, maximum });
    const bytes = Buffer.from(this.memory.buffer);
    this.#pages = Array.from({ length: initial }, (_, number) =>
      bytes.subarray(number * pageBytes, (number + 1) * pageBytes),
    );
    const grow = this.memory.grow.bind(this.memory);
    // Called by the engine when its memory is exhausted.
    this.memory.grow = (wanted) => {
      const left = maximum - this.memory.buffer.byteLength / pageBytes;
      if (wanted > left) {
        this.#refusals += 1;
        throw new RangeError("The memory of a sandbox is limited.");
      }
      this.#hasGrown = true;
      return grow(left);
    };
  }

  /** How often an allocation failed. */
  get refusals(): number {
    return this.#refusals;
  }

  /** Keeps the state of the engine, to which restore returns. */
  takeSnapshot(): void {
    const filled = this.#pages.flatMap((page, number): [number, Buffer][] =>
      page.equals(emptyPage) ? [] : [[number, Buffer.from(page)]],
    );
    this.#snapshot = new Map(filled);
  }

  /**
   * Makes every byte what it was when the snapshot was taken; no page is skipped. Returns false if there is no
   * snapshot, or if too much was written, the memory has grown or an allocation failed since: then it must not be used
   * any more.
   */
  restore(): boolean {
    const snapshot = this.#snapshot;
    if (snapshot === undefined || this.#hasGrown || this.#refusals > 0) {
      return false;
    }
    let restored = 0;
    for (const [number, page] of this.#pages.entries()) {
      const before = snapshot.get(number) ?? emptyPage;
      if (!page.equals(before)) {
        if (restored === restoredPagesMax) {
          return false;
        }
        page.set(before);
        restored += 1;
      }
    }
    return true;
  }
}

/** The part of WebAssembly used here: its typings are part of the DOM library, which the server does not include. */
declare global {
  namespace WebAssembly {
    class Module {
      private constructor();
    }
    class Memory {
      constructor(size: { readonly initial: number; readonly maximum: number });
      readonly buffer: ArrayBuffer;
      grow(pages: number): number;
    }
    function compile(bytes: Uint8Array): Promise<Module>;
  }
}
